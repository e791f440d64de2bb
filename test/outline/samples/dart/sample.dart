import 'dart:async';

const defaultPort = 1883;

typedef Handler = void Function(String topic);

@immutable
class Client<T extends Transport> extends Base with Retries implements Closeable {
  static const int version = 5;
  final T transport;

  Client(this.transport);

  Client.named(String host) : transport = open(host);

  factory Client.local() {
    return Client.named('localhost');
  }

  @override
  Future<void> connect(
    String host, {
    int port = defaultPort,
  }) async {
    await transport.open(host, port);
  }

  bool get isOpen => true;

  set host(String value) {
    print(value);
  }

  bool operator ==(Object other) => true;

  void abstractLike();
}

abstract class Transport {
  Future<void> open(String host, int port);
}

mixin Retries on Base {
  int backoff(int attempt) => 1 << attempt;
}

extension Shout on String {
  String shout() => toUpperCase();
}

enum State {
  open,
  closed;

  bool live() => this == open;
}

String encode(Object value) {
  return value.toString();
}

void main() {
  group('client', () {
    test('connects', () async {
      expect(true, isTrue);
    });
  });
}
