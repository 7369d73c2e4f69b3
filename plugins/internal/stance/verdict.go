package stance

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/sentence"
)

// A Verdict is what all that was read says of a hypothesis.
type Verdict struct {
	Supports, Contradicts, Undecided float64 // sum to 1
	Disputed                         float64 // 0..1: works speak for it and others against it
	Backing                          float64 // 0..1: how clearly the best sentence takes the verdict's side; 0 of one that is undecided
	Hearsay                          float64 // 0..1: how far what meets the hypothesis best only tells what others believe
	ForWorks, AgainstWorks           int
	Stances                          []Stance // of the sentences that address the hypothesis
}

// A Stance is what one sentence says.
type Stance struct {
	Row   int
	Value float64 // -1 contradicts … 1 supports
	Leans float64 // the same before it is known that nothing was read clause by clause and that the sentence speaks of something else; at least as far from 0
	Cue   string  // the words that tell, for people

	States float64 // 0..1: how far it tells what came out, and does not only ask, announce, pass on or describe what was done
}

// Corrections are weights that a team adds to the log-odds of the heads: of a constant and of each feature of the question.
// Either may be empty.
type Corrections struct{ Decided, Answer []float64 }

// What counts.
const (
	addresses = 0.3  // a sentence that holds less of the hypothesis says nothing of it,
	judgedSo  = 0.5  // unless it was judged to address it at least so well
	evident   = 0.5  // evidence from which a work takes a side
	clear     = 0.15 // how far from even a work must be to take it
)

// compared is the number of works from which the head that decides a claim can tell how far the best one stands out. Of fewer, the
// clearest single sentence counts beside it.
const compared = 12

// Telling is the stance from which a sentence takes a side: of those between 0.1 and 0.2 about half do (docs/benchmarks.md). Leans is that from which
// it bears out a verdict, or speaks for one side of a dispute.
const Telling, Leans = 0.2, 0.1

// Judge says what sentences say of a claim or question. Without a sentence that addresses it the question is undecided.
func (j *Judge) Judge(q Question, sentences []Sentence, c Corrections) *Verdict {
	p := j.Look(q, sentences)
	if !p.addressed() {
		return &Verdict{Undecided: 1}
	}
	v := p.judged(j.model, p.Vector(j.model), c)
	v.Hearsay = p.hearsay()
	v.back(p.h.Asked || len(c.Answer) > 0)
	return v
}

// unbacked is the share of its probability that a verdict on a claim keeps for which no single sentence speaks: such verdicts turn out
// right as seldom as a guess. Of questions they are as good as others, and a team that corrects the answers knows them better.
const unbacked = 0.5

// back looks for the sentence that says what the works together say; a verdict that is trusted needs none.
func (v *Verdict) back(trusted bool) {
	way, most := float64(cmp.Compare(v.Supports, v.Contradicts)), 0.0
	for _, s := range v.Stances {
		v.Backing, most = max(v.Backing, s.Value*way), max(most, s.Leans*way)
	}
	if most < Leans && !trusted {
		v.Supports, v.Contradicts = v.Supports*unbacked, v.Contradicts*unbacked
		v.Undecided = 1 - v.Supports - v.Contradicts
	}
	if v.Undecided >= max(v.Supports, v.Contradicts) {
		v.Backing = 0
	}
}

// addressed says whether anything that was read addresses the hypothesis.
func (p *Pool) addressed() bool { return slices.ContainsFunc(p.views, (*view).speaks) }

// speaks says whether a sentence addresses the hypothesis: it holds enough of it, or was judged to.
func (v *view) speaks() bool { return v.Cover >= addresses || v.sentence.Addresses >= judgedSo }

// Judge says what the works together say by the heads for questions of a model, from a vector of [Pool.Vector].
func (p *Pool) Judge(m *Model, x []float32) *Verdict {
	if !p.addressed() {
		return &Verdict{Undecided: 1}
	}
	return p.judged(m, x, Corrections{})
}

func (p *Pool) judged(m *Model, x []float32, c Corrections) *Verdict {
	stances := p.stances(m)
	d, a := p.heads(m, x)
	decided, answer := sigmoid(d+dot(c.Decided, x)), sigmoid(follow(stances, a)+dot(c.Answer, x))
	if few := p.few(); !p.h.Asked && few > 0 {
		decided = 1 - (1-decided)*(1-few*p.clearest(m))
	}
	decided *= p.asserted()
	if p.scatters() {
		decided *= scattered
	}
	v := &Verdict{Supports: decided * answer, Contradicts: decided * (1 - answer), Stances: stances}
	v.Undecided = 1 - v.Supports - v.Contradicts
	p.count(v)
	return v
}

// stances returns what the sentences that address the hypothesis say, one by one.
func (p *Pool) stances(m *Model) (all []Stance) {
	for _, v := range p.views {
		if v.speaks() {
			all = append(all, p.stance(m, v))
		}
	}
	return all
}

