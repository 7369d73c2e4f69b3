package replay

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/record"
)

// FormatVersion is the version of the JSON forms of this package.
const FormatVersion = 1

// A Report is many runs under two policies.
type Report struct {
	FormatVersion int           `json:"format_version"`
	Old           *record.Named `json:"old"` // null: each run's own
	New           *record.Named `json:"new"` // null: each run's own
	Summary       Summary       `json:"summary"`
	Changes       []Change      `json:"records"` // in the order in which they were added
}

// A Summary counts runs.
type Summary struct {
	Records   int         `json:"records"`
	Same      int         `json:"same"`
	Moved     int         `json:"moved"`     // the confidence alone changed
	Flipped   int         `json:"flipped"`   // the answer or the verdict changed
	Need      int         `json:"need"`      // would need evidence that was never fetched
	Undecided int         `json:"undecided"` // cannot be decided, for another reason
	Up        int         `json:"up"`        // confidence rose
	Down      int         `json:"down"`      // confidence fell
	MeanMove  float64     `json:"mean_move"` // of the confidence, over all that were decided
	Causes    []CauseSum  `json:"causes"`    // of flips: the last thing that changed, the one that decided
	Verdicts  []Crossover `json:"verdicts"`  // from which verdict to which, of all that were decided
}

// A CauseSum counts flips with the same cause.
type CauseSum struct {
	Kind  string `json:"kind"`
	Where string `json:"where"`
	Flips int    `json:"flips"`
}

// A Crossover counts runs that ended one way under the one policy and another way under the other.
type Crossover struct {
	Old   record.Verdict `json:"old"`
	New   record.Verdict `json:"new"`
	Count int            `json:"count"`
}

// NewReport returns an empty report.
func NewReport(old, new *record.Named) *Report {
	return &Report{FormatVersion: FormatVersion, Old: old, New: new, Changes: []Change{}, Summary: Summary{Causes: []CauseSum{}, Verdicts: []Crossover{}}}
}

// Decisive returns the cause that flipped a run: the last thing that came out otherwise on its way, which is
// the gate or the choice; nil where nothing is known to have.
func (c *Change) Decisive() *Cause {
	if !c.Flipped || len(c.Causes) == 0 {
		return nil
	}
	sameVerdict := c.Old.Verdict == c.New.Verdict
	for i := len(c.Causes) - 1; i >= 0; i-- {
		if cause := &c.Causes[i]; cause.Kind == KindOption || cause.Kind == KindCondition && !sameVerdict {
			return cause
		}
	}
	return &c.Causes[0]
}

// Add takes one run in.
func (r *Report) Add(c Change) {
	if c.Causes == nil {
		c.Causes = []Cause{}
	}
	r.Changes = append(r.Changes, c)
	s := &r.Summary
	s.Records++
	switch {
	case c.Need != nil:
		s.Need++
	case !c.Decided():
		s.Undecided++
	case c.Flipped:
		s.Flipped++
	case c.Same():
		s.Same++
	default:
		s.Moved++
	}
	if !c.Decided() {
		return
	}
	decided := float64(s.Records - s.Need - s.Undecided)
	s.MeanMove += (c.Moved() - s.MeanMove) / decided
	switch {
	case c.Moved() > 0:
		s.Up++
	case c.Moved() < 0:
		s.Down++
	}
	s.countVerdict(c.Old.Verdict, c.New.Verdict)
	if d := c.Decisive(); d != nil {
		s.countCause(d)
	}
}

func (s *Summary) countVerdict(old, new record.Verdict) {
	i := slices.IndexFunc(s.Verdicts, func(v Crossover) bool { return v.Old == old && v.New == new })
	if i < 0 {
		i = len(s.Verdicts)
		s.Verdicts = append(s.Verdicts, Crossover{old, new, 0})
	}
	s.Verdicts[i].Count++
	slices.SortStableFunc(s.Verdicts, func(a, b Crossover) int { return cmp.Or(cmp.Compare(a.Old, b.Old), cmp.Compare(a.New, b.New)) })
}

func (s *Summary) countCause(d *Cause) {
	i := slices.IndexFunc(s.Causes, func(c CauseSum) bool { return c.Kind == d.Kind && c.Where == d.Where })
	if i < 0 {
		i = len(s.Causes)
		s.Causes = append(s.Causes, CauseSum{d.Kind, d.Where, 0})
	}
	s.Causes[i].Flips++
	slices.SortStableFunc(s.Causes, func(a, b CauseSum) int { return cmp.Or(cmp.Compare(b.Flips, a.Flips), cmp.Compare(a.Where, b.Where)) })
}

// Complete says whether every run was decided under both policies.
func (s *Summary) Complete() bool { return s.Records > 0 && s.Need == 0 && s.Undecided == 0 }
