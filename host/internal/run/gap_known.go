package run

// knownGaps are what a run knows of gaps.
type knownGaps struct {
	gaps      []*gap            // all that were found, each once
	gapsOf    map[string][]*gap // by the text of a query for them
	replaced  map[string]bool   // rounds whose own queries gap queries stand in for
	written   map[string]int    // queries, by kind
	subrounds map[string]int    // that ran, by kind
	openWeb   map[string]bool   // queries that may leave a source's list of sites
	bridge    *bridge           // nil: nobody looked for one
}

func newKnownGaps() knownGaps {
	return knownGaps{
		gapsOf: map[string][]*gap{}, replaced: map[string]bool{}, written: map[string]int{}, subrounds: map[string]int{}, openWeb: map[string]bool{},
	}
}
