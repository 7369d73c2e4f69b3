package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
)

// A Key names one answer of a side: a question of a pack, and which repeat of it, from 0. Pack is empty where there is one file of questions.
type Key struct {
	Pack   string `json:"pack,omitempty"`
	ID     string `json:"id"`
	Repeat int    `json:"repeat,omitempty"`
}

// Compare orders keys by pack, question and repeat.
func (k Key) Compare(o Key) int {
	return cmp.Or(strings.Compare(k.Pack, o.Pack), strings.Compare(k.ID, o.ID), cmp.Compare(k.Repeat, o.Repeat))
}

// A Sample is the results of one side.
type Sample struct {
	Name    string
	Results map[Key]*record.Result
}

// policies returns the distinct policies of the results, by name.
func (s *Sample) policies() []record.Named {
	out := []record.Named{}
	for _, r := range s.Results {
		if !slices.Contains(out, r.Policy) {
			out = append(out, r.Policy)
		}
	}
	slices.SortFunc(out, func(a, b record.Named) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Digest, b.Digest))
	})
	return out
}

// A Question is one that both sides are judged by.
type Question struct {
	*evidence.Question
	Cluster string // questions of one cluster count as one observation; empty: the question is its own
}

// Options say how to compare.
type Options struct {
	Judge   eval.Judge
	Penalty float64                           // of the score: what a wrong answer takes away, where a right one gives 1 and an abstention 0
	Margin  float64                           // a difference under it does not matter; 0: there is none, and nothing is called equivalent
	Seed    uint64                            // of the bootstrap
	Draws   int                               // resamples of the bootstrap; 0: [DefaultDraws]
	Cause   func(Key) (*replay.Change, error) // asked for the change of an answer that flipped; nil, or a nil change: results say it
	Brief   bool                              // only what is known answer by answer: no macro-F1, calibration errors and areas
	Replay  bool                              // the second side was re-decided over evidence of the first: it took no time
}

// DefaultDraws is the number of resamples of a figure.
const DefaultDraws = 2000

// An item is one question under both sides.
type item struct {
	key     Key
	cluster string
	sides   [2]eval.Outcome
	results [2]*record.Result
}

// difference of a yes or no is 1 if only the second has it, -1 if only the first has.
func (it *item) difference(has func(*eval.Outcome) bool) int {
	first, second := has(&it.sides[0]), has(&it.sides[1])
	switch {
	case second && !first:
		return 1
	case first && !second:
		return -1
	}
	return 0
}

// pair lines up both sides. A question with an answer that one side lacks is there, without a result: it counts as not answered. Of repeats those count
// that both sides have; first and second count the results left out of each.
func pair(questions map[Key]*Question, first, second *Sample, judge eval.Judge) (items []item, left [2]int) {
	repeats := map[Key]int{}
	for k := range questions {
		repeats[k] = max(1, min(repeatsOf(first, k), repeatsOf(second, k)))
	}
	for k, n := range repeats {
		q := questions[k]
		for r := range n {
			key := Key{k.Pack, k.ID, r}
			it := item{key: key, cluster: cmp.Or(q.Cluster, k.Pack+"\x00"+k.ID)}
			for side, s := range []*Sample{first, second} {
				it.results[side] = s.Results[key]
				it.sides[side] = judge.Outcome(q.Question, it.results[side])
			}
			items = append(items, it)
		}
	}
	for side, s := range []*Sample{first, second} {
		for k := range s.Results {
			if k.Repeat >= repeats[Key{Pack: k.Pack, ID: k.ID}] {
				left[side]++
			}
		}
	}
	slices.SortFunc(items, func(a, b item) int { return a.key.Compare(b.key) })
	return items, left
}

func repeatsOf(s *Sample, k Key) int {
	n := 0
	for ; s.Results[Key{k.Pack, k.ID, n}] != nil; n++ {
	}
	return n
}
