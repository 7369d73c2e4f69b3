package run

import (
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/record"
)

// A trace takes the events of a run: a *[record.Writer], or the memory of a replay.
type trace interface {
	Append(kind record.Kind, data any) error
	Blob(digest string, data []byte) error
	Finish() error
	Close() error
}

// A journal holds what a run tells: its record, event by event, and its result.
type journal struct {
	out    trace
	err    error // first error of writing the record; ends the run
	result record.Result
	listen func(question, message string) // told each warning; nil: nobody is
	since  func() time.Duration           // since the run began
}

// newJournal begins the result of a run. Its lists are never nil, so that they are [] in JSON.
func newJournal(e *Engine, q evidence.Question, id string, out trace) journal {
	result := record.Result{
		FormatVersion: record.FormatVersion, ID: q.ID, Run: id, Question: q.Question, Type: q.Type,
		UncertaintyReasons: []string{}, Warnings: []string{}, Options: []record.OptionResult{}, Citations: []record.Citation{},
		Calibration: record.CalibrationSum{Terms: []record.TermResult{}}, Gates: []record.GateResult{}, Rounds: []record.RoundResult{},
		Policy: record.Named{Name: e.Policy.Name, Digest: e.Policy.Digest}, Mode: string(e.Policy.Mode), Plugins: []record.PluginUse{},
	}
	return journal{out: out, result: result, listen: e.Warn}
}

// log appends an event. The first failure ends the run at its next step: a run
// without record must not go on.
func (j *journal) log(kind record.Kind, data any) {
	if t, ok := data.(record.Timing); ok && t.AtUS == 0 {
		t.AtUS = j.since().Microseconds()
		data = t
	}
	if j.err == nil {
		j.err = j.out.Append(kind, data)
	}
}

// keep puts content aside by its digest, for whoever reads the record.
func (j *journal) keep(digest string, data []byte) {
	if j.err == nil {
		j.err = j.out.Blob(digest, data)
	}
}

// warn tells the record, the result and whoever listens.
func (j *journal) warn(code, stage, text string) {
	j.log(record.KindWarning, record.Warning{Code: code, Stage: stage, Text: text})
	j.result.Warnings = append(j.result.Warnings, text)
	if j.listen != nil {
		j.listen(j.result.ID, text)
	}
}

// time notes how long something took; only here does a record hold elapsed time.
func (j *journal) time(what string, took time.Duration) {
	j.log(record.KindTiming, record.Timing{What: what, ElapsedUS: took.Microseconds()})
}

// keepJSON puts a value aside in canonical form and returns its digest.
func (j *journal) keepJSON(v any) string {
	data, err := record.Canonical(v)
	if err != nil {
		if j.err == nil {
			j.err = err
		}
		return ""
	}
	digest := record.Digest(data)
	j.keep(digest, data)
	return digest
}

// reason adds an uncertainty reason once.
func (j *journal) reason(text string) {
	if text != "" && !slices.Contains(j.result.UncertaintyReasons, text) {
		j.result.UncertaintyReasons = append(j.result.UncertaintyReasons, text)
	}
}

// unknown ends a replay that the record does not suffice for, at its next step.
func (j *journal) unknown(why string) {
	if j.err == nil {
		j.err = &tape.UnknowableError{Why: why}
	}
}

// use finds or starts the count of a plugin's calls.
func (j *journal) use(name, digest string) *record.PluginUse {
	for i := range j.result.Plugins {
		if j.result.Plugins[i].Name == name {
			return &j.result.Plugins[i]
		}
	}
	j.result.Plugins = append(j.result.Plugins, record.PluginUse{Name: name, Digest: digest})
	return &j.result.Plugins[len(j.result.Plugins)-1]
}
