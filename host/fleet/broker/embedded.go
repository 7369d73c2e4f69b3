package broker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
)

// payload is the largest message that a server of this process takes, in bytes.
const payload = 8 << 20

// syncEvery is the interval at which a server of this process writes to disk if it does not before each acknowledgement.
const syncEvery = time.Second

// An embedded server is standalone and listens on no port.
type embedded struct {
	server *server.Server
	lock   *flock.Flock
}

// start runs a server on the folder, which it locks.
func start(ctx context.Context, o Options) (*embedded, error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("queue folder: %w; choose another with --cache", err)
	}
	e := &embedded{lock: flock.New(filepath.Join(o.Dir, "lock"))}
	if err := e.take(ctx, o.wait()); err != nil {
		return nil, fmt.Errorf("queue folder %s: %w", o.Dir, err)
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "sparkhost", DontListen: true, NoSigs: true, NoLog: true, NoSystemAccount: false,
		JetStream: true, StoreDir: o.Dir, SyncAlways: o.Sync, SyncInterval: syncEvery, MaxPayload: payload,
		JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 1 << 40,
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("queue folder %s: %w", o.Dir, err), e.lock.Close())
	}
	e.server = s
	go s.Start()
	if !s.ReadyForConnections(30 * time.Second) {
		return nil, errors.Join(fmt.Errorf("queue folder %s: the server did not start; move the folder away to begin with an empty queue", o.Dir), e.close())
	}
	return e, nil
}

// take locks the folder, which a process that just ended may still hold.
func (e *embedded) take(ctx context.Context, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	taken, err := e.lock.TryLockContext(ctx, 20*time.Millisecond)
	if taken {
		return nil
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w; wait for its end, or run a NATS server and give --nats to both", ErrInUse)
	}
	return err
}

func (e *embedded) url() string { return e.server.ClientURL() }

// InProcessConn implements nats.InProcessConnProvider.
func (e *embedded) InProcessConn() (net.Conn, error) { return e.server.InProcessConn() }

func (e *embedded) close() error {
	if e.server != nil {
		e.server.Shutdown()
		e.server.WaitForShutdown()
	}
	return e.lock.Close()
}
