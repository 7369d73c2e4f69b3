package stance

// A Refutation is a sentence that says a statement again and denies it.
type Refutation struct {
	Row      int
	Strength float64 // 0..1: how nearly the sentence repeats the statement and denies it
	Cue      string  // the words that deny
}

// Refutes finds the sentences that refute a statement: they repeat its terms in whatever form, order and voice, and deny them. It needs
// no model. A number, or a name with a digit, must be the same one; where the statement says which way something goes, that is what must
// be denied. About is the question that the statement answers, empty if it stands alone: a sentence that speaks of something
// else refutes nothing. A statement that is itself a denial is refuted by no denial. The sentence that holds most of the statement comes first.
func (s *Scan) Refutes(statement, about string) []Refutation {
	said, asked := s.pool(Question{Text: statement}).views, map[int]float64{}
	if about != "" {
		for _, v := range s.pool(Question{Text: about}).views {
			asked[v.row] = v.Cover
		}
	}
	var out []Refutation
	for _, v := range said {
		if v.Cover <= saidPart {
			break
		}
		v.look()
		strength := v.Asserted * min(1, (v.Cover-saidPart)/(saidAll-saidPart))
		if !v.Refutes() {
			continue
		}
		if about != "" {
			strength *= min(1, asked[v.row]/askedAbout)
		}
		if strength >= telling {
			out = append(out, Refutation{v.row, strength, v.Cue(-1)})
		}
	}
	return out
}

// saidPart is the share of a statement that a sentence holds which begins to say it again, saidAll the one from which it does.
const saidPart, saidAll = 0.5, 0.8

// askedAbout is the share of a question from which a sentence speaks of it, telling the strength from which a refutation is one.
const askedAbout, telling = 0.5, 0.1

// Mentions returns the rows of sentences that hold most of a statement, whatever they say of it, in the order of how much they hold.
func (s *Scan) Mentions(statement string) []int {
	var out []int
	for _, v := range s.pool(Question{Text: statement}).views {
		if v.Mentions() {
			out = append(out, v.row)
		}
	}
	return out
}
