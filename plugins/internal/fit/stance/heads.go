package main

import (
	"sync"

	"github.com/sparkhost/sparkhost/plugins/internal/fit/boost"
	"github.com/sparkhost/sparkhost/plugins/internal/fit/packs"
	"github.com/sparkhost/sparkhost/plugins/internal/forest"
	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// folds is how many parts groups are divided into.
const folds = 5

func foldOf(group string) int { return int(text.Hash([]byte(group+"x")) % folds) }

// packWeight is what all examples of a pack weigh together, if it has fullPack of them or more: a handful of claims that are written as questions
// must not weigh as much as a pack of questions.
const packWeight, fullPack = 1000, 100

// sideOptions and the others say how the trees of a head are grown.
var (
	sideOptions     = boost.Options{Trees: 625, Rate: 0.02, Depth: 3, Columns: 0.3, Seed: 1}
	evidenceOptions = boost.Options{Trees: 200, Depth: 3, Columns: 0.3, Seed: 2}
	answerOptions   = boost.Options{Trees: 300, Rate: 0.01, Depth: 2, Lambda: 10, Least: 10, Seed: 3, Monotone: stance.RisingAnswers()}
	claimOptions    = boost.Options{Trees: 300, Rate: 0.01, Depth: 2, Columns: 1, Lambda: 10, Least: 10, Seed: 5, Monotone: stance.RisingOutstanding()}
	decidedOptions  = boost.Options{Trees: 300, Rate: 0.01, Depth: 2, Lambda: 10, Least: 10, Seed: 4, Monotone: stance.RisingDecisions()}
)

// works fits the heads that judge works to the rows that in accepts: each pack weighs the same, and in it each class.
func (s *set) works(in func(pack, group string) bool) *stance.Model {
	side, evidence, words := newTable(true), newTable(true), &wordTable{}
	for i := range s.rows {
		r := &s.rows[i]
		if !in(r.Pack, r.Group) {
			continue
		}
		if r.Label != packs.Neither {
			side.add(r.Pack, r.x, r.Label == packs.Support, r.Weight)
			words.add(r)
		}
		if r.Pack != "fever" && r.Pack != "evidence-inference" { // their evidence is always one
			evidence.add(r.Pack, r.x, r.Label != packs.Neither, r.Weight)
		}
	}
	return &stance.Model{Evidence: evidence.fit(evidenceOptions), Side: side.fit(sideOptions), Polarity: words.fit()}
}

// A pooled question has the vectors that works judged by other groups give it.
type pooled struct {
	*question
	x           []float32
	outstanding []float32
	without     []float32 // as outstanding, of what was read but the right works; nil: there are none
}

// poolOf measures a question by a model.
func (q *question) poolOf(m *stance.Model) pooled {
	x := q.pool.Vector(m)
	p := pooled{question: q, x: x, outstanding: q.pool.Outstanding(x)}
	if len(q.Gold) > 0 && q.Label != packs.Neither {
		rest := q.pool.Without(func(d int) bool { return q.Gold[q.Works[d].ID] })
		p.without = rest.Outstanding(rest.Vector(m))
	}
	return p
}

// crossed measures each question of the packs other than out by heads that were fitted without its group, and those of out by heads
// fitted without the pack.
func (s *set) crossed(out string) []pooled {
	models := make([]*stance.Model, folds+1)
	parallel(len(models), func(i int) {
		models[i] = s.works(func(pack, group string) bool { return pack != out && (i == folds || foldOf(group) != i) })
	})
	all := make([]pooled, len(s.questions))
	for i := range s.questions {
		q := &s.questions[i]
		m := models[folds]
		if q.Pack != out {
			m = models[foldOf(q.Group)]
		}
		all[i] = q.poolOf(m)
	}
	return all
}

// heads fits the heads that judge questions, into a model. What was read for a question without its right works leaves a claim open: so the head for
// claims learns from questions of every kind.
func heads(m *stance.Model, questions []pooled, in func(*pooled) bool) {
	claim, asked, answer := newTable(true), newTable(false), newTable(false)
	for i := range questions {
		q := &questions[i]
		if !in(q) || q.Disputed {
			continue
		}
		claim.add(q.Pack, q.outstanding, q.Label != packs.Neither, 1)
		if q.without != nil {
			claim.add(q.Pack, q.without, false, 1)
		}
		if q.asked {
			asked.add(q.Pack, q.x, q.Label != packs.Neither, 1)
		}
		if q.Label != packs.Neither {
			answer.add(q.Pack, q.x, q.Label == packs.Support, 1)
		}
	}
	m.Claim, m.Question, m.Answer = claim.fit(claimOptions), asked.fit(decidedOptions), answer.fit(answerOptions)
}

// model fits all heads to all packs.
func (s *set) model() *stance.Model {
	m := s.works(func(string, string) bool { return true })
	heads(m, s.crossed(""), func(*pooled) bool { return true })
	return m
}

// A table collects examples so that each pack weighs the same.
type table struct {
	boost.Table
	packs    []string
	mass     map[string]float64
	count    map[string]int
	balanced bool // each class of a pack weighs the same, too
}

func newTable(balanced bool) *table {
	return &table{mass: map[string]float64{}, count: map[string]int{}, balanced: balanced}
}

func (t *table) add(pack string, x []float32, class bool, weight float64) {
	if t.balanced && class {
		pack += " true"
	}
	t.X, t.Class, t.Weight, t.packs = append(t.X, x), append(t.Class, class), append(t.Weight, weight), append(t.packs, pack)
	t.mass[pack] += weight
	t.count[pack]++
}

func (t *table) fit(o boost.Options) *forest.Forest {
	whole := float64(packWeight)
	if t.balanced {
		whole /= 2
	}
	for i, p := range t.packs {
		t.Weight[i] *= whole / t.mass[p] * min(1, float64(t.count[p])/fullPack)
	}
	return boost.Fit(&t.Table, o)
}

// parallel calls do for 0 to n-1 from two goroutines.
func parallel(n int, do func(i int)) {
	var all sync.WaitGroup
	for part := range 2 {
		all.Go(func() {
			for i := part; i < n; i += 2 {
				do(i)
			}
		})
	}
	all.Wait()
}
