package extract

import "strings"

// circumstances returns the doses, times and years that the question itself names.
func (x *Extractor) circumstances(question *line) []quantity {
	all := x.quantities(question)
	out := all[:0]
	for i := range all {
		if q := &all[i]; q.role == roleYear || q.unit.dim != dimNone && q.unit.dim != dimPercent {
			out = append(out, *q)
		}
	}
	return out
}

// underOther is less than 1 for a number whose sentence tells another dose, time or year than the question, where another sentence of its
// document tells that of the question.
func (a *asking) underOther(c *candidate) float64 {
	if c.value != c.value {
		return 1
	}
	for i := range a.under {
		asked := &a.under[i]
		if c.dim == asked.unit.dim && asked.role != roleYear || !c.sentence.tellsOther(asked, c.anchor) {
			continue
		}
		for k := range c.document.sentences {
			s := &c.document.sentences[k]
			if s.count(a.Extractor); s.tellsSame(asked) {
				return ofAnotherGroup
			}
		}
	}
	return 1
}

// alike says whether two quantities are of one role and dimension.
func (q *quantity) alike(p *quantity) bool { return q.role == p.role && q.unit.dim == p.unit.dim }

// tellsSame says whether a sentence has a quantity of the question.
func (s *sentence) tellsSame(asked *quantity) bool {
	for i := range s.quantities {
		if p := &s.quantities[i]; p.alike(asked) && p.equals(asked) {
			return true
		}
	}
	return false
}

// tellsOther says whether a sentence has another value in the place of a quantity of the question, beside the number at word except.
func (s *sentence) tellsOther(asked *quantity, except int) bool {
	other := false
	for i := range s.quantities {
		p := &s.quantities[i]
		if !p.alike(asked) || p.number == except {
			continue
		}
		if p.equals(asked) {
			return false
		}
		other = true
	}
	return other
}

// tellsAge says whether a time is an age: "aged 1 to 6 years", "8 years old", "7 months of age".
func (s *sentence) tellsAge(q *quantity) bool {
	for i := q.first - 1; i >= 0 && i >= q.first-3; i-- {
		switch strings.ToLower(s.at(i)) {
		case "aged", "age", "ages":
			return true
		case "to", "from", "between", "and", "was", "under", "over":
		default:
			if !s.isNumber(i) {
				i = 0
			}
		}
	}
	for i := q.end; i < len(s.words) && i < q.end+2; i++ {
		switch strings.ToLower(s.at(i)) {
		case "old", "age":
			return true
		}
	}
	return false
}

// isUnder says whether a quantity, behind "at", tells at what another one of its sentence was taken: "341 g a day at 60 mg/kg".
func (a *asking) isUnder(s *sentence, q *quantity) bool {
	if a.form != formQuantity || q.unit.dim == dimNone || q.unit.dim == a.dim || a.ofMatter() || a.questionOpensWith("at") || !s.behindAt(q) {
		return false
	}
	for i := range s.quantities {
		if p := &s.quantities[i]; p.number != q.number && p.role == rolePlain && p.unit.dim != dimNone && !s.behindAt(p) {
			return true
		}
	}
	return false
}
