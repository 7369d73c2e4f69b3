package outbound_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/outbound"
)

func TestABackoffDoublesUpToItsMostAndDependsOnItsArgumentsAlone(t *testing.T) {
	b := outbound.Backoff{First: time.Second, Most: 10 * time.Second}
	for try, most := range map[int]time.Duration{1: time.Second, 2: 2 * time.Second, 4: 8 * time.Second, 5: 10 * time.Second, 100: 10 * time.Second} {
		longest, seen := time.Duration(0), map[time.Duration]bool{}
		for seed := range uint64(200) {
			d := b.After(try, seed, [32]byte{7})
			assert.Positive(t, d)
			assert.LessOrEqual(t, d, most, try)
			assert.Equal(t, d, b.After(try, seed, [32]byte{7}))
			longest, seen[d] = max(longest, d), true
		}
		assert.Greater(t, longest, most*9/10, "try %d: the whole range is used", try)
		assert.Greater(t, len(seen), 190, "callers that failed together do not come back together")
	}
	assert.NotEqual(t, b.After(1, 1, [32]byte{1}), b.After(1, 1, [32]byte{2}))
}
