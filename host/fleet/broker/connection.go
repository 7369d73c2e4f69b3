package broker

import (
	"crypto/tls"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// pingEvery sets the interval at which a client asks whether its server is still there. One that vanished without a word, as with its machine or behind a partition, is left
// for another after three times this, well before requests are given up.
const pingEvery = 4 * time.Second

// connection turns the options into those of the client.
func (o Options) connection(r *refusals) ([]nats.Option, error) {
	out := []nats.Option{
		nats.Name("sparkhost " + o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.Timeout(o.wait()),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				o.Notify(fmt.Sprintf("queue: connection lost: %v; trying again", err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			r.renewed()
			o.Notify("queue: connected again")
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if text := r.note(err); text != "" {
				o.Notify(text)
			}
		}),
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

func (o Options) answer() time.Duration {
	if o.Answer > 0 {
		return o.Answer
	}
	return 5 * time.Second
}

// secure returns the options of TLS.
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
