package sentence

import "slices"

// Measure fills in the features, what the sentence says among them, whether it tells what others believe or that nobody knows, and how far it states what it says.
//
//go:noinline
func (s *Sight) Measure() {
	s.fill(&s.Features)
	switch s.section {
	case "introduction", "methods":
		s.Features[fSection] = -1
	case "results", "discussion", "conclusion":
		s.Features[fSection] = 1
	}
	s.Features[fMisbelief] = float32(truth(s.misbelieves()))
	s.Asserted = s.assertion()
	s.read()
}

// read fills in what the sentence says of the hypothesis, -1 that it is not so to 1 that it is; 0: neither, or it cannot be read. The rest was
// measured.
//
//go:noinline
func (s *Sight) read() {
	s.Features[fReads] = float32(s.reads() * s.Asserted)
	if s.aided {
		s.Features[fReads] *= BesideShare
	}
	switch {
	case s.h.sense.bond != bondOther && s.OnlyTells():
		s.Features[fReads] = 0
	case (s.unborne() || s.takenBack()) && s.Cover >= repeatsPart:
		s.Features[fReads] = 2*float32(truth(s.h.sense.denies)) - 1
	case s.Features[fReads] == 0:
		s.Features[fReads] = s.carried
	}
}

// Loose says whether the measured sentence may tell something else strictly: it announces a question, or a negation is aside. See [Sight.Strictly].
func (s *Sight) Loose() bool { return s.aims() || slices.ContainsFunc(s.denials, s.aside) }

// Strictly returns the sentence measured and read by itself: negations that are aside deny nothing, and an aim stays one whatever words for findings
// stand in it. What it is called on stays as it is.
func (s *Sight) Strictly() *Sight {
	plain := *s
	plain.denials, plain.found, plain.strict, plain.Features = nil, nil, true, Features{}
	plain.Measure()
	return &plain
}
