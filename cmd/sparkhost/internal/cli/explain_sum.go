package cli

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/sparkhost/sparkhost/host/record"
)

// A sumCheck is what is wrong with the sums of a record.
type sumCheck struct {
	Wrong   []string `json:"wrong"`   // sums that do not add up: the record was changed or damaged
	Unusual []string `json:"unusual"` // contributions that only a floor, or a calibration plugin of one's own, can explain
}

// checkSum adds up every calibration of a record, and the one of its result, in units
// of 1e-9, and compares each contribution with weight × value.
func checkSum(calibrations []record.Calibration, result *record.Result) sumCheck {
	check := sumCheck{Wrong: []string{}, Unusual: []string{}}
	for _, c := range calibrations {
		deltas := make([]float64, len(c.Terms))
		for i, t := range c.Terms {
			deltas[i] = t.Delta
			check.term(c.Phase, t)
		}
		check.add("the "+c.Phase+" confidence", c.Base, deltas, c.Confidence)
	}
	if result == nil {
		return check
	}
	var deltas []float64
	for _, t := range result.Calibration.Terms {
		deltas = append(deltas, t.Delta)
	}
	check.add("the result's confidence", result.Calibration.Base, deltas, result.Calibration.Confidence)
	stated := result.Calibration.Confidence
	if n := len(calibrations); n > 0 && calibrations[n-1].Phase == finalPhase {
		stated = calibrations[n-1].Confidence
	}
	if nano(stated) != nano(result.Confidence) {
		check.Wrong = append(check.Wrong, fmt.Sprintf("the sum makes %s, the result says %s", exact(stated), exact(result.Confidence)))
	}
	return check
}

// finalPhase is the phase of the calibration that makes the result's confidence.
const finalPhase = "final"

// nano is v in units of 1e-9. Whole float64s add exactly up to nine million.
func nano(v float64) float64 { return math.Round(v * 1e9) }

func (s *sumCheck) add(what string, base float64, deltas []float64, confidence float64) {
	sum := nano(base)
	for _, d := range deltas {
		sum += nano(d)
	}
	if sum != nano(confidence) {
		s.Wrong = append(s.Wrong, fmt.Sprintf("%s: base and terms make %s, recorded is %s", what, exact(sum/1e9), exact(confidence)))
	}
}

// term accepts weight × value, rounded, and anything nearer to zero on the same side,
// which floor, cap and one_sided may leave of it. Summands without a feature are the
// plugin's own, such as the caps on the total.
func (s *sumCheck) term(phase string, t record.CalibrationTerm) {
	if t.Feature == "" {
		return
	}
	product := 0.0 // an unknown value adds nothing
	if t.Value != nil {
		product = nano(t.Weight * *t.Value)
	}
	delta := nano(t.Delta)
	if delta*product < 0 || math.Abs(delta) > math.Abs(product)+1 {
		s.Unusual = append(s.Unusual, fmt.Sprintf("the %s term %q: weight × value makes %s, recorded is %s",
			phase, t.Name, exact(product/1e9), exact(t.Delta)))
	}
}

// write warns below the sum.
func (s sumCheck) write(w io.Writer) {
	for _, text := range s.Wrong {
		fmt.Fprintf(w, "WARNING: the sum does not add up: %s\n", text)
	}
	for _, text := range s.Unusual {
		fmt.Fprintf(w, "WARNING: more than its value gives: %s; if the policy sets no floor there, the record was changed\n", text)
	}
}

// err ends the command if a sum is wrong.
func (s sumCheck) err() error {
	if len(s.Wrong) == 0 {
		return nil
	}
	return errors.New("the sum does not add up: the record was changed or damaged")
}
