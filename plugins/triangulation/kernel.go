package main

// A claim is one row of table "claims".
type claim struct {
	cluster    number // the claims of one cluster speak of the same thing
	document   number
	value      number // the quantity read out of it; unknown: none that parses cleanly (S0-15)
	confidence number
	option     number // the single option that it supports; unknown: none or several
	source     string // source type, such as "arxiv"; empty: unknown
	unit       string
}

// A number is a value that may be unknown.
type number struct {
	of    float64
	known bool
}

// config is what the policy sets.
type config struct {
	agree           int     // documents that must report one value (S0-14)
	minCluster      int     // documents that a cluster needs to be looked at
	tolerance       float64 // relative (U24)
	conflict        int     // groups of values that make a dispute
	onBoth          string  // C9: "disputed", "triangulated" or "both"
	guardConfidence float64 // S1-15
	minTypes        int
	penalty         float64
}

// The kinds of findings.
const (
	kindTriangulated = "triangulated"
	kindDisputed     = "disputed"
	kindInconclusive = "inconclusive"
	kindSingleSource = "single_source"
	both             = "both" // a value of on_both
)

// A finding points at claims, by row, ascending.
type finding struct {
	kind   string
	rows   []int
	weight float64
	text   string
}

// An outcome is what the plugin found.
type outcome struct {
	triangulated, disputed, inconclusive int // clusters
	waived                               bool
	adjustment                           []float64 // per claim
	flagged                              []bool    // per claim
	findings                             []finding // by cluster number, then the guard's
}

// triangulate judges every cluster of claims by the numbers in it, then every
// confident claim by the types of its sources. poolTypes is the number of source
// types in everything that was retrieved.
func triangulate(c config, claims []claim, poolTypes int) outcome {
	out := outcome{adjustment: make([]float64, len(claims)), flagged: make([]bool, len(claims))}
	clusters := clustersOf(claims)
	for _, rows := range clusters {
		out.judge(c, claims, rows)
	}
	out.guard(c, claims, clusters, poolTypes)
	return out
}

// judge counts one cluster as triangulated, disputed or inconclusive, or leaves
// it out if too few documents speak in it.
func (o *outcome) judge(c config, claims []claim, rows []int) {
	documents := documentsOf(claims, rows)
	if documents < c.minCluster {
		return
	}
	var agreed, disputed []finding
	for _, same := range unitsOf(claims, rows) {
		groups := linkage(claims, same, c.tolerance)
		agreed = append(agreed, agreements(c, claims, groups, same)...)
		if f, is := dispute(c, claims, groups, same); is {
			disputed = append(disputed, f)
		}
	}
	if len(agreed) > 0 && len(disputed) > 0 {
		switch c.onBoth {
		case kindDisputed:
			agreed = nil
		case kindTriangulated:
			disputed = nil
		}
	}
	if len(agreed) > 0 {
		o.triangulated++
	}
	if len(disputed) > 0 {
		o.disputed++
	}
	if len(agreed)+len(disputed) == 0 {
		o.inconclusive++
		agreed = []finding{{kindInconclusive, rows, 0, undecided(claims, rows, documents)}}
	}
	o.findings = append(append(o.findings, agreed...), disputed...)
}

// agreements finds the groups that enough documents report.
func agreements(c config, claims []claim, groups [][]int, same []int) []finding {
	var found []finding
	all := float64(documentsOf(claims, same))
	for _, g := range groups {
		if n := documentsOf(claims, g); n >= c.agree {
			found = append(found, finding{kindTriangulated, ascending(g), float64(n) / all, agreement(claims, g, n)})
		}
	}
	return found
}

// dispute says whether documents contradict each other. A document that reports
// several values speaks for the group that most documents share, so no document
// disputes itself.
func dispute(c config, claims []claim, groups [][]int, same []int) (finding, bool) {
	spoken := spokenFor(claims, groups)
	sides, most, all := [][]int(nil), 0, 0
	for i, n := range spoken {
		if n == 0 {
			continue
		}
		sides = append(sides, groups[i])
		most, all = max(most, n), all+n
	}
	if len(sides) < max(c.conflict, 2) {
		return finding{}, false
	}
	return finding{kindDisputed, ascending(same), 1 - float64(most)/float64(all), disagreement(claims, sides, all)}, true
}

// spokenFor counts, for each group, the documents that speak for it.
func spokenFor(claims []claim, groups [][]int) []int {
	sizes := make([]int, len(groups))
	for i, g := range groups {
		sizes[i] = documentsOf(claims, g)
	}
	choice := map[float64]int{}
	for i, g := range groups {
		for _, row := range g {
			d := claims[row].document.of
			if best, has := choice[d]; !has || sizes[i] > sizes[best] {
				choice[d] = i
			}
		}
	}
	spoken := make([]int, len(groups))
	for _, i := range choice {
		spoken[i]++
	}
	return spoken
}
