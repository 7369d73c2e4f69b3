package policy

import (
	"time"

	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// An Extract lets a model read claims out of the best documents (S0-12, S0-13). The zero value does not.
type Extract struct {
	Role      string
	Documents int // the best ones that are read
	Batch     int `digest:"omit=1"` // documents of one question
	MaxOutput int // tokens of an answer, for each document
	Timeout   time.Duration
	At        Pos
}

// MostPlanned bounds the searches that a planning model may write.
const MostPlanned = 3

// A Planning lets a model take questions apart (B-02). The zero value does not.
type Planning struct {
	Role      string
	SubClaims int // kept at most, the first ones
	MaxOutput int // tokens of the answer
	Timeout   time.Duration
	At        Pos
}

func extractOf(claims *syntax.Node) Extract {
	n := claims.Child("extract", "")
	if n == nil {
		return Extract{}
	}
	return Extract{Role: n.Text("role"), Documents: n.Whole("documents"), Batch: n.Whole("batch"), MaxOutput: n.Whole("max_output"), Timeout: n.Duration("timeout"), At: n.Pos()}
}

func planningOf(policy *syntax.Node) Planning {
	n := policy.Child("plan", "")
	if n == nil {
		return Planning{}
	}
	return Planning{Role: n.Text("role"), SubClaims: n.Whole("sub_claims"), MaxOutput: n.Whole("max_output"), Timeout: n.Duration("timeout"), At: n.Pos()}
}
