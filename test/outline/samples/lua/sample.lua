local socket = require("socket")

local M = {}
local DEFAULT_PORT = 1883

local limits = {
  retries = 3,
  backoff = function(attempt)
    return 2 ^ attempt
  end,
  nested = {
    deep = function() end,
  },
}

function M.connect(host, port)
  local function inner(n)
    return n
  end
  return inner(port)
end

function M:send(
  bytes,
  options
)
  return #bytes
end

local function helper(...)
  return select("#", ...)
end

M.close = function(self)
  self.socket = nil
end

local on_message = function(topic)
  print(topic)
end

function M.codec.encode(value) return value end

describe("client", function()
  it("connects", function()
    assert.is_true(true)
  end)
end)

return M
