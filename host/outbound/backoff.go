package outbound

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"time"
)

// The back-off after try n is drawn evenly from up to 2^(n-1) seconds, a minute at most ("full
// jitter": callers that failed together do not come back together).
const (
	firstBackoff = time.Second
	mostBackoff  = time.Minute
)

// Backoff returns how long to wait after failed try number try. It depends on its arguments only, so equal runs wait equally long.
func Backoff(seed uint64, key [32]byte, try int) time.Duration {
	most := mostBackoff
	if try < 7 {
		most = min(most, firstBackoff<<(try-1))
	}
	h := fnv.New64a()
	_, _ = h.Write(key[:]) // never fails
	r := rand.New(rand.NewPCG(seed, h.Sum64()^binary.LittleEndian.Uint64(key[:8])+uint64(try)))
	return time.Duration(1 + r.Int64N(int64(most)))
}
