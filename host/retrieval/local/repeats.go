package local

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
)

// A numbered is the id of a document, shortened, with the document's number among those of all chunks.
type numbered struct {
	id     [idSize]byte
	number uint32
}

// repeated finds the documents whose id stands before them already: their number, and that of the first one.
func (b *builder) repeated() map[uint32]uint32 {
	var all []numbered
	for _, p := range b.chunks {
		for i := range p.documents {
			row := p.segment.open.records.Row(p.doc + i)
			all = append(all, numbered{[idSize]byte(row[:idSize]), uint32(len(all))})
		}
	}
	slices.SortFunc(all, func(a, b numbered) int {
		return cmp.Or(bytes.Compare(a.id[:], b.id[:]), cmp.Compare(a.number, b.number))
	})
	repeated := map[uint32]uint32{}
	for i, first := 1, 0; i < len(all); i++ {
		if all[i].id != all[first].id {
			first = i
		} else {
			repeated[all[i].number] = all[first].number
		}
	}
	return repeated
}

// badLines lists the bad lines of all chunks and the documents that repeat an id, in the order of the lines.
func (b *builder) badLines(repeated map[uint32]uint32) (*BadLinesError, error) {
	starts := make([]uint32, len(b.chunks)+1)
	for i, p := range b.chunks {
		starts[i+1] = starts[i] + uint32(p.documents)
	}
	bad := &BadLinesError{}
	for i, p := range b.chunks {
		file, count, described := b.options.Files[p.file], p.bad, 0
		found := slices.Clone(p.badAt)
		for n := starts[i]; n < starts[i+1]; n++ {
			first, again := repeated[n]
			if !again {
				continue
			}
			if count++; described == maxShown || bad.full(file) {
				continue
			}
			described++
			line, reason, err := b.describeRepeat(p, int(n-starts[i]), first, starts)
			if err != nil {
				return nil, err
			}
			found = append(found, chunkBad{line, reason})
		}
		slices.SortStableFunc(found, func(a, b chunkBad) int { return cmp.Compare(a.Line, b.Line) })
		first := make([]BadLine, len(found))
		for k, f := range found {
			first[k] = BadLine{file, p.first + f.Line, f.Reason}
		}
		bad.add(file, count, first)
	}
	return bad, nil
}

// describeRepeat says which id the i-th document of a chunk repeats, and where that stands first.
func (b *builder) describeRepeat(p *placed, i int, first uint32, starts []uint32) (line int, reason string, err error) {
	d, line, err := p.segment.open.placed(p.doc + i)
	if err != nil {
		return 0, "", err
	}
	k := sort.Search(len(b.chunks), func(k int) bool { return starts[k+1] > first })
	before := b.chunks[k]
	_, at, err := before.segment.open.placed(before.doc + int(first-starts[k]))
	if err != nil {
		return 0, "", err
	}
	return line, fmt.Sprintf("duplicate id %q: first in %s:%d", d.ID, b.options.Files[before.file], before.first+at), nil
}
