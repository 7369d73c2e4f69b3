package run

import "github.com/sparkhost/sparkhost/host/record"

// A drafting is the answer under work.
type drafting struct {
	answer        *answer          // nil: there is none
	resynthesised bool             // it was drafted anew
	refuting      []*passage       // what it was drafted anew for
	refuted       []refuted        // drafts that were refuted
	last          refuted          // what was found against the last draft
	challengers   []*document      // works that falsification found to refute it
	proposed      []string         // searches that stages propose to find the answer
	followed      bool             // they were asked
	unanswered    string           // why the answer is missing
	nearest       []record.Nearest // what comes nearest to the question, should it stay open
}
