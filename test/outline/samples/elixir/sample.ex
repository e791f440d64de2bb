defmodule Mqtt.Client do
  @moduledoc "A small client."
  use GenServer

  @default_port 1883
  @topics [
    "state",
    "events"
  ]

  @type state :: :open | :closed
  @typep token :: integer

  @callback handle(topic :: String.t()) :: :ok

  defstruct [:host, :port]

  @doc """
  Connects.
  """
  @spec connect(String.t(), integer) :: {:ok, pid}
  def connect(host, port \\ @default_port)

  def connect(host, port) when is_binary(host) do
    {:ok, {host, port}}
  end

  # the other one
  def connect(nil, _port), do: {:error, :nohost}

  def connect(host), do: connect(host, 1)

  defp backoff(0), do: 1
  defp backoff(n), do: 2 * backoff(n - 1)

  @impl true
  def init(state) do
    {:ok, state}
  end

  defmacro topic(name) do
    quote do: unquote(name)
  end

  defguard is_open(state) when state == :open

  def a <> b, do: a + b

  defmodule Options do
    def merge(a, _b), do: a
  end
end

defprotocol Mqtt.Size do
  def size(value)
end

defimpl Mqtt.Size, for: Map do
  def size(map), do: map_size(map)
end

defmodule Mqtt.ClientTest do
  use ExUnit.Case

  describe "connect/2" do
    @tag :slow
    test "connects", %{host: host} do
      assert host
    end
  end
end
