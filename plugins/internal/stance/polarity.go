package stance

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/forest"
	"github.com/sparkhost/sparkhost/plugins/internal/sentence"
)

// A Word is one that sentences have beside the hypothesis' words and it lacks, or that it has and they lack.
type Word struct {
	Stem    uint64
	Missing bool    // from the sentences
	Heed    float32 // 0..1, as much as the sentence is that has it
}

// heeded is how much a sentence must be heeded for its words to count.
const heeded = 0.2

// Words returns those of all sentences that only one side has. Weights are fitted to them.
func (p *Pool) Words() []Word { return apart(p.h, p.views, nil) }

// apart finds the words that only a hypothesis or only sentences have, each once, of those that a polarity knows; nil knows all.
//
//go:noinline
func apart(h *sentence.Hypothesis, views []*view, known *Polarity) []Word {
	var words []Word
	at, held, top := map[uint64]int{}, uint64(0), 0.0
	for _, v := range views {
		held |= v.held
		top = max(top, v.attention)
	}
	for _, v := range views {
		heed := float32(math.Sqrt(sentence.Share(v.attention, top)))
		if heed < heeded {
			continue
		}
		for i := range v.Tokens {
			stem := v.Tokens[i].Stem
			if !known.has(stem) || !v.Borders(i) {
				continue
			}
			k, is := at[stem]
			if !is {
				k = len(words)
				at[stem] = k
				words = append(words, Word{Stem: stem})
			}
			words[k].Heed = max(words[k].Heed, heed)
		}
	}
	for stem := range h.Lacking(held) {
		if known.has(stem) {
			words = append(words, Word{stem, true, 1})
		}
	}
	return words
}

// A Polarity is how far words that only one side has speak for support rather than contradiction.
type Polarity struct {
	Base    float32
	Weights map[uint64]Leaning // by stem
}

// A Leaning is the weights of a word: where the sentences have it alone, and where the hypothesis has.
type Leaning struct{ Fresh, Missing float32 }

func (p *Polarity) has(stem uint64) bool {
	if p == nil {
		return true
	}
	_, is := p.Weights[stem]
	return is
}

// Score returns the log-odds of support by words of [Pool.Words]: many of them count for less each.
func (p *Polarity) Score(words []Word) float64 {
	sum, norm := 0.0, 1.0
	for _, w := range words {
		l, is := p.Weights[w.Stem]
		weight := l.Fresh
		if w.Missing {
			weight = l.Missing
		}
		if !is || weight == 0 {
			continue
		}
		sum += float64(weight * w.Heed)
		norm += float64(w.Heed * w.Heed)
	}
	return float64(p.Base) + sum/math.Sqrt(norm)
}

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
