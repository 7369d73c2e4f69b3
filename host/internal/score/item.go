package score

import (
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// An Item holds what documents, passages and options have in common: features, what
// stages said of them, and the score that terms make of both.
type Item struct {
	Features map[string]float64 // unknown ones are absent
	Outputs  map[Output]float64 // of stages that said something of it
	Score    float64            // the sum of Parts
	Parts    []Contribution     // in the order of the terms
}

// An Output is a stage's score, or one of its parts.
type Output struct{ Stage, Part string }

// Feature returns a feature by its path; false: unknown.
func (i *Item) Feature(path string) (float64, bool) {
	v, known := i.Features[path]
	return v, known
}

// Value returns the number that a term weighs; false: unknown.
func (i *Item) Value(t policy.Term) (float64, bool) {
	switch {
	case t.Stage != "":
		v, ok := i.Outputs[Output{t.Stage, t.Part}]
		return v, ok
	case t.Document+t.Cited != "":
		v, ok := i.Outputs[Output{OfDocument(t.Document + t.Cited), t.Part}]
		return v, ok
	}
	v, ok := i.Features[t.Feature]
	return v, ok
}

// Take keeps what a stage said of one row of a table. A nil response says nothing.
func (i *Item) Take(stage string, resp *contract.Response, table string, row int) {
	if resp == nil {
		return
	}
	if i.Outputs == nil {
		i.Outputs = map[Output]float64{}
	}
	var parts []contract.Part
	if resp.Score != nil && table == "items" {
		i.Outputs[Output{stage, ""}] = resp.Score.Scores[row]
		parts = resp.Score.Parts
	}
	if resp.Assess != nil {
		parts = resp.Assess.Parts
	}
	for _, p := range parts {
		if p.Table == table {
			i.Outputs[Output{stage, p.Name}] = p.Values[row]
		}
	}
}
