package policy

// A Handler reacts to what the assessment of claims and passages found, by a search of its own
// before the answer is made. Handlers act once, in the order of the policy.
type Handler struct {
	Kind       string // one of the events
	When       *Condition
	Queries    []string // templates
	Role       string   `digest:"omitzero"` // the model that words the query; empty: none
	Sources    []string // names; empty: all sources of the policy
	Findings   int      // asked about at most, the first ones
	MinWeight  float64  `digest:"omitzero"` // findings that weigh less do not count as an event
	ResolvedBy string   // ResolvedByNew or ResolvedByAgreement
	MaxQueries int
	Results    int      // hits per query, and most works read
	RequireNew bool     // only works new to the pool are read
	Upgrade    *Upgrade // nil: the mode stays
	At         Pos
}

// An Upgrade answers a question in another mode than its policy's, if that can be paid.
type Upgrade struct {
	To               Mode
	ReserveFactor    float64
	EstimateMicroUSD int64 // 0: the host's estimate
	Reason           string
	MaxPerBatch      int `digest:"omitzero"` // questions of a batch that are upgraded; 0: no cap
	At               Pos
}

// UpgradesPerBatch returns how many questions of a batch the policy lets be upgraded (S3-19); 0: it names no cap, or upgrades
// nothing in its mode.
func (p *Policy) UpgradesPerBatch() int {
	for i := range p.Handlers {
		if u := p.Handlers[i].Upgrade; u != nil && u.To != p.Mode {
			return u.MaxPerBatch
		}
	}
	return 0
}
