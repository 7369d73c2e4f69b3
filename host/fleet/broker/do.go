package broker

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/sparkhost/sparkhost/host/fleet/patience"
)

// ErrNoRoom is matched when the servers have reached a limit of what they keep, or their disk is full.
var ErrNoRoom = errors.New("the servers have no room for more")

// Do repeats a request as [patience.Do] does, but no more once the servers have said that this user may not send it. The error may match [ErrRefused] or [ErrNoRoom].
func (b *Broker) Do(ctx context.Context, do func() error) error {
	began := time.Now()
	err := patience.Until(ctx, do, func(err error) bool {
		return b.Refused(began, "") != nil || b.Replicas == 1 && roomless(err) // of several servers, another may have room
	})
	return b.Explain(err, began)
}

// Refused returns what the servers have refused since a time that has to do with a subject; empty: any.
func (b *Broker) Refused(since time.Time, subject string) error {
	return b.refusals.since(since, subject)
}

// Explain adds to the error of a request that began at a time why it failed, and the next step.
func (b *Broker) Explain(err error, began time.Time) error {
	if err == nil || errors.Is(err, ErrRefused) || errors.Is(err, ErrNoRoom) {
		return err
	}
	if refused := b.Refused(began, ""); refused != nil && patience.Transient(err) {
		return refused
	}
	switch {
	case !roomless(err):
		return err
	case b.Embedded():
		return fmt.Errorf("%w: %w; free space on the disk of the queue, or choose another folder with --cache", ErrNoRoom, err)
	}
	return fmt.Errorf("%w: %w; free space on their disks, or raise max_file of JetStream or the limits of the account", ErrNoRoom, err)
}

// Codes of servers that have reached a limit.
var roomlessCodes = map[jetstream.ErrorCode]bool{
	10002: true, // resources of the account
	10023: true, // resources of the server
	10026: true, // consumers
	10027: true, // streams
	10028: true, // memory
	10047: true, // storage
	10122: true, // bytes that a stream reserves
}

// roomless says whether a limit of the servers or of their disks refused a message or a stream.
func roomless(err error) bool {
	if _, code := patience.Said(err); roomlessCodes[code] {
		return true
	}
	text := err.Error()
	return strings.Contains(text, "no space left on device") || strings.Contains(text, "maximum bytes exceeded") || strings.Contains(text, "maximum messages exceeded")
}
