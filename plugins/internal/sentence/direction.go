package sentence

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// A direction is a direction word with the terms of the hypothesis around it.
type direction struct {
	token  int
	stem   uint64
	shift  float64 // of the word; turned round by a negation
	denied bool
	near   uint64 // terms at most nearWords away
	close  uint64 // at most closeWords away
	object uint64 // what is raised or lowered
}

// How far the words reach that a direction word bears on.
const (
	nearWords   = 7
	closeWords  = 3
	objectWords = 5
)

// directionsOf finds the direction words of the hypothesis itself.
func (h *Hypothesis) directionsOf(to []direction, r *text.Reading, s text.Span) []direction {
	own := h.self()
	own.denials = negationsOf(r, h.vocabulary, s, nil)
	return own.directions(to)
}

// self returns the hypothesis seen from itself.
func (h *Hypothesis) self() *Sight {
	own := &Sight{Reading: &h.Reading, h: h, term: make([]int, len(h.Tokens))}
	for i := range own.term {
		own.term[i] = -1
		if k, is := h.termWith(h.Tokens[i].Stem); is {
			own.term[i] = k
		}
	}
	return own
}

// directions appends the direction words of a sentence.
func (s *Sight) directions(to []direction) []direction {
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if t.Shift == 0 {
			continue
		}
		d := direction{token: i, stem: t.Stem, shift: float64(t.Shift), denied: denied(s.denials, i),
			near: s.held(i-nearWords, i+nearWords+1), close: s.held(i-closeWords, i+closeWords+1), object: s.object(i)}
		if d.denied {
			d.shift = -d.shift
		}
		to = append(to, d)
	}
	return to
}

// object returns the set of terms that a direction word acts on: what follows it in its clause, or in a passive what stands before it.
func (s *Sight) object(i int) uint64 {
	clause := s.Tokens[i].Clause
	passive := false
	for j := max(0, i-3); j < i; j++ {
		passive = passive || s.h.vocabulary.kinds.Of(s.Tokens[j].Word)&kindPassive != 0 && s.Tokens[j].Clause == clause
	}
	if passive {
		first := i
		for first > 0 && first > i-objectWords-2 && s.Tokens[first-1].Clause == clause {
			first--
		}
		return s.held(first, i)
	}
	end := i + 1
	for end < len(s.Tokens) && end <= i+objectWords && s.Tokens[end].Clause == clause {
		end++
	}
	return s.held(i+1, end)
}

// bind compares the directions of the hypothesis with those of the sentence that stand by the same terms: above 0 the same way.
func (s *Sight) bind(of func(*direction) uint64) (agreement, strength float64) {
	h := s.h
	for k := range h.directions {
		d := &h.directions[k]
		best, way := 0.0, 0.0
		for j := range s.found {
			f := &s.found[j]
			if like := Share(h.weigh(of(f)&of(d)), h.weigh(of(f)|of(d))); like > best {
				best, way = like, f.shift*d.shift
			}
		}
		agreement += best * way
		strength += best
	}
	n := float64(len(h.directions))
	return Share(agreement, n), Share(strength, n)
}

// signOf returns the product of the direction words and negations of a span: who loses what lowers a thing has more of it.
func signOf(r *text.Reading, s text.Span) float64 {
	product := 1.0
	for i := s.First; i < s.End; i++ {
		switch t := &r.Tokens[i]; {
		case t.Shift != 0:
			product *= float64(t.Shift)
		case t.Cue&text.CueNegation != 0:
			product = -product
		}
	}
	return product
}

// toneOf returns the mean way of direction words; 0 without any.
func toneOf(d []direction) float64 {
	sum := 0.0
	for i := range d {
		sum += d[i].shift
	}
	return Share(sum, float64(len(d)))
}

// valenceOf says whether a span speaks of something good, above 0, or bad: good things and judgements, more of good and less of bad outcomes.
func valenceOf(r *text.Reading, v *Vocabulary, s text.Span) float64 {
	d := negationsOf(r, v, s, nil)
	sum, n := 0.0, 0.0
	for i := s.First; i < s.End; i++ {
		t := &r.Tokens[i]
		k := v.kinds.Of(t.Word)
		value := truth(t.Cue&text.CueFavour != 0) - truth(t.Cue&text.CueDisfavour != 0)
		if k&(kindGood|kindBad) != 0 && value == 0 {
			value = truth(k&kindGood != 0) - truth(k&kindBad != 0)
			value *= shiftBefore(r, i, s.First)
		}
		if value == 0 {
			continue
		}
		if denied(d, i) {
			value = -value
		}
		sum += value
		n++
	}
	return Share(sum, n)
}

// shiftBefore returns the way of the nearest direction word around token i in its clause; without one 0.5.
func shiftBefore(r *text.Reading, i, first int) float64 {
	for away := 1; away <= 4; away++ {
		for _, j := range [2]int{i - away, i + away} {
			if j >= first && j < len(r.Tokens) && r.Tokens[j].Shift != 0 && r.Tokens[j].Clause == r.Tokens[i].Clause {
				return float64(r.Tokens[j].Shift)
			}
		}
	}
	return 0.5
}
