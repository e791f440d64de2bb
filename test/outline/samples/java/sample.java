package com.example.mqtt;

import java.util.List;

/** A small client. */
@Service
@SuppressWarnings("unchecked")
public final class Client<T extends Transport> extends Base implements AutoCloseable {
    public static final int DEFAULT_PORT = 1883;
    private static final List<String> TOPICS = List.of(
        "state",
        "events"
    );
    private final T transport;

    @Inject
    public Client(T transport) {
        this.transport = transport;
    }

    @Override
    @Deprecated(since = "2", forRemoval = true)
    public void close() throws IOException {
        transport.close();
    }

    protected <R> R connect(
        String host,
        int port
    ) throws IOException {
        return null;
    }

    enum State {
        OPEN,
        CLOSED;

        boolean live() {
            return this == OPEN;
        }
    }

    interface Listener {
        int LIMIT = 5;

        void onMessage(byte[] message);

        default void onClose() {}
    }

    static class Builder {
        Builder host(String host) { return this; }
    }
}

record Point(int x, int y) {
    Point {
        if (x < 0) throw new IllegalArgumentException();
    }

    double length() {
        return Math.sqrt(x * x + y * y);
    }
}

@interface Retry {
    int times() default 3;
}

class ClientTest {
    @Test
    void connects() {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void retries(int times) {}

    private void helper() {}
}
