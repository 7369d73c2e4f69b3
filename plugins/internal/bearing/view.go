package bearing

// A signal is what a sentence says about a hypothesis in one respect, 0 to 1.
type signal int

// The signals of a sentence.
const (
	sigNegated        signal = iota // a negation stands near words of the hypothesis
	sigAgree                        // direction words go the same way
	sigOppose                       // direction words go the other way
	sigSignificant                  // a significant finding
	sigNotSignificant               // a finding without significance
	sigSame                         // no difference
	sigDiffer                       // a difference
	sigRelated                      // an effect or association
	sigUnrelated                    // none
	sigFavour                       // called good, useful, safe
	sigDisfavour                    // called the contrary
	sigHedge                        // hedged
	sigRefutes                      // denied outright
	sigConcludes                    // announces a finding
	sigAims                         // announces a question
	sigNumber                       // holds a number of the hypothesis
	sigOtherNumber                  // holds another number in its place
	sigCloseAgree                   // direction words next to the same things go the same way
	sigCloseOppose                  // … the other way
	sigAfterAgree                   // what follows direction words goes the same way
	sigAfterOppose                  // … the other way
	sigToneAgree                    // most direction words go the same way
	sigToneOppose                   // … the other way
	sigSignAgree                    // direction words and negations multiply to the same sign
	sigSignOppose                   // … to the other
	sigKept                         // repeats direction words of the hypothesis
	signals
)

// A view is a sentence seen from a hypothesis.
type view struct {
	span
	set     uint64  // the terms that it holds
	overlap float64 // their share of the hypothesis' weight
	own     float64 // of the option's own weight
	signal  [signals]float64
	denies  bool // a negation stands right before a word of the hypothesis
	belief  bool // told as what people say or believe
	cue     span // the tokens that decided its polarity; empty: none
}

// see looks at one sentence of a passage.
func (h *hypothesis) see(r *reading, s span) view {
	v := view{span: s, set: h.held(r, s.first, s.end)}
	h.numbers(r, &v)
	v.overlap = share(h.weigh(v.set), h.total)
	if h.own > 0 {
		v.own = h.ownShare(v.set)
	}
	h.words(r, &v)
	h.compare(r, &v)
	h.compareSigns(r, &v)
	v.denies = h.denied(r, &v)
	return v
}

// ownShare is the share of the option's own weight that a set holds.
func (h *hypothesis) ownShare(set uint64) float64 {
	sum := 0.0
	for k := range h.terms {
		if h.terms[k].own && set>>k&1 != 0 {
			sum += h.terms[k].weight
		}
	}
	return share(sum, h.own)
}
