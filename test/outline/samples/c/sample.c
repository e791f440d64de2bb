#include <stdio.h>
#ifndef CLIENT_H
#define CLIENT_H

#define MAX_TOPICS 32
#define LONG_MACRO(a, b) \
    do {                 \
        (a) = (b);       \
    } while (0)

static const char *const topics[] = {
    "state",
    "events",
};
const int default_port = 1883;
static int counter;

struct client {
    int fd;
    struct node *next;
};

typedef struct message {
    char *topic;
} message_t;

typedef int (*handler_fn)(const char *topic, void *data);
typedef unsigned long token_t;

enum state { OPEN, CLOSED };

typedef enum {
    QOS_0,
    QOS_1,
} qos_t;

union value {
    int i;
    float f;
};

int client_connect(struct client *c, const char *host, int port);
static void reset(void);
extern void poll_all(int timeout);

int client_connect(struct client *c, const char *host,
                   int port)
{
    c->fd = port;
    return 0;
}

static inline struct client *client_new(void) {
    return NULL;
}

#ifdef DEBUG
static void dump(const struct client *c) { printf("%d", c->fd); }
#else
static void dump(const struct client *c) {}
#endif

static void reset(void)
{
    counter = 0;
}

#endif
