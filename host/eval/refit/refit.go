// Package refit fits the shipped plugins stance and reading to a team's own questions: it listens to what replays ask of them, labels that by
// the right answers, and makes settings for the policy's stages.
package refit

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/plugins/refit/reading"
	"github.com/sparkhost/sparkhost/plugins/refit/stance"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Listener keeps the last request of one stage for each question. Its method Tap is safe for concurrent use.
type Listener struct {
	stage string
	mu    sync.Mutex
	kept  map[string]*contract.Request
}

// Listen makes a listener for a stage, such as "verify.stance".
func Listen(stage string) *Listener {
	return &Listener{stage: stage, kept: map[string]*contract.Request{}}
}

// Tap takes a request; see [host.ReplayConfig].
func (l *Listener) Tap(question, stage string, req *contract.Request) {
	if stage != l.stage {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept[question] = req
}

// A Result is the settings that a fit makes, and what it knows of them from folds that it left out.
type Result struct {
	Settings      []Setting
	Folds         int
	Questions     int // that were fitted to
	Before, After []Figure
}

// A Setting is a list of numbers for a stage's config.
type Setting struct {
	Name    string
	Numbers []float64
}

// A Figure is one number of a fit.
type Figure struct {
	Name  string
	Value float64
}

// Stance fits the plugin stance, by its model in file form, to what was asked of it. The error matches [stance.ErrTooLittle].
func (l *Listener) Stance(model []byte, questions map[string]*evidence.Question) (*Result, error) {
	var all []stance.Question
	for _, q := range l.asked(questions) {
		label, known := verdictOf(q)
		if !known {
			continue
		}
		one, err := stance.Of(l.kept[q.ID], label, groupOf(q))
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	f, err := stance.Fit(model, all, stance.Options{})
	if err != nil {
		return nil, err
	}
	figures := func(f stance.Figures) []Figure {
		return []Figure{{"accuracy", f.Accuracy}, {"log loss, decided", f.DecidedLoss}, {"log loss, side", f.AnswerLoss}}
	}
	r := &Result{Folds: f.Folds, Questions: f.Before.Questions, Before: figures(f.Before), After: figures(f.After)}
	r.set("answer_weights", f.AnswerWeights)
	r.set("decided_weights", f.DecidedWeights)
	return r, nil
}

// Reading fits the plugin reading, by its model in file form. A question without an answer is one that its literature does not answer. The
// error matches [reading.ErrTooLittle].
func (l *Listener) Reading(model string, questions map[string]*evidence.Question) (*Result, error) {
	var all []reading.Question
	for _, q := range l.asked(questions) {
		one, err := reading.Of(l.kept[q.ID], q.Answer != "", groupOf(q))
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	f, err := reading.Fit(model, all, reading.Options{})
	if err != nil {
		return nil, err
	}
	figures := func(f reading.Figures) []Figure { return []Figure{{"accuracy", f.Accuracy}, {"log loss", f.Loss}} }
	r := &Result{Folds: f.Folds, Questions: f.Before.Questions, Before: figures(f.Before), After: figures(f.After)}
	r.set("weights", f.Weights)
	return r, nil
}

func (r *Result) set(name string, numbers []float64) {
	if len(numbers) > 0 {
		r.Settings = append(r.Settings, Setting{name, numbers})
	}
}

// asked returns the questions that the stage was asked about, by id.
func (l *Listener) asked(questions map[string]*evidence.Question) (out []*evidence.Question) {
	for id, q := range questions {
		if l.kept[id] != nil {
			out = append(out, q)
		}
	}
	slices.SortFunc(out, func(a, b *evidence.Question) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// verdictOf returns the right answer of a claim or yes/no question; false of others.
func verdictOf(q *evidence.Question) (stance.Label, bool) {
	plan := query.Outline(*q)
	text := q.Answer
	for _, o := range plan.Options {
		if o.Label == q.Answer {
			text = o.Text
		}
	}
	switch s := query.StanceOf(strings.ReplaceAll(text, "_", " ")); {
	case !plan.Polar || s == query.NoStance:
		return 0, false
	case s == query.Supports:
		return stance.Supports, true
	case s == query.Contradicts:
		return stance.Contradicts, true
	}
	return stance.Undecided, true
}

// groupOf returns the topic of a question, or else the first of the documents that answer it, or else its id.
func groupOf(q *evidence.Question) string {
	if topic, is := q.Meta["topic"].(string); is && topic != "" {
		return strings.ToLower(topic)
	}
	if len(q.GoldDocs) > 0 {
		return slices.Min(q.GoldDocs)
	}
	return q.ID
}
