package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
)

// errAllNeed says that a policy asks for more than any record holds.
var errAllNeed = errors.New("every run needs evidence that was never fetched")

// mostNamed limits how many questions a note names.
const mostNamed = 10

// A replayedSide is the records decided under one policy.
type replayedSide struct {
	evalSide
	replayer *host.Replayer
	refs     map[compare.Key]recordRef
	needs    map[string]bool // questions that need evidence which was never fetched
	broken   map[string]string
	decided  []decidedRun // by record

	mu  sync.Mutex
	err error // what is wrong with the policy
}

// compareByReplay decides the records under each policy, and compares the first with the others.
func (f *compareFlags) compareByReplay(c *cobra.Command, policies []string) (_ *comparisons, err error) {
	set, err := f.replayFlags.records(c, f.records)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.close()) }()
	asked, err := f.judged(nil)
	if err != nil {
		return nil, err
	}
	decider := f.decider(c, set)
	defer func() { err = errors.Join(err, decider.close()) }()
	first, err := decider.decide(policies[0])
	if err != nil {
		return nil, err
	}
	var reports []*compare.Report
	var left []string
	err = decider.each(policies[1:], func(_ int, second *replayedSide, err error) error {
		if err != nil {
			return describe(c.ErrOrStderr(), err)
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
		return nil, fail(ExitFailed, "%s", strings.Join(left, "; "))
	}
	all := adjusted(reports)
	all.NotCompared = left
	return all, nil
}

// compareSides compares what both policies decide; what one of them could not decide for want of evidence is in no figure.
func (f *compareFlags) compareSides(ctx context.Context, asked *askedSet, first, second *replayedSide) (*compare.Report, error) {
	o := f.options()
	o.Replay = true
	o.Cause = func(k compare.Key) (*replay.Change, error) {
		change, err := decideOne(ctx, first.refs[k], first.replayer, second.replayer)
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
	questions := asked.questions
	if questions != nil {
		questions = map[compare.Key]*compare.Question{}
		for k, q := range asked.questions {
			if !left[k.ID] {
				questions[k] = q
			}
		}
	}
	if len(left) > 0 && len(a.Results)+len(b.Results) == 0 {
		return nil, fail(ExitFailed, "%w under %s (%d runs); --fetch gets it from the policy's sources", errAllNeed, second.sample.Name, len(left))
	}
	if err := errors.Join(first.undecided(), second.undecided()); err != nil {
		return nil, err
	}
	r, err := compare.Compare(questions, a, b, o)
	if err != nil {
		return nil, fail(ExitFailed, "%w", err)
	}
	for i := range r.Flips {
		placed(&r.Flips[i], second.replayer.Policy(), first.replayer.Policy())
	}
	r.Notes = append(r.Notes, asked.notes...)
	if len(left) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %d records need evidence that was never fetched and are left out: %s; --fetch gets it",
			len(left), len(first.refs), named(left)))
	}
	for _, s := range []*replayedSide{first, second} {
		for _, id := range sortedKeys(s.broken) {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: %s cannot be re-decided: %s", s.sample.Name, id, shorten(s.broken[id], maxWarningRunes)))
		}
	}
	return r, nil
}

// undecided says why no record can be decided, where none can for what is wrong with the records.
func (s *replayedSide) undecided() error {
	if len(s.sample.Results)+len(s.needs) > 0 || len(s.broken) == 0 {
		return nil
	}
	id := sortedKeys(s.broken)[0]
	return fail(ExitFailed, "none of the %d records can be decided under %s; %s: %s", len(s.decided), s.sample.Name, id, shorten(s.broken[id], maxWarningRunes))
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

// withoutThose is a sample less the results of some questions.
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
	all := sortedKeys(ids)
	if len(all) > mostNamed {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:mostNamed], ", "), len(all)-mostNamed)
	}
	return strings.Join(all, ", ")
}

func sortedKeys[K ~string, V any](m map[K]V) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// take sorts the decided records by question. Of a question that a batch asked again for its upgrade, the second turn counts.
func (s *replayedSide) take(set *recordSet) error {
	withheld := map[string]bool{}
	for i, d := range s.decided {
		k := compare.Key{ID: d.id}
		if d.why != "" {
			s.broken[d.id] = d.why
			continue
		}
		if was, twice := s.refs[k]; twice {
			if withheld[d.id] == d.withheld {
				return fail(ExitFailed, "question %q has two records, %s and %s: name those of one policy and one repeat", d.id, was.name, set.refs[i].name)
			}
			if d.withheld {
				continue
			}
		}
		s.refs[k], withheld[d.id] = set.refs[i], d.withheld
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
