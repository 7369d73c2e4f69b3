package evalcmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
)

// errAllNeed says that a policy asks for more than any record holds.
var errAllNeed = errors.New("every run needs evidence that was never fetched")

// A replayedSide is the records decided under one policy.
type replayedSide struct {
	evalSide
	replayer *host.Replayer
	refs     map[compare.Key]flags.RecordRef
	needs    map[string]bool // questions that need evidence which was never fetched
	broken   map[string]string
	decided  []decidedRun // by record

	mu  sync.Mutex
	err error // what is wrong with the policy
}

// compareByReplay decides the records under each policy, and compares the first with the others.
func (f *compareFlags) compareByReplay(c *cobra.Command, policies []string) (_ *comparisons, err error) {
	set, err := f.ReplayFlags.Records(c, f.records)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	asked, err := f.judged(nil)
	if err != nil {
		return nil, err
	}
	decider := newDecider(&f.ReplayFlags, c, set)
	defer func() { err = errors.Join(err, decider.close()) }()
	first, err := decider.decide(policies[0])
	if err != nil {
		return nil, err
	}
	var reports []*compare.Report
	var left []string
	err = decider.each(policies[1:], func(_ int, second *replayedSide, err error) error {
		if err != nil {
			return shell.Describe(c.ErrOrStderr(), err)
		}
		r, err := f.compareSides(c.Context(), asked, first, second)
		switch {
		case errors.Is(err, errAllNeed) && len(policies) > 2:
			left = append(left, err.Error())
			return nil
		case err == nil:
			reports = append(reports, r)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(reports) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "%s", strings.Join(left, "; "))
	}
	all := adjusted(reports)
	all.NotCompared = left
	return all, nil
}

// compareSides compares the decisions of both policies. Questions that lack evidence under one of them are in no figure.
func (f *compareFlags) compareSides(ctx context.Context, asked *askedSet, first, second *replayedSide) (*compare.Report, error) {
	o := f.options()
	o.Replay = true
	o.Cause = func(k compare.Key) (*replay.Change, error) {
		change, err := flags.DecideOne(ctx, first.refs[k], first.replayer, second.replayer)
		if err == nil && change.Error != "" {
			err = errors.New(change.Error)
		}
		if err != nil || !change.Decided() {
			return nil, stopped(ctx, err)
		}
		return &change, nil
	}
	left := map[string]bool{}
	for _, s := range []*replayedSide{first, second} {
		for id := range s.needs {
			left[id] = true
		}
	}
	a, b := withoutThose(&first.sample, left), withoutThose(&second.sample, left)
	questions, unrecorded := asked.recorded(left, first, second)
	if len(left) > 0 && len(a.Results)+len(b.Results) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "%w under %s (%d runs); --fetch gets it from the policy's sources", errAllNeed, second.sample.Name, len(left))
	}
	if err := errors.Join(first.undecided(), second.undecided()); err != nil {
		return nil, err
	}
	r, err := compare.Compare(questions, a, b, o)
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "%w", err)
	}
	for i := range r.Flips {
		placed(&r.Flips[i], second.replayer.Policy(), first.replayer.Policy())
	}
	r.Notes = append(r.Notes, asked.notes...)
	r.Notes = append(r.Notes, first.olderRecords()...)
	if len(left) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %d records need evidence that was never fetched and are left out: %s; --fetch gets it",
			len(left), len(first.refs), named(left)))
	}
	if len(unrecorded) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %d questions have no record that can be decided and are left out: %s; `run --record` makes records",
			len(unrecorded), len(asked.questions), named(unrecorded)))
	}
	for _, s := range []*replayedSide{first, second} {
		for _, id := range shell.SortedKeys(s.broken) {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: %s cannot be re-decided: %s", s.sample.Name, id, shell.Shorten(s.broken[id], shell.MaxWarningRunes)))
		}
	}
	return r, nil
}

