package plugin

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Memo keeps the encoded responses of calls, which are functions of their keys.
//
// Do returns the value stored under key (hit is true), or else calls compute, stores what it
// returns and returns that. It stores nothing when compute fails, and returns compute's
// error so that errors.As finds it. It may run one compute for several callers. Callers
// do not change the value. It is used by many goroutines.
type Memo interface {
	Do(ctx context.Context, key [32]byte, compute func(context.Context) ([]byte, error)) (value []byte, hit bool, err error)
}

// memoVersion changes when the meaning of stored values or of keys does.
const memoVersion = 2

// An answered call is an entry of a memo: the fuel that the call used, as 8 bytes, and the encoded
// response.
type answered struct {
	fuel     int64
	response []byte
	log      string // of the call that was made; no memo keeps it
}

func (a answered) value() []byte {
	return append(binary.BigEndian.AppendUint64(make([]byte, 0, 8+len(a.response)), uint64(a.fuel)), a.response...)
}

// parseAnswered returns the reverse; a value that is too short gives an empty response, which
// no plugin gives.
func parseAnswered(value []byte) answered {
	if len(value) < 8 {
		return answered{}
	}
	return answered{fuel: int64(binary.BigEndian.Uint64(value)), response: value[8:]}
}

// memoKey returns the sha256 of the length-prefixed: memo version, plugin digest, contract version, kind
// and digest of the encoded request, which holds the config too.
func memoKey(plugin [32]byte, kind contract.Kind, input [32]byte) [32]byte {
	b := make([]byte, 0, 128)
	for _, field := range [][]byte{{memoVersion}, plugin[:], {contract.Version}, {byte(kind)}, input[:]} {
		b = binary.BigEndian.AppendUint64(b, uint64(len(field)))
		b = append(b, field...)
	}
	return sha256.Sum256(b)
}
