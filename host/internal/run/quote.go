package run

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/query"
)

// reads says whether the policy reads sentence by sentence, so that only those count that address the question.
func (r *run) reads() bool { return len(r.Policy.Address.Stages) > 0 }

// addressed says whether a sentence counts for the answer. Without address stages all do.
func (r *run) addressed() bool { return !r.reads() || slices.ContainsFunc(r.sentences, r.counts) }

// quoted is the sentence of a passage that the answer rests on: the one that a stage found the answer in, of a verdict the one that
// takes sides most clearly, else the one nearest to question and answer.
func (r *run) quoted(p *passage) *sentence {
	if s := r.answer.spans[p]; s != nil {
		return s
	}
	all := slices.DeleteFunc(r.sentencesOf(p), func(s *sentence) bool { return !r.counts(s) })
	if len(all) == 0 {
		all = r.sentencesOf(p)
	}
	if r.plan.Polar && r.reads() {
		return first(all, func(s *sentence) float64 { return math.Abs(s.stance) + s.addresses*undecidedShare })
	}
	want := r.focus
	if r.answer.chosen >= 0 && !r.plan.Polar {
		want = evidence.Union(r.question, r.options[r.answer.chosen])
	}
	return first(all, func(s *sentence) float64 { return evidence.Containment(want, r.wordsOf(s)) })
}

// undecidedShare is the weight of addressing beside taking sides where a sentence is picked to be quoted: it decides among sentences
// that hardly take any.
const undecidedShare = 0.1

// first is the first of the sentences that weigh most; nil without any.
func first(all []*sentence, weight func(*sentence) float64) *sentence {
	var best *sentence
	most := math.Inf(-1)
	for _, s := range all {
		if w := weight(s); w > most {
			best, most = s, w
		}
	}
	return best
}

// wordsOf is the set of the sentence's words.
func (rd *reading) wordsOf(s *sentence) []uint32 {
	d := s.passage.doc
	for _, x := range s.passage.chunk.Sentences {
		if s.passage.Start+x.Start == s.Start {
			return analysis.SetOf(d.ids, x.Words)
		}
	}
	return nil
}

// verdictEvidence returns the sentences on which a verdict rests: of each side the clearest sentence of each work, the verdict's side first, and
// then, if there is room, the clearest of the other. What leaves the question open, and a
// verdict for which no single sentence speaks, rests on what addresses it best.
func (r *run) verdictEvidence(side query.Stance, n int) []*passage {
	if !r.reads() {
		return r.topPassages(n)
	}
	pro, contra := r.works(1), r.works(-1)
	own, other := pro, contra
	if side == query.Contradicts {
		own, other = contra, pro
	}
	if side == query.Undecided || len(pro)+len(contra) == 0 {
		return r.addressing(n)
	}
	reserved := min(len(other), max(1, n/3))
	own = own[:min(len(own), n-reserved)]
	return slices.Concat(own, other[:min(len(other), n-len(own))])
}

// works are the passages whose clearest sentence takes that side (1 or -1), one of each work, the clearest first.
func (r *run) works(side float64) []*passage {
	weight := func(s *sentence) float64 { return side * s.stance * s.addresses }
	return r.onePerWork(func(s *sentence) bool { return s.judged && r.counts(s) && weight(s) > 0 }, weight)
}

// addressing are the n passages with the sentences that address the question best, one of each work first.
func (r *run) addressing(n int) []*passage {
	out := r.onePerWork(r.counts, func(s *sentence) float64 { return s.addresses })
	return out[:min(n, len(out))]
}

// onePerWork lists the passages of the best sentence of each work, best first.
func (r *run) onePerWork(is func(*sentence) bool, weight func(*sentence) float64) []*passage {
	best := map[*document]*sentence{}
	var docs []*document
	for _, s := range r.sentences {
		d := s.passage.doc
		switch have := best[d]; {
		case !is(s):
		case have == nil:
			docs = append(docs, d)
			best[d] = s
		case weight(s) > weight(have):
			best[d] = s
		}
	}
	slices.SortStableFunc(docs, func(a, b *document) int { return cmp.Compare(weight(best[b]), weight(best[a])) })
	out := make([]*passage, len(docs))
	for i, d := range docs {
		out[i] = best[d].passage
	}
	return out
}
