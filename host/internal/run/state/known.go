package state

// A Gap is something that the evidence leaves open, in the one form that all analyses share (C4).
type Gap struct {
	Id    string // such as "epistemic-2"; unique within a run
	Block int    // of the policy's gaps
	Text  string // its description
	About string // what its terms are read from: the description without words of ours
	Typ   string // factual, mechanistic, quantitative, temporal; empty where the analysis has no types

	All, Terms []uint32  // tokens of about; those that characterise it (U15)
	Own        *Document // the only work that says it; nil: none was read that does
	Worded     []string  // queries that a model wrote for it

	start      float64 // how far the evidence carried it when it was measured first
	Now        float64 // … carries it now
	Measured   bool    // start and now are known; they are not where a stage measures and has not said
	Open       bool    // carried less than the threshold asks when it was measured first
	Filled     bool
	Saturation float64 // S1-09
	Saturated  bool    // saturation is known
	Overlap    float64 // greatest share of its terms in one work (S1-25)

	Asked   []string // queries that were asked for it
	AskedIn string   // the last round that did
	Sampled []string // sources that were asked for it
	Retried bool     // a sub-round was spent on it
}

// Carry takes how far the evidence carries a gap now.
func (c *Gap) Carry(now, threshold float64) {
	if !c.Measured {
		c.start, c.Open, c.Measured = now, now < threshold, true
	}
	c.Now = now
	c.Filled = now >= threshold && (c.Open || now > c.start)
}

// KnownGaps hold what a run knows of gaps.
type KnownGaps struct {
	Gaps      []*Gap            // all that were found, each once
	GapsOf    map[string][]*Gap // by the text of a query for them
	Replaced  map[string]bool   // rounds whose own queries gap queries stand in for
	Written   map[string]int    // queries, by kind
	Subrounds map[string]int    // that ran, by kind
	OpenWeb   map[string]bool   // queries that may leave a source's list of sites
	Bridge    *Bridge           // nil: nobody looked for one
}

// NewKnownGaps knows of no gap.
func NewKnownGaps() KnownGaps {
	return KnownGaps{
		GapsOf: map[string][]*Gap{}, Replaced: map[string]bool{}, Written: map[string]int{}, Subrounds: map[string]int{}, OpenWeb: map[string]bool{},
	}
}
