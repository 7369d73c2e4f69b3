// Package doubling checks that the work of a parser grows with its input and not faster. Work is counted in bytes allocated, which
// follow from the input alone: time would follow from the machine.
package doubling

import (
	"runtime"
	"strings"
	"testing"
)

const (
	least  = 8 << 10   // bytes of an input to begin with
	most   = 256 << 10 // bytes of an input that is repeated; of a longer one little is learned
	slack  = 256 << 10 // bytes of lists that grow in steps, and of buffers that are made once
	factor = 2.5
	runs   = 3 // of which the least counts: other goroutines allocate, too
)

// Text parses text, repeated to some 8 KiB, and then four times as much of it. It fails if a doubling takes more than 2.5 times the
// work. It doubles twice, because lists grow in steps of a quarter.
func Text(t testing.TB, text string, parse func(text string)) {
	t.Helper()
	Repeated(t, "", text, "", parse)
}

// Repeated is Text for inputs of a frame around a part that repeats, such as the elements of a list.
func Repeated(t testing.TB, before, part, after string, parse func(text string)) {
	t.Helper()
	if part == "" || len(part) > most {
		return
	}
	n := max(1, least/len(part))
	Numbered(t, n, func(n int) { parse(before + strings.Repeat(part, n) + after) })
}

// Numbered runs work for n and for four times n things. It fails if a doubling takes more than 2.5 times the work. A list that grew just
// behind n looks like that, too, so that what is suspected is run for sixteen times n.
func Numbered(t testing.TB, n int, work func(n int)) {
	t.Helper()
	once, fourfold := allocated(func() { work(n) }), allocated(func() { work(4 * n) })
	if float64(fourfold) <= factor*factor*float64(once)+slack {
		return
	}
	if sixteen := allocated(func() { work(16 * n) }); float64(sixteen) > factor*factor*factor*factor*float64(once)+slack {
		t.Errorf("four times the input takes %.1f times the work, sixteen times %.1f: %d, %d and %d bytes",
			float64(fourfold)/float64(once), float64(sixteen)/float64(once), once, fourfold, sixteen)
	}
}

// allocated returns the bytes that work allocates.
func allocated(work func()) uint64 {
	least := ^uint64(0)
	for range runs {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		work()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}
