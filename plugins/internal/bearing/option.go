package bearing

import "math"

// An option of the question with what it adds to the question's words.
type option struct {
	*hypothesis
	amount   float64 // the quantity that it states; NaN: none
	unit     uint64  // stem of the word behind the quantity; 0: none
	percent  bool
	question uint64  // bits of the terms that the question has
	asked    float64 // their weight
	shifts   uint64  // bits of its own direction words
}

// Numbers within this relative distance count as the same, the nearer the more.
const tolerance = 0.05

// ownLeast is the least weight of an option's own word: even "higher" tells options apart.
const ownLeast = 0.8

// newOptions makes a hypothesis of the question with each option. Words that all
// options share are not their own.
func (a *assessor) newOptions(texts []string) []*option {
	options, shared := make([]*option, len(texts)), map[uint64]int{}
	for i, text := range texts {
		h := newHypothesis(a.query, text, a.lexicon, a.config)
		options[i] = &option{hypothesis: h, amount: math.NaN()}
		for k := range h.terms {
			if h.terms[k].own {
				shared[h.terms[k].stem]++
			}
		}
	}
	for i, o := range options {
		for k := range o.terms {
			t := &o.terms[k]
			if !t.own {
				o.question |= 1 << k
				continue
			}
			t.own = shared[t.stem] < len(options) || len(options) == 1
			t.weight = max(t.weight, ownLeast)
		}
		o.rank(a.passages)
		o.asked = o.weigh(o.question)
		r := read(texts[i], a.lexicon)
		o.measureUp(&r)
		for j := range r.tokens {
			if k, is := o.index(r.tokens[j].stem); is && r.tokens[j].shift != 0 {
				o.shifts |= 1 << k
			}
		}
	}
	return options
}

// measureUp reads the option's first number and its unit.
func (o *option) measureUp(r *reading) {
	for i := range r.tokens {
		t := &r.tokens[i]
		if math.IsNaN(t.number) {
			continue
		}
		o.amount, o.percent = t.number, t.percent
		if i+1 < len(r.tokens) && !t.percent {
			o.unit = r.tokens[i+1].stem
		}
		return
	}
}

// stated finds the sentence's quantity of the same unit that is nearest to the option's
// and says how near it is, 0 to 1, and at which token.
func (o *option) stated(r *reading, v *view) (nearest float64, at int) {
	for i := v.first; i < v.end; i++ {
		t := &r.tokens[i]
		if math.IsNaN(t.number) || t.percent != o.percent || o.unit != 0 && (i+1 >= v.end || r.tokens[i+1].stem != o.unit) {
			continue
		}
		off := 0.0
		if t.number != o.amount {
			off = math.Abs(t.number-o.amount) / max(t.number, o.amount)
		}
		if left := math.Pow(max(0, 1-off/tolerance), 4); left > nearest {
			nearest, at = left, i
		}
	}
	return nearest, at
}

// bears is how far a sentence states the option: the share of its own words, or for a
// quantity how near the stated one is; more if words of the question stand next to it.
func (o *option) bears(r *reading, v *view) float64 {
	if !math.IsNaN(o.amount) {
		stated, at := o.stated(r, v)
		return stated * o.beside(r, v, at)
	}
	own := min(1, v.own+o.directed(v))
	if v.own == 0 {
		return own * own
	}
	closest := 0.0
	for i := v.first; i < v.end; i++ {
		if k, is := o.index(r.tokens[i].stem); is && o.terms[k].own {
			closest = max(closest, o.beside(r, v, i))
		}
	}
	return own * own * closest
}

// directed is what the sentence has instead of the option's direction words: others that
// go the same way or the other, by how near they stand to the same things.
func (o *option) directed(v *view) float64 {
	if len(o.directions) == 0 {
		return 0
	}
	told := max(v.signal[sigAgree], v.signal[sigOppose])
	return told * max(0, o.ownShare(o.shifts)-o.ownShare(o.shifts&v.set))
}

// beside says how near the sentence's words of the question stand to token i, 0.5 for
// far away to 1; the border of a clause puts them further away.
func (o *option) beside(r *reading, v *view, i int) float64 {
	nearness := make([]float64, len(o.terms))
	for j := v.first; j < v.end; j++ {
		if k, is := o.index(r.tokens[j].stem); is && o.question>>k&1 != 0 {
			away := max(i-j, j-i) + 2*max(r.tokens[i].clause-r.tokens[j].clause, r.tokens[j].clause-r.tokens[i].clause)
			nearness[k] = max(nearness[k], 1/(1+float64(away)/float64(o.window)))
		}
	}
	sum := 0.0
	for k, n := range nearness {
		sum += n * o.terms[k].weight
	}
	return 0.5 + 0.5*share(sum, o.weigh(v.set&o.question))
}

// context is how much of the question a sentence, its neighbours and its document hold.
func (o *option) context(p *passage, i int, document uint64) float64 {
	set := p.views[i].set
	around := set
	if i > 0 {
		around |= p.views[i-1].set
	}
	if i+1 < len(p.views) {
		around |= p.views[i+1].set
	}
	q := o.question
	return share(0.6*o.weigh(set&q)+0.2*o.weigh(around&q)+0.2*o.weigh(document&q), o.asked)
}

// sides puts together what all documents say of an option: of each the strongest
// sentence each way, 1 - product of (1 - strength).
func (o *option) sides(passages []passage) (support, contradict float64) {
	held := documentSets(passages)
	top := 0.0
	for i := range passages {
		for j := range passages[i].views {
			top = max(top, o.context(&passages[i], j, held[i]))
		}
	}
	var pro, contra doubts
	for i := range passages {
		p := &passages[i]
		for j := range p.views {
			v := &p.views[j]
			near := share(o.context(p, j, held[i]), top)
			pol := o.polarity(v)
			strength := trust * o.bears(&p.reading, v) * near * near * math.Abs(pol)
			if pol > 0 {
				pro.add(p, i, strength)
			} else {
				contra.add(p, i, strength)
			}
		}
	}
	return pro.sum(), contra.sum()
}

// trust is how far one document alone can decide.
const trust = 0.7

// doubts holds the strongest sentence of each document, in the order of passages.
type doubts struct {
	documents []float64
	strengths []float64
}

func (d *doubts) add(p *passage, row int, strength float64) {
	key := p.document
	if math.IsNaN(key) {
		key = -1 - float64(row)
	}
	for i := range d.documents {
		if d.documents[i] == key {
			d.strengths[i] = max(d.strengths[i], strength)
			return
		}
	}
	d.documents, d.strengths = append(d.documents, key), append(d.strengths, strength)
}

func (d *doubts) sum() float64 {
	left := 1.0
	for _, s := range d.strengths {
		left *= 1 - s
	}
	return 1 - left
}

// documentSets is, for each passage, the terms that its document holds.
func documentSets(passages []passage) []uint64 {
	held := map[float64]uint64{}
	for i := range passages {
		held[passages[i].document] |= passages[i].set()
	}
	sets := make([]uint64, len(passages))
	for i := range passages {
		sets[i] = held[passages[i].document]
		if math.IsNaN(passages[i].document) {
			sets[i] = passages[i].set()
		}
	}
	return sets
}
