package telemetry

import (
	"fmt"
	"strings"
	"time"

	"github.com/segmentio/encoding/json"

	"github.com/sparkhost/sparkhost/host/record"
)

// Derive reads a run from its record. Damage of an event that telemetry reads is an error that names it.
func Derive(r *record.Reader) (*Run, error) {
	d := newDeriver()
	for e := range r.Events() {
		d.event(e, nil)
	}
	return d.end(!r.Partial), d.err
}

// A deriver puts a run together from its events, in order. What ended since the step before waits in open until an event comes that
// encloses it: searches for their round, rounds and calls for their step.
type deriver struct {
	run  Run
	open []*Step
	last *Step         // the timing of its event comes next
	at   time.Duration // the latest end so far; with from, for records that do not say when something ended
	from time.Duration // the end of the step before
	err  error
}

func newDeriver() *deriver { return &deriver{run: Run{Root: Step{Name: stepQuestion, Seq: 1}}} }

// event takes an event in, and its value where that is known. It keeps nothing of e.Data.
func (d *deriver) event(e record.Event, value any) {
	switch e.Kind {
	case record.KindRun:
		if r, ok := taken[record.Run](d, e, value); ok {
			d.begin(e, r)
		}
	case record.KindQuery:
		if q, ok := taken[record.Query](d, e, value); ok {
			d.add(e, &Step{Name: stepSearch, Search: &Search{Round: q.Round, Intent: q.Intent, Source: q.Source, Hits: len(q.Hits), Error: q.Error}})
		}
	case record.KindPluginCall:
		if c, ok := taken[record.PluginCall](d, e, value); ok {
			d.add(e, &Step{Name: stepPlugin, Call: &c})
		}
	case record.KindModelCall:
		if m, ok := taken[record.ModelCall](d, e, value); ok {
			d.add(e, &Step{Name: stepModel, Model: &m})
		}
	case record.KindRound:
		if r, ok := taken[record.Round](d, e, value); ok {
			d.add(e, &Step{Name: stepRound, Round: &r})
		}
	case record.KindWarning:
		if w, ok := taken[record.Warning](d, e, value); ok {
			d.run.Warnings = append(d.run.Warnings, w.Code)
		}
	case record.KindResult:
		if r, ok := taken[record.Result](d, e, value); ok {
			d.run.Result = Outcome{Verdict: r.Verdict, Confidence: r.Confidence, Budget: r.Budget}
		}
	case record.KindTiming:
		if t, ok := taken[record.Timing](d, e, value); ok {
			d.timing(e, t)
		}
	}
}

// taken returns the value of an event where it is known, or decodes its data. The first failure is kept.
func taken[T any](d *deriver, e record.Event, value any) (T, bool) {
	if v, ok := value.(T); ok {
		return v, true
	}
	var v T
	err := json.Unmarshal(e.Data, &v)
	if err != nil && d.err == nil {
		d.err = fmt.Errorf("event %d (%s): %w", e.Seq, e.Kind, err)
	}
	return v, err == nil
}

func (d *deriver) begin(e record.Event, r record.Run) {
	d.run.ID, d.run.Policy, d.run.Mode, d.run.Host = r.ID, r.Policy, r.Mode, r.HostVersion
	if e.Data = r.Question; len(e.Data) > 0 {
		question, _ := taken[questionID](d, e, nil)
		d.run.Question = question.ID
	}
}

type questionID struct {
	ID string `json:"id"`
}

// add appends the step of an event. Its time is known with the timing that follows.
func (d *deriver) add(e record.Event, s *Step) {
	s.Seq, s.Start, s.End = e.Seq, d.at, d.at
	if s.Round != nil {
		d.enclose(s, func(below *Step) bool { return below.Search != nil && below.Search.Round == s.Round.Name })
	}
	d.open = append(d.open, s)
	d.last = s
}

// timing says when the event before it ended, or a step of the pipeline.
func (d *deriver) timing(e record.Event, t record.Timing) {
	kind, _, nested := strings.Cut(t.What, ".")
	switch {
	case t.What == record.TimingSeal:
	case t.What == record.TimingRun:
		d.run.Took = micro(t.ElapsedUS)
		if t.BeganUS != 0 {
			d.run.Began = time.UnixMicro(t.BeganUS).UTC()
		}
	case t.What == record.TimingSource && t.Source != nil:
		d.run.Sources = append(d.run.Sources, *t.Source)
	case !nested:
		d.step(e.Seq, t)
	case d.last != nil && d.last.Name == kindOf[kind+"."]:
		d.timed(d.last, t)
		d.last = nil
	}
}

// kindOf maps what a timing begins with to the name of the step that it times.
var kindOf = map[string]string{
	record.TimingRound: stepRound, record.TimingSearch: stepSearch, record.TimingCall: stepPlugin, record.TimingModel: stepModel,
}

// timed sets the time of a step. A round takes in what ended since it began.
func (d *deriver) timed(s *Step, t record.Timing) {
	s.End = d.at + micro(t.ElapsedUS)
	if t.AtUS != 0 {
		s.End = micro(t.AtUS)
	}
	if s.Round != nil && t.AtUS == 0 {
		s.End = d.at
	}
	s.Start = max(0, s.End-micro(t.ElapsedUS))
	s.Cached, s.Fuel = t.Cached, t.Fuel
	d.at = max(d.at, s.End)
	if s.Round != nil {
		d.enclose(s, func(below *Step) bool { return below != s && below.Round == nil && below.End >= s.Start })
		s.fit()
	}
}

// step ends a step of the pipeline, which takes in what ended since it began.
func (d *deriver) step(seq int, t record.Timing) {
	s := &Step{Name: t.What, Seq: seq, Start: d.from}
	s.End = max(d.at, s.Start+micro(t.ElapsedUS))
	if t.AtUS != 0 {
		s.End = micro(t.AtUS)
		s.Start = max(0, s.End-micro(t.ElapsedUS))
	}
	d.enclose(s, func(below *Step) bool { return below.End >= s.Start })
	s.fit()
	d.at, d.from = max(d.at, s.End), s.End
	d.open, d.last = append(d.open, s), nil
}

// fit lets none of the steps below s begin before s: both are rounded to microseconds.
func (s *Step) fit() {
	for _, below := range s.Steps {
		below.Start = min(max(below.Start, s.Start), below.End)
	}
}

// enclose moves those open steps below s that fn picks.
func (d *deriver) enclose(s *Step, fn func(*Step) bool) {
	kept := d.open[:0]
	for _, below := range d.open {
		if !fn(below) {
			kept = append(kept, below)
			continue
		}
		s.Steps = append(s.Steps, below)
	}
	d.open = kept
}

// end returns the run, once its events are over.
func (d *deriver) end(whole bool) *Run {
	d.run.Whole = whole
	d.run.Took = max(d.run.Took, d.at)
	d.run.Root.End, d.run.Root.Steps = d.run.Took, d.open
	return &d.run
}

func micro(us int64) time.Duration { return time.Duration(us) * time.Microsecond }
