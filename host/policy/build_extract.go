package policy

import "time"

// An Extract lets a model read claims out of the best documents (S0-12, S0-13). The zero value does not.
type Extract struct {
	Role      string
	Documents int // the best ones that are read
	MaxOutput int // tokens of one answer
	Timeout   time.Duration
	At        Pos
}

// A Planning lets a model take questions apart (B-02). The zero value does not.
type Planning struct {
	Role      string
	SubClaims int // kept at most, the first ones
	MaxOutput int // tokens of the answer
	Timeout   time.Duration
	At        Pos
}

func extractOf(claims *node) Extract {
	n := claims.child("extract", "")
	if n == nil {
		return Extract{}
	}
	return Extract{Role: n.text("role"), Documents: n.whole("documents"), MaxOutput: n.whole("max_output"), Timeout: n.duration("timeout"), At: n.pos()}
}

func planningOf(policy *node) Planning {
	n := policy.child("plan", "")
	if n == nil {
		return Planning{}
	}
	return Planning{Role: n.text("role"), SubClaims: n.whole("sub_claims"), MaxOutput: n.whole("max_output"), Timeout: n.duration("timeout"), At: n.pos()}
}
