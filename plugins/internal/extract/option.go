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

// Of "all of the above": each of them is borne out that has so great a share of the best one's support; more than the best has then what
// says that all are.
const alike, ahead = 0.7, 0.1

// settle fills in options that speak of others, and equal ones.
func settle(options []option, out []Bearing) {
	for i := range options {
		o := &options[i]
		switch {
		case o.meta == metaAll:
			together(options, out, i)
		case o.meta == metaNone:
			out[i].Support = 0
		}
		if e := o.equal; e >= 0 {
			out[i].Support, out[i].Contradict = out[e].Support, out[e].Contradict
		}
	}
}

// together fills in option i, which says that several others are so: those in the places that it names, or all. It has the support of the
// weakest of them, and the sentences of all. Where several of all are borne out, and not each, no single one of these is the answer.
func together(options []option, out []Bearing, i int) {
	named := options[i].named
	members, rival := membersOf(options, out, named)
	if len(members) == 0 || len(members) < len(named) {
		return
	}
	best, least, borne := 0.0, 1.0, []int(nil)
	for _, k := range members {
		best = max(best, out[k].Support)
	}
	for _, k := range members {
		sure := out[k].Support - out[k].Contradict/2
		least = min(least, sure)
		if sure >= alike*best {
			borne = append(borne, k)
		}
	}
	out[i].Support = max(0, least)
	switch {
	case len(members) == 1 || best == 0 || best < rival:
	case len(borne) == len(members):
		out[i].Support = min(1, best+ahead)
		out[i].cite(out, members)
	case len(borne) > 1 && named == nil:
		for _, k := range borne {
			out[k].Support, out[k].Contradict = best, 0
		}
	}
}

// membersOf returns the options that one which speaks of others means, and the best support of those that it leaves out.
func membersOf(options []option, out []Bearing, named []int) (members []int, rival float64) {
	for i := range options {
		switch {
		case options[i].meta != metaNo || options[i].equal >= 0:
		case named != nil && !slices.Contains(named, i):
			rival = max(rival, out[i].Support)
		default:
			members = append(members, i)
		}
	}
	return members, rival
}

// cite makes what backs the members back an option that says that all of them are so.
func (b *Bearing) cite(out []Bearing, members []int) {
	b.Row, b.Words = out[members[0]].Row, out[members[0]].Words
	for _, k := range members[1:] {
		if out[k].Row != b.Row {
			b.Also = append(b.Also, Also{out[k].Row, out[k].Words, b.Support})
		}
	}
}
