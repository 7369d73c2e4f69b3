package extract

import (
	"slices"
	"strings"
)

// An option is what tells one choice from the others.
type option struct {
	line
	terms      []term
	quantities []quantity
	meta       meta
	equal      int
	denied     bool // the option itself says that something is not so
}

// A meta is an option that speaks of the other options.
type meta uint8

const (
	metaNo meta = iota
	metaAll
	metaNone
)

// readOptions reads the options; of each, terms and quantities are what tells it from the others.
func (x *Extractor) readOptions(q *Question) []option {
	out := make([]option, len(q.Options))
	for i, s := range q.Options {
		o := &out[i]
		o.line, o.meta, o.equal = x.line(s), metaOf(s), -1
		o.quantities = x.quantities(&o.line)
		for k := range o.words {
			o.denied = o.denied || isNegation(&o.words[k])
		}
		o.terms = x.terms(&o.line, &focus{noun: -1, at: -1, option: true}, q.Rarity)
		for j := range i {
			if o.equal < 0 && same(&out[j], o) {
				o.equal = j
			}
		}
	}
	for i := range out {
		out[i].contrast(out)
	}
	return out
}

// same says whether two options are equal but for case, marks and words without content.
func same(a, b *option) bool {
	if len(a.quantities) > 0 && len(a.quantities) == len(b.quantities) {
		for i := range a.quantities {
			if !a.quantities[i].equals(&b.quantities[i]) {
				return false
			}
		}
	} else if len(a.quantities) != len(b.quantities) {
		return false
	}
	return slices.EqualFunc(a.terms, b.terms, func(s, t term) bool { return s.key == t.key }) && (len(a.terms) > 0 || len(a.quantities) > 0 || a.Text == b.Text)
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

// metaOf recognises "all of the above" and "none of these".
func metaOf(s string) meta {
	s = strings.ToLower(strings.Trim(s, " ."))
	switch {
	case strings.HasPrefix(s, "all of the") || s == "all" || strings.HasPrefix(s, "all the above"):
		return metaAll
	case strings.HasPrefix(s, "none of the") || s == "none" || s == "neither" || strings.HasPrefix(s, "none of these"):
		return metaNone
	}
	return metaNo
}
