// Package broker connects to NATS: to servers of the operator, or to a server that runs inside this process and keeps its data in a
// folder. Who uses a broker cannot tell one from the other.
package broker

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrInUse is matched when another process runs a server on the folder.
var ErrInUse = errors.New("another sparkhost process uses this queue")

// Options say where the queue is.
type Options struct {
	// URL names the servers, separated by commas: nats://HOST:PORT or tls://HOST:PORT. Empty: a server inside this process.
	URL   string
	Creds string // file of credentials, as made by nsc; empty: none

	CA, Cert, Key string // PEM files: authority of the servers, and this client's certificate; empty: the system's authorities, none

	Dir    string            // folder of the server inside this process
	Sync   bool              // that server writes to disk before it acknowledges, and not once a second
	Name   string            // of this client in the servers' lists
	Notify func(string)      // told when the connection is lost and found again; nil: nobody
	Dial   nats.CustomDialer // makes connections; nil: the network's own. For tests
	Extra  []nats.Option     // more options of the connection, for tests
	Wait   time.Duration     // how long to try to connect; 0: 10 s
	Answer time.Duration     // how long a request or a publication waits for the servers' answer before it is sent again; 0: 5 s
}

// A Broker is an open connection. It may be used by many goroutines.
type Broker struct {
	Conn     *nats.Conn
	JS       jetstream.JetStream
	Replicas int // copies that the servers keep of each stream: 3 in a cluster of three or more, else 1
	embedded *embedded
	refusals refusals
}

// Open connects. The error names the address and the next step.
func Open(ctx context.Context, o Options) (*Broker, error) {
	if o.Notify == nil {
		o.Notify = func(string) {}
	}
	b := &Broker{Replicas: 1}
	options, err := o.connection(&b.refusals)
	if err != nil {
		return nil, err
	}
	address := o.URL
	if o.URL == "" {
		if b.embedded, err = start(ctx, o); err != nil {
			return nil, err
		}
		address = b.embedded.url()
		options = append(options, nats.InProcessServer(b.embedded))
	}
	if err := b.connect(ctx, address, o.answer(), options); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// connect makes the connection and looks how many servers there are.
func (b *Broker) connect(ctx context.Context, address string, answer time.Duration, options []nats.Option) error {
	var err error
	if b.Conn, err = nats.Connect(address, options...); err != nil {
		return unreachable(address, err)
	}
	// Without its timeout, a publication among many waits for ever whose acknowledgement is lost with a leader.
	b.JS, err = jetstream.New(b.Conn, jetstream.WithPublishAsyncMaxPending(256), jetstream.WithDefaultTimeout(answer), jetstream.WithPublishAsyncTimeout(answer))
	if err != nil {
		return err
	}
	err = b.Do(ctx, func() error { _, err := b.JS.AccountInfo(ctx); return err })
	if err != nil {
		return noStreams(address, err)
	}
	if b.embedded == nil && len(b.Conn.Servers()) >= 3 && b.Conn.ConnectedClusterName() != "" {
		b.Replicas = 3
	}
	return nil
}

// Embedded says whether the server runs inside this process.
func (b *Broker) Embedded() bool { return b.embedded != nil }

// MaxPayload returns the largest message that the servers take, in bytes.
func (b *Broker) MaxPayload() int { return int(b.Conn.MaxPayload()) }

// Close ends the connection, and the server if it is this process's own. It is safe to call twice.
func (b *Broker) Close() error {
	if b.Conn != nil {
		b.Conn.Close()
	}
	if b.embedded != nil {
		return b.embedded.close()
	}
	return nil
}
