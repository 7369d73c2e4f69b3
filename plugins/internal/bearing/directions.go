package bearing

// A direction is a direction word of a hypothesis or a sentence, with the hypothesis' terms next to it.
type direction struct {
	token  int
	stem   uint64
	shift  int8   // of the word; turned round by a negation before it
	denied bool   // by that negation
	near   uint64 // bits of terms at most config.window words away
	close  uint64 // at most closeWords away
	after  uint64 // at most afterWords behind it: what is raised or lowered
}

// How far the words reach that a direction word bears on most.
const (
	closeWords = 3
	afterWords = 5
)

// collectDirections finds the direction words and what stands next to them.
func (h *hypothesis) collectDirections(r *reading) {
	h.directions = h.directionsOf(h.directions, r, span{0, len(r.tokens)})
	h.sign, h.tone = sign(r, span{0, len(r.tokens)}), tone(h.directions)
}

// directionsOf appends the direction words of a span to d.
func (h *hypothesis) directionsOf(d []direction, r *reading, s span) []direction {
	for i := s.first; i < s.end; i++ {
		if r.tokens[i].shift == 0 {
			continue
		}
		sentence := r.sentences[r.tokens[i].sentence]
		way := polarity(r, i)
		d = append(d, direction{
			token: i, stem: r.tokens[i].stem, shift: r.tokens[i].shift * int8(way), denied: way < 0,
			near:  h.near(r, i, h.window),
			close: h.near(r, i, closeWords),
			after: h.held(r, i+1, min(sentence.end, i+afterWords+1)),
		})
	}
	return d
}

// compare reads which way the sentence's direction words go. Without any in the
// hypothesis, a change speaks for it, a denied one against it.
func (h *hypothesis) compare(r *reading, v *view) {
	h.found = h.directionsOf(h.found[:0], r, v.span)
	if len(h.directions) == 0 {
		h.change(v)
		return
	}
	h.align(v, sigAgree, sigOppose, func(d, s *direction) float64 {
		return share(h.weigh(s.near&d.near), h.weigh(s.near|d.near))
	})
	h.align(v, sigCloseAgree, sigCloseOppose, func(d, s *direction) float64 {
		return share(h.weigh(s.close&d.close), h.weigh(d.close))
	})
	h.align(v, sigAfterAgree, sigAfterOppose, func(d, s *direction) float64 {
		return share(h.weigh(s.after&d.after), h.weigh(d.after))
	})
	v.side(h.tone*tone(h.found), sigToneAgree, sigToneOppose)
	h.kept(r, v)
}

// align finds, for each direction word of the hypothesis, the one of the sentence that stands by the same
// things most nearly, and adds up by how much those go the same way and the other. The first becomes the sentence's cue.
func (h *hypothesis) align(v *view, agree, oppose signal, like func(d, s *direction) float64) {
	n := float64(len(h.directions))
	for k := range h.directions {
		d := &h.directions[k]
		best, way := 0.0, 0
		for j := range h.found {
			s := &h.found[j]
			if l := like(d, s); l > best {
				best, way = l, int(s.shift)*int(d.shift)
				if v.cue.end == 0 {
					v.cue = span{s.token, s.token + 1}
				}
			}
		}
		to := oppose
		if way > 0 {
			to = agree
		}
		v.signal[to] += best / n
	}
}

// change is compare without a direction word in the hypothesis.
func (h *hypothesis) change(v *view) {
	for j := range h.found {
		s := &h.found[j]
		to := sigAgree
		if s.denied {
			to = sigOppose
		}
		v.signal[to] = max(v.signal[to], share(h.weigh(s.near), h.total))
	}
}

// kept is the share of the hypothesis' direction words that the sentence repeats.
func (h *hypothesis) kept(r *reading, v *view) {
	for k := range h.directions {
		stem := h.directions[k].stem
		for j := range h.found {
			if r.tokens[h.found[j].token].stem == stem {
				v.signal[sigKept] += 1 / float64(len(h.directions))
				break
			}
		}
	}
}

// side sets one of two signals by the sign of a value.
func (v *view) side(value float64, plus, minus signal) {
	if value > 0 {
		v.signal[plus] = value
	} else {
		v.signal[minus] = -value
	}
}

// compareSigns multiplies the signs of all direction words and negations between the sentence's terms: who
// loses what lowers a thing has more of it.
func (h *hypothesis) compareSigns(r *reading, v *view) {
	about := span{-1, -1}
	for i := v.first; i < v.end; i++ {
		if k, is := h.index(r.tokens[i].stem); is && h.terms[k].named {
			if about.first < 0 {
				about.first = i
			}
			about.end = i + 1
		}
	}
	if about.end-about.first < 2 {
		return
	}
	s := sign(r, span{max(v.first, about.first-closeWords), min(v.end, about.end+closeWords)})
	v.side(float64(h.sign*s), sigSignAgree, sigSignOppose)
}

// sign is the product of the direction words and negations of a span.
func sign(r *reading, s span) int {
	product := 1
	for i := s.first; i < s.end; i++ {
		switch t := &r.tokens[i]; {
		case t.shift != 0:
			product *= int(t.shift)
		case t.cue&cueNegation != 0:
			product = -product
		}
	}
	return product
}

// tone is the mean way of direction words; 0 without any.
func tone(d []direction) float64 {
	sum := 0.0
	for i := range d {
		sum += float64(d[i].shift)
	}
	return share(sum, float64(len(d)))
}
