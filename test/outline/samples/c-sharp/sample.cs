using System;

namespace Example.Mqtt
{
    public delegate void Handler(string topic);

    [Serializable]
    [Obsolete("use v5")]
    public sealed partial class Client<T> : Base, IDisposable
        where T : ITransport, new()
    {
        public const int DefaultPort = 1883;
        private static readonly string[] Topics =
        {
            "state",
            "events",
        };
        private readonly T transport;

        public Client(T transport) : base(transport)
        {
            this.transport = transport;
        }

        ~Client() { }

        public string Host { get; set; }

        public bool IsOpen => transport != null;

        public int Port
        {
            get { return port; }
            set { port = value; }
        }

        [Retry(3)]
        public async Task<bool> ConnectAsync(
            string host,
            int port = DefaultPort)
        {
            int Backoff(int attempt)
            {
                return 1 << attempt;
            }

            return await Task.FromResult(true);
        }

        public static Client<T> operator +(Client<T> a, Client<T> b) => a;

        public string this[int index] => Topics[index];

        public enum State { Open, Closed }

        public void Dispose() => transport.Dispose();
    }

    public interface ITransport
    {
        void Send(byte[] bytes);
    }

    public readonly struct Point
    {
        public double Length() => 0;
    }

    public record Message(string Topic, byte[] Body);

    public record struct Token(int Id)
    {
        public bool Valid() => Id > 0;
    }

    public class ClientTests
    {
        [Fact]
        public void Connects() { }

        [Theory]
        [InlineData(1)]
        public void Retries(int times) { }

        private static void Helper() { }
    }
}
