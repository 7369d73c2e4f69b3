package state

import (
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Trace takes the events of a run: a *[record.Writer], or the memory of a replay.
type Trace interface {
	Append(kind record.Kind, data any) error
	Blob(digest string, data []byte) error
	Finish() error
	Close() error
}

// A journal holds what a run tells: its record, event by event, and its result.
type journal struct {
	Out    Trace
	Err    error // first error of writing the record; ends the run
	Result record.Result
	listen func(question, message string) // told each warning; nil: nobody is
	Since  func() time.Duration           // since the run began
}

// newJournal begins the result of a run. Its lists are never nil, so that they are [] in JSON.
func newJournal(e *Engine, q evidence.Question, id string, out Trace) journal {
	result := record.Result{
		FormatVersion: record.FormatVersion, ID: q.ID, Run: id, Question: q.Question, Type: q.Type,
		UncertaintyReasons: []string{}, Warnings: []string{}, Options: []record.OptionResult{}, Citations: []record.Citation{},
		Calibration: record.CalibrationSum{Terms: []record.TermResult{}}, Gates: []record.GateResult{}, Rounds: []record.RoundResult{},
		Policy: record.Named{Name: e.Policy.Name, Digest: e.Policy.Digest}, Mode: string(e.Policy.Mode), Plugins: []record.PluginUse{},
	}
	return journal{Out: out, Result: result, listen: e.Warn}
}

// Log appends an event. The first failure ends the run at its next step: a run
// without record must not go on.
func (j *journal) Log(kind record.Kind, data any) {
	if t, ok := data.(record.Timing); ok && t.AtUS == 0 {
		t.AtUS = j.Since().Microseconds()
		data = t
	}
	if j.Err == nil {
		j.Err = j.Out.Append(kind, data)
	}
}

// Keep puts content aside by its digest, for whoever reads the record.
func (j *journal) Keep(digest string, data []byte) {
	if j.Err == nil {
		j.Err = j.Out.Blob(digest, data)
	}
}

// Warn tells the record, the result and whoever listens.
func (j *journal) Warn(code, stage, text string) {
	j.Log(record.KindWarning, record.Warning{Code: code, Stage: stage, Text: text})
	j.Result.Warnings = append(j.Result.Warnings, text)
	if j.listen != nil {
		j.listen(j.Result.ID, text)
	}
}

// Time notes how long something took; only here does a record hold elapsed time.
func (j *journal) Time(what string, took time.Duration) {
	j.Log(record.KindTiming, record.Timing{What: what, ElapsedUS: took.Microseconds()})
}

// KeepJSON puts a value aside in canonical form and returns its digest.
func (j *journal) KeepJSON(v any) string {
	data, err := record.Canonical(v)
	if err != nil {
		if j.Err == nil {
			j.Err = err
		}
		return ""
	}
	digest := record.Digest(data)
	j.Keep(digest, data)
	return digest
}

// Reason adds an uncertainty reason once.
func (j *journal) Reason(text string) {
	if text != "" && !slices.Contains(j.Result.UncertaintyReasons, text) {
		j.Result.UncertaintyReasons = append(j.Result.UncertaintyReasons, text)
	}
}

// Unknown ends a replay that the record does not suffice for, at its next step.
func (j *journal) Unknown(why string) {
	if j.Err == nil {
		j.Err = &tape.UnknowableError{Why: why}
	}
}

// use finds or starts the count of a plugin's calls.
func (j *journal) use(name, digest string) *record.PluginUse {
	for i := range j.Result.Plugins {
		if j.Result.Plugins[i].Name == name {
			return &j.Result.Plugins[i]
		}
	}
	j.Result.Plugins = append(j.Result.Plugins, record.PluginUse{Name: name, Digest: digest})
	return &j.Result.Plugins[len(j.Result.Plugins)-1]
}
