// Package queueflags holds the flags that say where the queue of a fleet is, and opens it.
package queueflags

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// Queue says where the queue is.
type Queue struct {
	Cache         string
	URL           string
	creds         string
	ca, cert, key string
	sync          bool
}

// Register adds the flags, and that of the cache folder.
func (f *Queue) Register(fs *pflag.FlagSet) {
	fs.StringVar(&f.Cache, "cache", "", "`folder` of cache, index and records, and of the queue without --nats (default: the user's cache folder; env SPARKHOST_CACHE)")
	f.RegisterServers(fs)
}

// RegisterServers adds the flags of the servers.
func (f *Queue) RegisterServers(fs *pflag.FlagSet) {
	fs.StringVar(&f.URL, "nats", "", "`URL` of NATS servers with JetStream, separated by commas: nats://HOST:4222 or tls://HOST:4222 (default: a server inside this process)")
	fs.StringVar(&f.creds, "nats-creds", "", "`file` of NATS credentials")
	fs.StringVar(&f.ca, "nats-ca", "", "`file` of the authority that signed the servers' certificates, PEM")
	fs.StringVar(&f.cert, "nats-cert", "", "`file` of this client's certificate, PEM")
	fs.StringVar(&f.key, "nats-key", "", "`file` of this client's private key, PEM")
	fs.BoolVar(&f.sync, "sync", false, "without --nats: write each message to disk before it counts; slower; by default once a second, and what a power failure takes is asked again")
}

// Open connects to the queue, or starts it in this process.
func (f *Queue) Open(ctx context.Context, name string, notify func(string)) (*broker.Broker, *queue.Queue, error) {
	home, err := shell.CacheDir(f.Cache)
	if err != nil {
		return nil, nil, err
	}
	b, err := broker.Open(ctx, broker.Options{
		URL: f.URL, Creds: f.creds, CA: f.ca, Cert: f.cert, Key: f.key, Dir: filepath.Join(home, "queue"), Sync: f.sync, Name: name, Notify: notify,
	})
	if err != nil {
		return nil, nil, Ended(ctx, err)
	}
	q, err := queue.Open(ctx, b, 0)
	if err != nil {
		return nil, nil, Ended(ctx, errors.Join(err, b.Close()))
	}
	return b, q, nil
}

// Ended gives an error the code of an interruption where the user ended the command.
func Ended(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	}
	return err
}
