package broker

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// pingEvery sets the interval at which a client asks whether its server is still there. One that vanished without a word, as with its machine or behind a partition, is left
// for another after three times this, well before requests are given up.
const pingEvery = 4 * time.Second

// connection turns the options into those of the client.
func (o Options) connection() ([]nats.Option, error) {
	out := []nats.Option{
		nats.Name("sparkhost " + o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.Timeout(o.wait()),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				o.Notify(fmt.Sprintf("queue: connection lost: %v; trying again", err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { o.Notify("queue: connected again") }),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	}
	if o.Creds != "" {
		out = append(out, nats.UserCredentials(o.Creds))
	}
	if o.Dial != nil {
		out = append(out, nats.SetCustomDialer(o.Dial))
	}
	secure, err := o.secure()
	return append(append(out, secure...), o.Extra...), err
}

func (o Options) wait() time.Duration {
	if o.Wait > 0 {
		return o.Wait
	}
	return 10 * time.Second
}

// secure are the options of TLS.
func (o Options) secure() ([]nats.Option, error) {
	var out []nats.Option
	if o.CA != "" {
		out = append(out, nats.RootCAs(o.CA))
	}
	if (o.Cert == "") != (o.Key == "") {
		return nil, errors.New("--nats-cert and --nats-key belong together; give both")
	}
	if o.Cert != "" {
		if _, err := tls.LoadX509KeyPair(o.Cert, o.Key); err != nil {
			return nil, fmt.Errorf("--nats-cert, --nats-key: %w", err)
		}
		out = append(out, nats.ClientCert(o.Cert, o.Key))
	}
	return out, nil
}

func unreachable(address string, err error) error {
	next := "check the address and that the server runs"
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), "rootCA"):
		next = "check --nats-creds"
	case strings.Contains(err.Error(), "tls"), strings.Contains(err.Error(), "rootCA"), strings.Contains(err.Error(), "x509"):
		next = "check --nats-ca, --nats-cert and --nats-key"
	}
	return fmt.Errorf("--nats %s: %w; %s", address, err, next)
}

func noStreams(address string, err error) error {
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return fmt.Errorf("--nats %s: the server keeps no streams: %w; start it with JetStream (nats-server -js)", address, err)
	}
	return fmt.Errorf("--nats %s: %w", address, err)
}
