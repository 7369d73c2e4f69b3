// Package cas changes entries of a bucket by compare-and-set.
package cas

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Conflict says whether somebody else wrote first. Replicated streams say so with a code of their own (10164).
func Conflict(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.As(err, &api) &&
		(api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// Put stores an entry if its revision is still the given one; 0 means that the entry must not exist.
func Put(ctx context.Context, kv jetstream.KeyValue, key string, data []byte, revision uint64) (uint64, error) {
	if revision == 0 {
		return kv.Create(ctx, key, data)
	}
	return kv.Update(ctx, key, data, revision)
}

// tries is the number of attempts after which [Update] gives up.
const tries = 200

// Update calls change with an entry, or with nil if there is none, and stores the result; a nil result stores nothing. On a conflict it starts
// again. It returns errors of change as they are. After any other error the entry may or may not have been stored.
func Update(ctx context.Context, kv jetstream.KeyValue, key string, change func(old []byte) ([]byte, error)) error {
	for n := range tries {
		var old []byte
		var revision uint64
		entry, err := kv.Get(ctx, key)
		switch {
		case err == nil:
			old, revision = entry.Value(), entry.Revision()
		case !errors.Is(err, jetstream.ErrKeyNotFound):
			return err
		}
		data, err := change(old)
		if err != nil || data == nil {
			return err
		}
		if _, err = Put(ctx, kv, key, data, revision); err == nil || !Conflict(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Duration(rand.Int64N(int64(min(n+1, 20)) * int64(time.Millisecond)))):
		}
	}
	return fmt.Errorf("%s: others changed it %d times in a row; try again", key, tries)
}
