package stance

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/forest"
)

// The file form: the number of words and the base, then stem and two weights of each, by ascending stem.
const polarityHead, polarityEntry = 8, 16

// append adds the file form of the polarity to b.
func (p *Polarity) append(b []byte) []byte {
	le := binary.LittleEndian
	b = le.AppendUint32(b, uint32(len(p.Weights)))
	b = le.AppendUint32(b, math.Float32bits(p.Base))
	for _, stem := range slices.Sorted(maps.Keys(p.Weights)) {
		l := p.Weights[stem]
		b = le.AppendUint64(b, stem)
		b = le.AppendUint32(b, math.Float32bits(l.Fresh))
		b = le.AppendUint32(b, math.Float32bits(l.Missing))
	}
	return b
}

// parsePolarity reads a polarity that is all of b. The error is [forest.ErrModel].
func parsePolarity(b []byte) (*Polarity, error) {
	le := binary.LittleEndian
	if len(b) < polarityHead || uint64(len(b)) != polarityHead+polarityEntry*uint64(le.Uint32(b)) {
		return nil, forest.ErrModel
	}
	p := &Polarity{Base: math.Float32frombits(le.Uint32(b[4:])), Weights: make(map[uint64]Leaning, le.Uint32(b))}
	for b = b[polarityHead:]; len(b) > 0; b = b[polarityEntry:] {
		p.Weights[le.Uint64(b)] = Leaning{math.Float32frombits(le.Uint32(b[8:])), math.Float32frombits(le.Uint32(b[12:]))}
	}
	return p, nil
}