// recorded returns the questions less those that are left out, and less those that neither side has a decision of: both would count as wrong, and so
// as alike. What one policy alone cannot decide counts as wrong.
func (a *askedSet) recorded(left map[string]bool, first, second *replayedSide) (questions map[compare.Key]*compare.Question, none map[string]bool) {
	if a.questions == nil {
		return nil, nil
	}
	questions, none = map[compare.Key]*compare.Question{}, map[string]bool{}
	for k, q := range a.questions {
		switch {
		case left[k.ID]:
		case first.sample.Results[k] == nil && second.sample.Results[k] == nil:
			none[k.ID] = true
		default:
			questions[k] = q
		}
	}
	return questions, none
}

// undecided says why no record can be decided, where none can for what is wrong with the records.
func (s *replayedSide) undecided() error {
	if len(s.sample.Results)+len(s.needs) > 0 || len(s.broken) == 0 {
		return nil
	}
	id := shell.SortedKeys(s.broken)[0]
	return shell.Fail(shell.ExitFailed, "none of the %d records can be decided under %s; %s: %s", len(s.decided), s.sample.Name, id, shell.Shorten(s.broken[id], shell.MaxWarningRunes))
}

// olderRecords says how many records another version of the program made.
func (s *replayedSide) olderRecords() []string {
	versions := map[string]bool{}
	n := 0
	for _, d := range s.decided {
		if d.version != "" && d.version != host.Version {
			versions[d.version] = true
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d records are of version %s, this is %s: both sides are decided by the rules of this one", n, len(s.decided), named(versions), host.Version)}
}

// placed names the line and the plugin of the term that moved a choice: of the new policy, or of the old one where the new one has no such term.
func placed(g *compare.Group, now, old *policy.Policy) {
	name, is := strings.CutPrefix(g.Where, "options.")
	if g.Kind != replay.KindOption || !is {
		return
	}
	for _, p := range []*policy.Policy{now, old} {
		for _, t := range p.Options.Terms {
			if t.Name != name {
				continue
			}
			g.At = fmt.Sprintf("%s:%d", filepath.Base(t.At.File), t.At.Line)
			for _, stage := range p.Options.Stages {
				if stage.Name == t.Stage {
					g.Plugin = stage.Plugin
				}
			}
			return
		}
	}
}

// withoutThose returns a sample less the results of some questions.
func withoutThose(s *compare.Sample, left map[string]bool) *compare.Sample {
	out := &compare.Sample{Name: s.Name, Results: map[compare.Key]*record.Result{}}
	for k, r := range s.Results {
		if !left[k.ID] {
			out.Results[k] = r
		}
	}
	return out
}

// named lists some of the ids, sorted.
func named(ids map[string]bool) string {
	all := shell.SortedKeys(ids)
	if len(all) > shell.MostNamed {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:shell.MostNamed], ", "), len(all)-shell.MostNamed)
	}
	return strings.Join(all, ", ")
}

// take sorts the decided records by question. Of a question that a batch asked again for its upgrade, the second turn counts.
func (s *replayedSide) take(set *flags.RecordSet) error {
	withheld := map[string]bool{}
	for i, d := range s.decided {
		k := compare.Key{ID: d.id}
		if d.why != "" {
			s.broken[d.id] = d.why
			continue
		}
		if was, twice := s.refs[k]; twice {
			if withheld[d.id] == d.withheld {
				return shell.Fail(shell.ExitFailed, "question %q has two records, %s and %s: name those of one policy and one repeat", d.id, was.Name, set.Refs[i].Name)
			}
			if d.withheld {
				continue
			}
		}
		s.refs[k], withheld[d.id] = set.Refs[i], d.withheld
		delete(s.needs, d.id)
		if d.need {
			s.needs[d.id] = true
			delete(s.sample.Results, k)
		} else {
			s.sample.Results[k] = d.result
		}
	}
	return nil
}
