// Package doubling checks that the work of a parser grows with its input and not faster. Work is counted in bytes allocated, which
// follow from the input alone: time would follow from the machine.
package doubling

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
)

const (
	least  = 16 << 10  // bytes of an input to begin with: of less, lists that grow by doubling tell another tale
	most   = 256 << 10 // bytes of an input that is repeated; of a longer one little is learned
	slack  = 256 << 10 // bytes of lists that grow in steps, and of buffers that are made once
	factor = 2.5
	runs   = 3 // of which the least counts: other goroutines allocate, too
)

// Text parses text, repeated to some 16 KiB, and then four times as much of it. It fails if a doubling takes more than 2.5 times the
// work. It doubles twice, because lists grow in steps of a quarter.
func Text(t testing.TB, text string, parse func(text string)) {
	t.Helper()
	Repeated(t, "", text, "", parse)
}

// Repeated is Text for inputs of a frame around a part that repeats, such as the elements of a list. A sign # of the
// part stands for the number of the repetition, so that the elements can differ.
func Repeated(t testing.TB, before, part, after string, parse func(text string)) {
	t.Helper()
	if part == "" || len(part) > most {
		return
	}
	n := max(1, least/len(part))
	Numbered(t, n, func(n int) { parse(before + repeat(part, n) + after) })
}

// repeat is strings.Repeat with a number for each sign #.
func repeat(part string, n int) string {
	if !strings.Contains(part, "#") {
		return strings.Repeat(part, n)
	}
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(part, "#", strconv.Itoa(i)))
	}
	return b.String()
}

// Within parses text in which the part between two offsets repeats where it stands, such as one author of a page: what surrounds it
// stays, so that a parser reaches the part. Offsets in the wrong order or beyond the text mean nothing.
func Within(t testing.TB, text string, from, upto uint16, parse func(text string)) {
	t.Helper()
	if int(from) < int(upto) && int(upto) <= len(text) {
		Repeated(t, text[:from], text[from:upto], text[upto:], parse)
	}
}

// Nested parses parts within each other, such as elements, to some 16 KiB and to four times as much.
func Nested(t testing.TB, open, inner, shut string, parse func(text string)) {
	t.Helper()
	if size := len(open) + len(shut); size > 0 && size <= most {
		Numbered(t, max(1, least/size), func(n int) { parse(strings.Repeat(open, n) + inner + strings.Repeat(shut, n)) })
	}
}

// Numbered runs work for n and for four times n things. It fails if a doubling takes more than 2.5 times the work. A list that grew just
// behind n looks like that, too, and so does a text that is read no further than its first half, so that what is suspected is run for sixteen times n
// and has to grow faster there, too.
func Numbered(t testing.TB, n int, work func(n int)) {
	t.Helper()
	// More runs of the longer input can only make it cheaper, so that one that is cheap enough decides.
	if grewWithInput(allocated(runs, func() {}, func() { work(n) }), allocated(1, func() {}, func() { work(4 * n) })) {
		return
	}
	Counted(t, n, func(n int) uint64 { return allocated(runs, emptyPools, func() { work(n) }) })
}

// emptyPools drops what each [sync.Pool] kept of earlier runs: a list that one run finds there, and the next does not since a collection came
// between, looks like growth. The second collection drops what the first put aside.
func emptyPools() {
	runtime.GC()
	runtime.GC()
}

// Counted is Numbered for work that counts itself, such as the fuel of a guest.
func Counted(t testing.TB, n int, work func(n int) uint64) {
	t.Helper()
	once, fourfold := work(n), work(4*n)
	if grewWithInput(once, fourfold) {
		return
	}
	if sixteen := work(16 * n); float64(sixteen) > factor*factor*factor*factor*float64(once)+slack && !grewWithInput(fourfold, sixteen) {
		t.Errorf("four times the input takes %.1f times the work, sixteen times %.1f: %d, %d and %d",
			float64(fourfold)/float64(once), float64(sixteen)/float64(once), once, fourfold, sixteen)
	}
}

// grewWithInput reports whether four times the input took no more than 2.5 times the work at each doubling.
func grewWithInput(once, fourfold uint64) bool {
	return float64(fourfold) <= factor*factor*float64(once)+slack
}

// allocated returns the bytes that work allocates, the least of some runs, each of which prepare precedes.
func allocated(runs int, prepare, work func()) uint64 {
	least := ^uint64(0)
	for range runs {
		prepare()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		work()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}