// followed is the least log-odds of the side on which all sentences stand that take one. Where the works together spoke for the other side, the sentences were
// right in 18 of 25 questions, of packs that were left out of the fit and of our own (RATIONALE.md).
const followed = 0.9

// follow returns the log-odds of support of a claim or question: where sentences take a side and all take the same, at least followed for that side. What a team
// corrects comes behind it.
func follow(stances []Stance, odds float64) float64 {
	supports, contradicts := false, false
	for _, s := range stances {
		supports, contradicts = supports || s.Value >= Telling, contradicts || s.Value <= -Telling
	}
	switch {
	case supports && !contradicts:
		return max(odds, followed)
	case contradicts && !supports:
		return min(odds, -followed)
	}
	return odds
}

// scattered is the share of its decision that a verdict keeps where one work speaks of the subject and another one of the object, and none of both.
const scattered = 0.35

// scatters says whether works speak of the subject and others of the object, and none of both.
func (p *Pool) scatters() bool {
	ofSubject, ofObject := false, false
	for _, w := range p.works {
		var held uint64
		for _, v := range w.views {
			held |= v.held
		}
		subject, object := p.h.Sides(held)
		if subject && object {
			return false
		}
		ofSubject, ofObject = ofSubject || subject, ofObject || object
	}
	return ofSubject && ofObject
}

// few returns how little the works can be compared; 0..1, and 0 of so many that they can.
func (p *Pool) few() float64 { return max(0, 1-float64(len(p.works))/compared) }

// clearest returns how far the sentence that takes a side most clearly does; 0..1.
func (p *Pool) clearest(m *Model) float64 {
	most := 0.0
	for _, v := range p.views {
		if v.speaks() {
			most = max(most, math.Abs(p.stance(m, v).Leans))
		}
	}
	return most
}

// asserted returns how far the works with most evidence state what they say.
func (p *Pool) asserted() float64 {
	best, most := 0.0, 0.0
	for k := range p.works {
		best = max(best, p.works[k].evidence)
	}
	for k := range p.works {
		if w := &p.works[k]; w.evidence >= best/2 {
			most = max(most, w.asserted)
		}
	}
	return most
}

// Asked says whether the hypothesis came as a question.
func (p *Pool) Asked() bool { return p.h.Asked }

// dot returns a constant and weights of features; missing weights are 0.
func dot(w []float64, x []float32) float64 {
	if len(w) == 0 {
		return 0
	}
	sum := w[0]
	for i, v := range w[1:min(len(w), len(x)+1)] {
		sum += v * float64(x[i])
	}
	return sum
}

// count says how many works take which side, and whether they differ.
func (p *Pool) count(v *Verdict) {
	silent, agreed := 1.0, 1.0 // that no work speaks for, against
	for k := range p.works {
		w := &p.works[k]
		side := 2*sigmoid(w.side) - 1
		if w.evidence >= evident && side > clear {
			v.ForWorks++
		}
		if w.evidence >= evident && side < -clear {
			v.AgainstWorks++
		}
		silent *= 1 - w.evidence*(1+side)/2
		agreed *= 1 - w.evidence*(1-side)/2
	}
	v.Disputed = (1 - silent) * (1 - agreed)
}

// strictly returns the view with its sentence measured strictly. Works are measured with both, as the heads were fitted so, and fitted otherwise
// tell packs that were left out apart no better. It is made once.
func (v *view) strictly() *view {
	if v.strictView != nil {
		return v.strictView
	}
	plain := *v
	plain.Sight, plain.alone, plain.by = v.Sight.Strictly(), nil, nil
	v.strictView = &plain
	return &plain
}

// crisp is by how much a sentence that could be read clause by clause moves the log-odds of support; unread is what is left of the stance of
// one that could not: of such labels a third is wrong, of the others an eighth (SciFact's claims beside their abstracts).
const crisp, unread = 2, 0.4

// stance returns what one sentence says by itself.
func (p *Pool) stance(m *Model, v *view) Stance {
	if v.Loose() {
		v = v.strictly()
	}
	read := float64(v.Features[sentence.FeatureReads])
	odds := v.sideBy(m) - denying*v.Denial() + affirming*v.Affirms() + crisp*read
	value := (2*sigmoid(odds) - 1) * v.Asserted * math.Sqrt(sigmoid(m.Evidence.Score(v.vector()))) * min(1, v.Cover/0.6)
	if a := v.sentence.Addresses; a < judgedSo {
		value *= a / judgedSo
	}
	if value < 0 && read == 0 && v.Turned() {
		value = 0 // "did not raise" says nothing against "lowers"
	}
	leans := min(max(value, -1), 1)
	partly := float32(math.Abs(read)) <= sentence.BesideShare // read with what others say: the verdict heeds it, a label stands on its own sentence
	if read == 0 && v.Misses() || partly && (v.OnlyTells() || read < 0 && v.Exchanges()) {
		value = 0
	}
	if partly {
		value *= unread
	}
	return Stance{v.row, min(max(value, -1), 1), leans, v.Cue(value), v.States()}
}
