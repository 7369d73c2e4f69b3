package extract

import (
	"slices"
	"strings"
)

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

// A meta is an option that speaks of the other options.
type meta uint8

const (
	metaNo   meta = iota
	metaAll       // all of the others, or those that it names by their letters
	metaNone      // none of them
)

// metaOf recognises "all of the above", "both A and B" and "none of these". Named are the places of the options that it names, from 0 on; nil: it
// means all.
func metaOf(s string) (m meta, named []int) {
	s = strings.ToLower(strings.Trim(s, " ."))
	switch {
	case strings.HasPrefix(s, "all of the") || s == "all" || strings.HasPrefix(s, "all the above") || s == "both" || strings.HasPrefix(s, "both of the"):
		return metaAll, nil
	case strings.HasPrefix(s, "none of the") || s == "none" || s == "neither" || strings.HasPrefix(s, "none of these"):
		return metaNone, nil
	}
	if named = letters(s); len(named) > 1 {
		return metaAll, named
	}
	return metaNo, nil
}

// letters reads the places that an option names by letters and nothing else: "both a and c", "a, b and d"; nil: it does not.
func letters(s string) []int {
	var out []int
	for _, w := range strings.Fields(strings.ReplaceAll(s, ",", " ")) {
		switch {
		case w == "both" || w == "and" || w == "only":
		case len(w) == 1 && w[0] >= 'a' && w[0] <= 'h':
			out = append(out, int(w[0]-'a'))
		default:
			return nil
		}
	}
	return out
}

// nameable says whether option i may name others by their letters: they are there, and none is a letter itself, as of vitamins.
func nameable(options []option, i int) bool {
	for _, place := range options[i].named {
		if place >= len(options) || place == i || len(options[place].words) == 1 && len(options[place].at(0)) == 1 {
			return false
		}
	}
	return true
}

// Of "all of the above": it has the support of the weakest option, and more than the best if the weakest has so great a share of its support.
const alike, ahead = 0.8, 0.1

// settle fills in options that speak of others, and equal ones.
func settle(options []option, out []Bearing) {
	for i := range options {
		o := &options[i]
		switch {
		case o.meta == metaAll:
			out[i].Support = together(options, out, o.named)
		case o.meta == metaNone:
			out[i].Support = 0
		}
		if e := o.equal; e >= 0 {
			out[i].Support, out[i].Contradict = out[e].Support, out[e].Contradict
		}
	}
}

// together returns the support of an option that says that several others are so: those in the places named, or all.
func together(options []option, out []Bearing, named []int) float64 {
	least, best, rival, n := 1.0, 0.0, 0.0, 0
	for i := range options {
		switch {
		case options[i].meta != metaNo || options[i].equal >= 0:
		case named != nil && !slices.Contains(named, i):
			rival = max(rival, out[i].Support)
		default:
			least, best, n = min(least, out[i].Support-out[i].Contradict), max(best, out[i].Support), n+1
		}
	}
	if n == 0 || named != nil && n < len(named) {
		return 0
	}
	least = max(0, least)
	if n > 1 && best > 0 && best >= rival && least >= alike*best {
		return min(1, best+ahead)
	}
	return least
}
