// Package fleetcmd holds the commands that answer questions with several workers: `submit`, `worker` and `batch`.
package fleetcmd

import (
	"context"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/fleet/broker"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// queueFlags say where the queue is.
type queueFlags struct {
	cache         string
	url, creds    string
	ca, cert, key string
	sync          bool
}

func (f *queueFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&f.cache, "cache", "", "`folder` of cache, index and records, and of the queue without --nats (default: the user's cache folder; env SPARKHOST_CACHE)")
	fs.StringVar(&f.url, "nats", "", "`URL` of NATS servers with JetStream, separated by commas: nats://HOST:4222 or tls://HOST:4222 (default: a server inside this process)")
	fs.StringVar(&f.creds, "nats-creds", "", "`file` of NATS credentials")
	fs.StringVar(&f.ca, "nats-ca", "", "`file` of the authority that signed the servers' certificates, PEM")
	fs.StringVar(&f.cert, "nats-cert", "", "`file` of this client's certificate, PEM")
	fs.StringVar(&f.key, "nats-key", "", "`file` of this client's private key, PEM")
	fs.BoolVar(&f.sync, "sync", false, "without --nats: write each message to disk before it counts; slower; by default once a second, and what a power failure takes is asked again")
}

// open connects to the queue, or starts it in this process.
func (f *queueFlags) open(ctx context.Context, name string, notify func(string)) (*broker.Broker, *queue.Queue, error) {
	home, err := shell.CacheDir(f.cache)
	if err != nil {
		return nil, nil, err
	}
	b, err := broker.Open(ctx, broker.Options{
		URL: f.url, Creds: f.creds, CA: f.ca, Cert: f.cert, Key: f.key, Dir: filepath.Join(home, "queue"), Sync: f.sync, Name: name, Notify: notify,
	})
	if err != nil {
		return nil, nil, ended(ctx, err)
	}
	q, err := queue.Open(ctx, b, 0)
	if err != nil {
		return nil, nil, ended(ctx, joined(err, b.Close()))
	}
	return b, q, nil
}

// ended gives an error the code of an interruption where the user ended the command.
func ended(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	}
	return err
}
