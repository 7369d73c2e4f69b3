package state

import (
	"github.com/sparkhost/sparkhost/host/record"
)

// A Drafting is the answer under work.
type Drafting struct {
	Answer        *Answer          // nil: there is none
	Resynthesised bool             // it was drafted anew
	Refuting      []*Passage       // what it was drafted anew for
	Refuted       []Refuted        // drafts that were refuted
	Last          Refuted          // what was found against the last draft
	Challengers   []*Document      // works that falsification found to refute it
	Proposed      []string         // searches that stages propose to find the answer
	Followed      bool             // they were asked
	Unanswered    string           // why the answer is missing
	Nearest       []record.Nearest // what comes nearest to the question, should it stay open
}
