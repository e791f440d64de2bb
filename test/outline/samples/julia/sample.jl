module Mqtt

using Sockets

const DEFAULT_PORT = 1883
const TOPICS = [
    "state",
    "events",
]

abstract type Transport end

"""
A client.
"""
struct Client{T<:Transport} <: Base
    host::String
    transport::T
end

mutable struct Token
    id::Int
end

@enum State open closed

function connect(client::Client{T}, port::Int=DEFAULT_PORT; retries=3) where {T}
    function backoff(attempt)
        return 2^attempt
    end
    return backoff(retries)
end

encode(value) = string(value)

Base.show(io::IO, c::Client) = print(io, c.host)

@inline function fast(x)::Int
    return x
end

macro topic(name)
    return :(string($name))
end

module Codec
function decode(text::String)
    return text
end
end

counter = 0

@testset "client" begin
    @test true
    @testset "connects" begin
        @test connect(nothing) == 8
    end
end

end
