package telemetry

import (
	"time"

	"github.com/sparkhost/sparkhost/host/record"
)

// A Run is one record as telemetry sees it: how long things took and what they cost. It holds no text of question, document, prompt or
// answer.
type Run struct {
	ID       string
	Question string // the question's id
	Policy   record.Named
	Mode     string
	Host     string    // version
	Began    time.Time // zero: the record does not say
	Took     time.Duration
	Whole    bool // the record was finished
	Root     Step // the question; the steps below it are those of the record
	Result   Outcome
	Sources  []record.SourceUse
	Warnings []string // codes
	Queued   *Queued  // nil: the question was asked in this process
}

// An Outcome summarises a run's result, without its texts.
type Outcome struct {
	Verdict    record.Verdict
	Confidence float64
	Budget     record.BudgetResult
}

// A Step is something that took time, with what happened in it. One of its details is set, or none.
type Step struct {
	Name   string
	Seq    int           // of its event; a step of the pipeline has that of the event before its end
	Start  time.Duration // since the run began
	End    time.Duration
	Cached bool  // the cache of earlier runs had it
	Fuel   int64 // instructions of a plugin call; 0: not known
	Steps  []*Step

	Round  *record.Round
	Search *Search
	Call   *record.PluginCall
	Model  *record.ModelCall
}

// A Search is a record's query without its words.
type Search struct {
	Round  string
	Intent string
	Source string
	Hits   int
	Error  string
}

// The names of steps that an event speaks of; steps of the pipeline have names of their own, such as "select".
const (
	stepQuestion = "question"
	stepQueue    = "queue"
	stepRound    = "round"
	stepSearch   = "search"
	stepPlugin   = "plugin"
	stepModel    = "model"
)

// Took returns the duration of the step.
func (s *Step) Took() time.Duration { return s.End - s.Start }

// Walk calls fn for the steps below s, parents first.
func (s *Step) Walk(fn func(*Step)) {
	for _, below := range s.Steps {
		fn(below)
		below.Walk(fn)
	}
}

// Failed says why a step has no outcome; empty: it has one.
func (s *Step) Failed() string {
	switch {
	case s.Search != nil:
		return s.Search.Error
	case s.Call != nil:
		return s.Call.Error
	case s.Model != nil:
		return s.Model.Error
	}
	return ""
}
