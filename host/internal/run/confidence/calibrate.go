package confidence

import (
	"context"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// The phases of calibration. The provisional confidence leaves falsification out,
// so that gates on falsification can read it (C15).
const (
	phaseProvisional = "provisional"
	PhaseFinal       = record.PhaseFinal
)

// Provisional computes the confidence that conditions on falsification read.
func (r *Run) Provisional(ctx context.Context) error {
	if r.Answer == nil {
		return nil
	}
	result, err := r.addUp(ctx, phaseProvisional)
	if err != nil || result == nil {
		return err
	}
	r.Set("answer.provisional_confidence", result.Confidence)
	return nil
}

// Calibrate computes the final confidence.
func (r *Run) Calibrate(ctx context.Context) error {
	if r.Answer == nil {
		r.Set("answer.answered", false)
		r.Reason(r.Unanswered)
		return nil
	}
	result, err := r.addUp(ctx, PhaseFinal)
	if err != nil || result == nil {
		return err
	}
	r.Set("answer.confidence", result.Confidence)
	r.Result.Confidence = result.Confidence
	for _, reason := range result.Reasons {
		r.Reason(reason)
	}
	if r.Answer.HasMargin && r.Policy.Options.TooClose(r.Answer.Margin) {
		r.Reason(policy.ReasonMargin)
	}
	return nil
}

// A termRow is one row of table "terms": a summand of the confidence.
type termRow struct {
	policy.Term
	base bool
}

// addUp lets the calibration stage add the terms up. Nil if the stage was skipped.
func (r *Run) addUp(ctx context.Context, phase string) (*contract.CalibrateResult, error) {
	rows := r.TermRows(phase)
	resp, err := r.Call(ctx, "calibrate", &r.Policy.Calibrate.Stage, r.TermFrame(rows))
	if err != nil || resp == nil {
		return nil, err
	}
	result := resp.Calibrate
	event := record.Calibration{Phase: phase, Base: result.Base, Terms: []record.CalibrationTerm{}, Confidence: result.Confidence, Reasons: result.Reasons}
	for i, t := range result.Terms {
		row, v := policy.Term{At: r.Policy.Calibrate.At}, &t.Value
		if i < len(rows) {
			row = rows[i].Term
			if _, known := r.Feature(row.Feature); !known {
				v = nil
			}
		}
		event.Terms = append(event.Terms, record.CalibrationTerm{
			Name: t.Name, Feature: row.Feature, Value: v, Weight: t.Weight, Delta: t.Delta,
			Plugin: r.Policy.Calibrate.Stage.Plugin, Digest: r.Plugins[r.Policy.Calibrate.Stage.Plugin].Digest(),
			File: state.FileName(row.At), Line: row.At.Line,
		})
	}
	r.Log(record.KindCalibration, event)
	if phase == PhaseFinal {
		r.Result.Calibration = calibrationSum(event)
	}
	return result, nil
}

// TermRows returns the base terms and then the corrections that apply to the question.
func (r *Run) TermRows(phase string) []termRow {
	var rows []termRow
	for _, t := range score.Applicable(r.Policy.Calibrate.Base, r.Plan.Kinds()) {
		r.KnowFeature(t.Feature)
		rows = append(rows, termRow{t, true})
	}
	for _, t := range score.Applicable(r.Policy.Calibrate.Terms, r.Plan.Kinds()) {
		r.KnowFeature(t.Feature)
		if phase == phaseProvisional && strings.HasPrefix(t.Feature, "falsify.") {
			continue
		}
		rows = append(rows, termRow{t, false})
	}
	return rows
}

// TermFrame shows terms to a calibrator.
func (r *Run) TermFrame(rows []termRow) frame.Frame {
	n := len(rows)
	bound := func(p func(int) *float64) func(int) (float64, bool) {
		return func(i int) (float64, bool) {
			if b := p(i); b != nil {
				return *b, true
			}
			return 0, false
		}
	}
	return frame.Frame{{Name: "terms", Rows: n, Columns: []frame.Column{
		frame.Texts("name", n, func(i int) string { return rows[i].Name }),
		frame.Nullable("value", n, func(i int) (float64, bool) { return r.Feature(rows[i].Feature) }),
		frame.Numbers("weight", n, func(i int) float64 { return rows[i].Weight }),
		frame.Nullable("floor", n, bound(func(i int) *float64 { return rows[i].Floor })),
		frame.Nullable("cap", n, bound(func(i int) *float64 { return rows[i].Cap })),
		frame.Numbers("one_sided", n, func(i int) float64 { return score.Flag(rows[i].OneSided) }),
		frame.Numbers("base", n, func(i int) float64 { return score.Flag(rows[i].base) }),
	}}}
}

// calibrationSum returns the result's view of the record's event.
func calibrationSum(event record.Calibration) record.CalibrationSum {
	out := record.CalibrationSum{Base: event.Base, Confidence: event.Confidence, Terms: []record.TermResult{}}
	for _, t := range event.Terms {
		line := ""
		if t.File != "" {
			line = fmt.Sprintf("%s:%d", t.File, t.Line)
		}
		out.Terms = append(out.Terms, record.TermResult{
			Name: t.Name, Feature: t.Feature, Value: t.Value, Weight: t.Weight, Delta: t.Delta, Plugin: t.Plugin, Line: line,
		})
	}
	return out
}
