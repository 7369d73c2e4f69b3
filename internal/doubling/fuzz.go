package doubling

import (
	"strings"
	"testing"

	"github.com/sparkhost/sparkhost/internal/thorough"
)

// mostSlices limits the parts of a seed.
func mostSlices() int { return thorough.Number(24, 2) }

// Fuzz fuzzes texts of which a part repeats: the whole text, and the part between two offsets where it stands. Parts of the seeds that
// end at their separators are tried by every `go test`: a few of each seed, and more where everything is wanted.
func Fuzz(f *testing.F, parse func(t testing.TB, text string), seeds ...string) {
	for _, seed := range seeds {
		for _, part := range parts(seed) {
			f.Add(seed, part[0], part[1])
		}
	}
	f.Fuzz(func(t *testing.T, text string, from, upto uint16) {
		once := func(text string) { parse(t, text) }
		if from == 0 {
			Text(t, text, once)
		}
		Within(t, text, from, upto, once)
	})
}

// parts returns the slices of text between up to four separators, evenly sampled.
func parts(text string) [][2]uint16 {
	cuts := []uint16{0}
	for i := range min(len(text), most) {
		if i < 1<<16-1 && strings.IndexByte("\n,;:{}[]<>\" ", text[i]) >= 0 {
			cuts = append(cuts, uint16(i), uint16(i+1))
		}
	}
	var all [][2]uint16
	for i, from := range cuts {
		for _, upto := range cuts[i+1 : min(i+8, len(cuts))] {
			if from < upto {
				all = append(all, [2]uint16{from, upto})
			}
		}
	}
	step := max(1, len(all)/mostSlices())
	out := all[:0]
	for i := 0; i < len(all); i += step {
		out = append(out, all[i])
	}
	return append(out, [2]uint16{0, uint16(min(len(text), 1<<16-1))})
}
