package suite

import (
	"sort"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// Coverage says which decisions of the policies under test went both ways: every
// condition, and the thresholds of the adaptive gate and of resynthesis.
type Coverage struct {
	Outcomes int // two for each decision
	Seen     int
	Missing  []Uncovered // in order of file and line
}

// Share is Seen of Outcomes, 1 where there is nothing to decide.
func (c Coverage) Share() float64 {
	if c.Outcomes == 0 {
		return 1
	}
	return float64(c.Seen) / float64(c.Outcomes)
}

// An Uncovered is an outcome of a decision that no test saw.
type Uncovered struct {
	Where   string // such as "gate.covered"
	Text    string // the condition as written
	At      policy.Pos
	Outcome bool // that was not seen
}

// Code returns the code under which it is reported.
func (Uncovered) Code() diag.Code { return diag.CodeUncovered }

// A cover counts what tests see. A decision that a policy inherits is the parent's: it
// is told apart by where it is written, and counts if that file is under test.
type cover struct {
	owned map[string]bool
	whole map[string]bool
	order []policy.DecisionPoint
	seen  map[policy.Pos]*[2]bool
}

func newCover() *cover {
	return &cover{owned: map[string]bool{}, whole: map[string]bool{}, seen: map[policy.Pos]*[2]bool{}}
}

// own takes files under test.
func (c *cover) own(files []string) {
	for _, f := range files {
		c.owned[f] = true
	}
}

// expect adds a policy's decisions to those that tests should see.
func (c *cover) expect(p *policy.Policy) {
	for _, d := range p.DecisionPoints() {
		if c.seen[d.Identity()] == nil {
			c.seen[d.Identity()] = &[2]bool{}
			c.order = append(c.order, d)
		}
	}
}

// see notes an outcome.
func (c *cover) see(d policy.DecisionPoint, outcome bool) {
	if s := c.seen[d.Identity()]; s != nil {
		s[index(outcome)] = true
	}
}

// result counts the decisions of the files under test.
func (c *cover) result() Coverage {
	var out Coverage
	for _, d := range c.order {
		if !c.owned[d.At.File] {
			continue
		}
		for _, outcome := range []bool{true, false} {
			out.Outcomes++
			if c.seen[d.Identity()][index(outcome)] {
				out.Seen++
				continue
			}
			out.Missing = append(out.Missing, Uncovered{d.Where, d.Text, d.At, outcome})
		}
	}
	sort.SliceStable(out.Missing, func(i, j int) bool {
		a, b := out.Missing[i].At, out.Missing[j].At
		if a.File != b.File {
			return a.File < b.File
		}
		return a.Line < b.Line
	})
	return out
}

// index returns the place of an outcome in a pair.
func index(outcome bool) int {
	if outcome {
		return 1
	}
	return 0
}
