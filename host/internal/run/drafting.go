package run

// A drafting is the answer under work.
type drafting struct {
	answer        *answer    // nil: there is none
	resynthesised bool       // it was drafted anew
	refuting      []*passage // what it was drafted anew for
}
