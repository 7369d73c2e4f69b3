package broker

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// shown returns the address of servers without the name, password or token that it may have.
func shown(address string) string {
	all := strings.Split(address, ",")
	for i, one := range all {
		scheme, rest, found := strings.Cut(one, "://")
		if !found {
			scheme, rest = "", one
		}
		if at := strings.LastIndexByte(rest, '@'); at >= 0 {
			rest = "***@" + rest[at+1:]
		}
		if all[i] = rest; found {
			all[i] = scheme + "://" + rest
		}
	}
	return strings.Join(all, ",")
}

func unreachable(address string, err error) error {
	var wrong *url.Error // it quotes the address
	if errors.As(err, &wrong) {
		err = wrong.Err
	}
	next := "check the address and that the server runs"
	switch {
	case errors.Is(err, nats.ErrSecureConnWanted):
		next = "the servers have no TLS; use nats:// or give them certificates"
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), "rootCA"):
		next = "check --nats-creds, or name and password in --nats"
	case strings.Contains(err.Error(), "tls"), strings.Contains(err.Error(), "rootCA"), strings.Contains(err.Error(), "x509"):
		next = "check --nats-ca, --nats-cert and --nats-key"
	}
	return fmt.Errorf("--nats %s: %w; %s", shown(address), err, next)
}

func noStreams(address string, err error) error {
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return fmt.Errorf("--nats %s: the server keeps no streams: %w; start it with JetStream (nats-server -js)", shown(address), err)
	}
	return fmt.Errorf("--nats %s: %w", shown(address), err)
}
