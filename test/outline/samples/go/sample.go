// Package mqtt is a small client.
package mqtt

import (
	"context"
	"errors"
	"testing"
)

const DefaultPort = 1883

const (
	StateOpen State = iota
	StateClosed
)

var ErrClosed = errors.New("closed")

var (
	defaultTopics = []string{
		"state",
		"events",
	}
	retries, backoff = 3, 2
)

// State of a connection.
type State int

type Client[T any] struct {
	host string
	seen map[string]T
}

type (
	// Transport moves bytes.
	Transport interface {
		Send(ctx context.Context, b []byte) (int, error)
		Close() error
	}

	Handler = func(topic string)
)

func NewClient[T any](host string, opts ...Option) (*Client[T], error) {
	helper := func() {}
	helper()
	return &Client[T]{host: host}, nil
}

func (c *Client[T]) Connect(
	ctx context.Context,
	port int,
) error {
	return nil
}

func (Client[T]) Version() int { return 5 }

func (s State) String() string {
	return "open"
}

func init() {}

func TestConnect(t *testing.T) {
	t.Run("sub", func(t *testing.T) {})
}

func BenchmarkConnect(b *testing.B) {}

func Testify(name string) {}
