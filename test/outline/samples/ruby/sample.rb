require 'socket'

DEFAULT_PORT = 1883

module Mqtt
  TOPICS = [
    'state',
    'events'
  ].freeze

  class Error < StandardError; end

  class Client < Base::Connection
    RETRIES = 3
    attr_reader :host

    def initialize(host, port: DEFAULT_PORT)
      @host = host
    end

    def self.open(host)
      new(host)
    end

    class << self
      def default
        open('localhost')
      end
    end

    def connected? = !@socket.nil?

    def ==(other)
      host == other.host
    end

    private def reset!
      @socket = nil
    end

    Options = Struct.new(:timeout, :retries) do
      def merge(other)
        other
      end
    end
  end
end

class Mqtt::Codec
  def encode(value)
    [1, 2].each do |n|
      puts n
    end
  end
end

def helper(a, *rest, &block)
  block.call(a)
end

RSpec.describe Mqtt::Client do
  let(:client) { described_class.new('x') }

  context 'when open' do
    it "sends a #{thing}" do
      expect(client).to be_connected
    end
  end
end
