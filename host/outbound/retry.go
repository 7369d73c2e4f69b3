package outbound

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Retry says whether the same request may be sent again.
func (c Class) Retry() bool { return c == Transient || c == RateLimited }

// Retry says whether the same request may be answered later.
func (e *Error) Retry() bool { return e.Class.Retry() }

// A Backoff says how long to wait after the failed try number n, from 1: a time drawn evenly from up to First·2^(n-1), at most Most
// ("full jitter": callers that failed together do not come back together).
type Backoff struct{ First, Most time.Duration }

// After depends on its arguments only, so equal runs wait equally long. Key identifies the request.
func (b Backoff) After(try int, seed uint64, key [32]byte) time.Duration {
	most := min(b.Most, b.First<<min(try-1, 16))
	h := fnv.New64a()
	_, _ = h.Write(key[:]) // never fails
	r := rand.New(rand.NewPCG(seed, h.Sum64()^binary.LittleEndian.Uint64(key[:8])+uint64(try)))
	return time.Duration(1 + r.Int64N(int64(most)))
}

// RetryAfter reads the header of that name, seconds or an HTTP date, as a wait from now: 0 when
// it is missing, past or nonsense, 48 hours at most.
func RetryAfter(header http.Header, now time.Time) time.Duration {
	const most = 48 * time.Hour
	s := strings.TrimSpace(header.Get("Retry-After"))
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		if !(n > 0) {
			return 0
		}
		return time.Duration(min(n, most.Seconds()) * float64(time.Second))
	}
	at, err := http.ParseTime(s)
	if err != nil {
		return 0
	}
	return min(max(0, at.Sub(now)), most)
}
