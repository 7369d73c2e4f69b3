package plugin

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// remembering is an instance that may run until then.
func remembering(ctx context.Context, wall time.Duration) *instance {
	i := &instance{}
	i.tank.begin(ctx, 1, wall)
	return i
}

func TestAMemoryThatGrowsStaysWhereItIs(t *testing.T) {
	i := remembering(context.Background(), time.Hour)
	defer i.release()
	l := i.Allocate(0, 64<<20)
	small := l.Reallocate(1 << 16)
	small[7] = 7
	large := l.Reallocate(64 << 20)
	assert.Same(t, unsafe.SliceData(small), unsafe.SliceData(large))
	assert.EqualValues(t, 7, large[7])
	assert.Zero(t, large[64<<20-1])
	assert.Equal(t, 64<<20, i.memories[0].warm)
	assert.Nil(t, l.Reallocate(64<<20+1), "over its limit")
}

func TestPagesAreMadeReadyUntilTheDeadlineOnly(t *testing.T) {
	late := remembering(context.Background(), -time.Second)
	defer late.release()
	assert.Len(t, late.Allocate(0, 64<<20).Reallocate(64<<20), 64<<20)
	assert.Zero(t, late.memories[0].warm)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	left := remembering(ctx, time.Hour)
	defer left.release()
	assert.Len(t, left.Allocate(0, 64<<20).Reallocate(64<<20), 64<<20)
	assert.Zero(t, left.memories[0].warm)
}

func TestTheMemoryOfAnInstanceIsGivenBackWithIt(t *testing.T) {
	mappings := func() int {
		maps, err := os.ReadFile("/proc/self/maps")
		require.NoError(t, err)
		return strings.Count(string(maps), "\n")
	}
	before := mappings()
	for range 100 {
		i := remembering(context.Background(), time.Hour)
		i.Allocate(0, 1<<40).Reallocate(1 << 16)
		i.release()
		assert.Empty(t, i.memories)
	}
	assert.Less(t, mappings(), before+50)
}
