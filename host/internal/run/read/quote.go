package read

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/excerpt"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// ExcerptOf returns a passage as models see it: the sentences that count, with their neighbours; the whole of it where no stage judged them.
func (r *Run) ExcerptOf(p *state.Passage) string {
	sentences := r.SentencesOf(p)
	if !r.Reads() || len(sentences) == 0 {
		return p.Text
	}
	texts, wanted := make([]string, len(sentences)), make([]bool, len(sentences))
	for i, s := range sentences {
		texts[i], wanted[i] = s.Text, s.Addressed && r.Counts(s)
	}
	return excerpt.Around(texts, wanted)
}

// Reads says whether the policy reads sentence by sentence, so that only those count that address the question.
func (r *Run) Reads() bool { return len(r.Policy.Address.Stages) > 0 }

// Addressed says whether a sentence counts for the answer. Without address stages all do.
func (r *Run) Addressed() bool { return !r.Reads() || slices.ContainsFunc(r.Sentences, r.Counts) }

// Quoted returns the sentence of a passage that the answer rests on: the one that a stage found the answer in, of a verdict the one that
// takes sides most clearly, else the one nearest to question and answer.
func (r *Run) Quoted(p *state.Passage) *state.Sentence {
	if s := r.Answer.Spans[p]; s != nil {
		return s
	}
	all := slices.DeleteFunc(r.SentencesOf(p), func(s *state.Sentence) bool { return !r.Counts(s) })
	if len(all) == 0 {
		all = r.SentencesOf(p)
	}
	if r.Plan.Polar && r.Reads() {
		return first(all, func(s *state.Sentence) float64 { return s.Clarity() + r.speaks(s)*undecidedShare })
	}
	want := r.Focus
	if r.Answer.Chosen >= 0 && !r.Plan.Polar {
		want = evidence.Union(r.Question, r.Options[r.Answer.Chosen])
	}
	return first(all, func(s *state.Sentence) float64 { return evidence.Containment(want, r.WordsOf(s)) })
}

// undecidedShare is the weight of addressing beside taking sides where a sentence is picked to be quoted: it decides among sentences
// that hardly take any.
const undecidedShare = 0.1

// speaks rates a sentence for a verdict for which none takes sides: how well it addresses the question, and how far it tells what came out, which
// what leaves a question open need not.
func (r *Run) speaks(s *state.Sentence) float64 {
	if c := r.Answer.Chosen; c >= 0 && r.Plan.Stances[c] != query.Undecided {
		return s.Tells()
	}
	return s.Addresses
}

// first returns the first of the sentences that weigh most; nil without any.
func first(all []*state.Sentence, weight func(*state.Sentence) float64) *state.Sentence {
	var best *state.Sentence
	most := math.Inf(-1)
	for _, s := range all {
		if w := weight(s); w > most {
			best, most = s, w
		}
	}
	return best
}

// WordsOf returns the set of the sentence's words.
func (rd *Run) WordsOf(s *state.Sentence) []uint32 {
	d := s.Passage.Doc
	for _, x := range s.Passage.Chunk.Sentences {
		if s.Passage.Start+x.Start == s.Start {
			return analysis.SetOf(d.Ids, x.Words)
		}
	}
	return nil
}

// VerdictEvidence returns the sentences on which a verdict rests: of each side the clearest sentence of each work, the verdict's side first, and
// then, if there is room, the clearest of the other. What leaves the question open, and a
// verdict for which no single sentence speaks, rests on what addresses it best.
func (r *Run) VerdictEvidence(side query.Stance, n int) []*state.Passage {
	if !r.Reads() {
		return r.TopPassages(n)
	}
	pro, contra := r.Works(1), r.Works(-1)
	own, other := pro, contra
	if side == query.Contradicts {
		own, other = contra, pro
	}
	if side == query.Undecided {
		return r.Addressing(n)
	}
	if len(pro)+len(contra) == 0 {
		out := r.onePerWork(r.Counts, (*state.Sentence).Tells)
		return out[:min(n, len(out))]
	}
	reserved := min(len(other), max(1, n/3))
	own = own[:min(len(own), n-reserved)]
	return slices.Concat(own, other[:min(len(other), n-len(own))])
}

// Works returns the passages whose clearest sentence takes that side (1 or -1), one of each work, the clearest first.
func (r *Run) Works(side float64) []*state.Passage {
	return r.onePerWork(func(s *state.Sentence) bool { return s.Judged && r.Counts(s) && side*s.Stance > 0 }, (*state.Sentence).Clarity)
}

// Addressing returns the n passages with the sentences that address the question best, one of each work first.
func (r *Run) Addressing(n int) []*state.Passage {
	out := r.onePerWork(r.Counts, func(s *state.Sentence) float64 { return s.Addresses })
	return out[:min(n, len(out))]
}

// Sides returns the passages whose sentences speak most clearly for it, and against it: one of each work, which stands on one side.
func (r *Run) Sides() (pro, contra []*state.Passage) {
	clear := func(s *state.Sentence) float64 { return math.Abs(s.Side()) * s.Meets() }
	for _, s := range r.bestPerWork(func(s *state.Sentence) bool { return s.Judged && r.Counts(s) && s.Side() != 0 }, clear) {
		if s.Side() > 0 {
			pro = append(pro, s.Passage)
		} else {
			contra = append(contra, s.Passage)
		}
	}
	return pro, contra
}

// onePerWork lists the passages of the best sentence of each work, best first.
func (r *Run) onePerWork(is func(*state.Sentence) bool, weight func(*state.Sentence) float64) []*state.Passage {
	best := r.bestPerWork(is, weight)
	out := make([]*state.Passage, len(best))
	for i, s := range best {
		out[i] = s.Passage
	}
	return out
}

// bestPerWork lists the best sentence of each work, best first.
func (r *Run) bestPerWork(is func(*state.Sentence) bool, weight func(*state.Sentence) float64) []*state.Sentence {
	at := map[*state.Document]int{}
	var out []*state.Sentence
	for _, s := range r.Sentences {
		i, have := at[s.Passage.Doc]
		switch {
		case !is(s):
		case !have:
			at[s.Passage.Doc] = len(out)
			out = append(out, s)
		case weight(s) > weight(out[i]):
			out[i] = s
		}
	}
	slices.SortStableFunc(out, func(a, b *state.Sentence) int { return cmp.Compare(weight(b), weight(a)) })
	return out
}
