package policy

// A Condition is a checked boolean expression over the run state.
type Condition struct {
	Text string // as written
	At   Pos
}

// Used is a value that a condition read.
type Used struct {
	Path  string `json:"path"`
	Value any    `json:"value"` // nil: null
}

// A Decision is the outcome of a condition with the values it used, in the order
// in which the expression names them.
type Decision struct {
	Result bool   `json:"result"`
	Values []Used `json:"values"`
}
