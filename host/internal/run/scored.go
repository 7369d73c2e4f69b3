package run

import (
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A scored is what documents, passages and options have in common: features, what
// stages said of them, and the score that terms make of both.
type scored struct {
	features map[string]float64 // unknown ones are absent
	outputs  map[output]float64
	score    float64
	parts    []contribution
}

// An output is a stage's score, or one of its parts.
type output struct{ stage, part string }

// feature is a feature by its path; false: unknown.
func (s *scored) feature(path string) (float64, bool) {
	v, known := s.features[path]
	return v, known
}

// value is the number that a term weighs; false: unknown.
func (s *scored) value(t policy.Term) (float64, bool) {
	switch {
	case t.Stage != "":
		v, ok := s.outputs[output{t.Stage, t.Part}]
		return v, ok
	case t.Document+t.Cited != "":
		v, ok := s.outputs[output{ofDocument(t.Document + t.Cited), t.Part}]
		return v, ok
	}
	v, ok := s.features[t.Feature]
	return v, ok
}

// take keeps what a stage said of one row of a table. A nil response says nothing.
func (s *scored) take(stage string, resp *contract.Response, table string, row int) {
	if resp == nil {
		return
	}
	if s.outputs == nil {
		s.outputs = map[output]float64{}
	}
	var parts []contract.Part
	if resp.Score != nil && table == "items" {
		s.outputs[output{stage, ""}] = resp.Score.Scores[row]
		parts = resp.Score.Parts
	}
	if resp.Assess != nil {
		parts = resp.Assess.Parts
	}
	for _, p := range parts {
		if p.Table == table {
			s.outputs[output{stage, p.Name}] = p.Values[row]
		}
	}
}
