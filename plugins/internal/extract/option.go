package extract

import "slices"

// An option is what tells one choice from the others.
type option struct {
	line
	terms   []term
	amounts []amount
	meta    meta
	named   []int // places of the options that it speaks of; nil: all
	equal   int
	denied  bool // the option itself says that something is not so
	twin    bool // another option has the same amounts
}

// readOptions reads the options; of each, terms and amounts are what tells it from the others.
func (x *Extractor) readOptions(q *Question) []option {
	out := make([]option, len(q.Options))
	for i, s := range q.Options {
		o := &out[i]
		o.line, o.equal = x.line(s).opening(), -1
		o.meta, o.named = metaOf(s)
		o.amounts = x.amounts(&o.line)
		for k := range o.words {
			o.denied = o.denied || isNegation(&o.words[k]) && !o.bounds(k)
		}
		o.terms = x.terms(&o.line, &focus{noun: -1, at: -1, option: true}, q.Rarity)
		for j := range i {
			if o.equal < 0 && same(&out[j], o) {
				o.equal = j
			} else if len(o.amounts) > 0 && sameAmounts(&out[j], o) {
				out[j].twin, o.twin = true, true
			}
		}
	}
	for i := range out {
		if out[i].named != nil && !nameable(out, i) {
			out[i].meta, out[i].named = metaNo, nil
		}
	}
	for i := range out {
		out[i].contrast(out)
	}
	return out
}

// once keeps the first of equal quantities.
func once(all []quantity) []quantity {
	var out []quantity
	for i := range all {
		if !slices.ContainsFunc(out, func(q quantity) bool { return q.equals(&all[i]) && q.unit.dim == all[i].unit.dim }) {
			out = append(out, all[i])
		}
	}
	return out
}

// same says whether two options are equal but for case, marks, units and words without content.
func same(a, b *option) bool {
	return sameAmounts(a, b) && slices.Equal(a.rest(), b.rest()) && (len(a.terms)+len(a.amounts) > 0 || a.Text == b.Text)
}

// sameAmounts says whether two options say the same of equal numbers.
func sameAmounts(a, b *option) bool {
	return slices.EqualFunc(a.amounts, b.amounts, func(p, q amount) bool {
		return p.equals(&q.quantity) && p.ranges == q.ranges && (!p.ranges || close(p.high, q.high)) && (p.bound == q.bound || p.bound <= around && q.bound <= around)
	})
}

// bounds says whether word i is of a bound, as in "no more than 5 mg".
func (o *option) bounds(i int) bool {
	return slices.ContainsFunc(o.amounts, func(m amount) bool { return m.from <= i && i < m.first })
}

// rest returns the keys of an option's words with content that are of no amount.
func (o *option) rest() []uint64 {
	var keys []uint64
	for i := range o.words {
		w := &o.words[i]
		counted := slices.ContainsFunc(o.amounts, func(q amount) bool { return q.first <= i && i < q.end })
		if !counted && indexTerm(o.terms, w.key) >= 0 {
			keys = append(keys, w.key)
		}
	}
	return keys
}

// contrast lowers the weight of terms by the share of the other options that have them.
func (o *option) contrast(all []option) {
	weights := make([]float64, len(o.terms))
	left := 0.0
	for t := range o.terms {
		others, of := 0.0, 0.0
		for i := range all {
			if p := &all[i]; p != o && p.equal < 0 && p.meta == metaNo {
				of++
				if indexTerm(p.terms, o.terms[t].key) >= 0 {
					others++
				}
			}
		}
		weights[t] = o.terms[t].weight
		if of > 0 {
			weights[t] *= 1 - others/of
		}
		left += weights[t]
	}
	if left == 0 {
		return
	}
	for t := range o.terms {
		o.terms[t].weight = weights[t]
	}
}
