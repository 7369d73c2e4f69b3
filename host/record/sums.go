package record

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Sums says what is wrong with the sums of a record. It is a value; the zero Sums says that everything adds up.
type Sums struct {
	Wrong   []string `json:"wrong"`   // sums that do not add up: the record was changed or damaged
	Unusual []string `json:"unusual"` // contributions that only a floor, or a calibration plugin of one's own, can explain
}

// PhaseFinal is the phase of the [Calibration] that makes the result's confidence.
const PhaseFinal = "final"

// Sums adds up every calibration of the record, and the one of its result; see [CheckSums].
func (r *Reader) Sums() (Sums, error) {
	calibrations, err := Each[Calibration](r, KindCalibration)
	if err != nil {
		return Sums{}, err
	}
	results, err := Each[Result](r, KindResult)
	if err != nil || len(results) == 0 {
		return CheckSums(calibrations, nil), err
	}
	return CheckSums(calibrations, &results[len(results)-1]), nil
}

// CheckSums adds up every calibration of a run, and the one of its result (nil: there is none), in units
// of 1e-9, and compares each contribution with weight × value.
func CheckSums(calibrations []Calibration, result *Result) Sums {
	check := Sums{Wrong: []string{}, Unusual: []string{}}
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
	if n := len(calibrations); n > 0 && calibrations[n-1].Phase == PhaseFinal {
		stated = calibrations[n-1].Confidence
	}
	if nano(stated) != nano(result.Confidence) {
		check.wrong(fmt.Sprintf("the sum makes %s, the result says %s", Exact(stated), Exact(result.Confidence)))
	}
	if result.Confidence < 0 || result.Confidence > 1 {
		check.wrong(fmt.Sprintf("the result's confidence is %s, and none is outside 0 to 1", Exact(result.Confidence)))
	}
	return check
}

// Err returns nil if every sum adds up, else a *[CorruptError] for the record of that name. What is only unusual
// is none.
func (s Sums) Err(name string) error {
	if len(s.Wrong) == 0 {
		return nil
	}
	return &CorruptError{Name: name, Err: fmt.Errorf("the sum does not add up, so the record was changed or damaged (run the question anew): %s", strings.Join(s.Wrong, "; "))}
}

// mostSums of each sort are told of a record.
const mostSums = 20

func (s *Sums) wrong(text string)   { s.Wrong = upTo(s.Wrong, text) }
func (s *Sums) unusual(text string) { s.Unusual = upTo(s.Unusual, text) }

func upTo(list []string, text string) []string {
	if len(list) < mostSums {
		return append(list, text)
	}
	return append(list[:mostSums-1], "and others")
}

// nano is v in units of 1e-9. Whole float64s add exactly up to nine million.
func nano(v float64) float64 { return math.Round(v * 1e9) }

// Exact prints a confidence in the unit in which it adds up, without trailing zeros. A number that no confidence comes near is rounded.
func Exact(v float64) string {
	if math.Abs(v) >= 1e9 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	s := strings.TrimRight(strconv.FormatFloat(v, 'f', 9, 64), "0")
	return strings.TrimSuffix(s, ".")
}

func (s *Sums) add(what string, base float64, deltas []float64, confidence float64) {
	sum := nano(base)
	for _, d := range deltas {
		sum += nano(d)
	}
	if sum != nano(confidence) {
		s.wrong(fmt.Sprintf("%s: base and terms make %s, recorded is %s", what, Exact(sum/1e9), Exact(confidence)))
	}
}

// term accepts weight × value, rounded, and anything nearer to zero on the same side,
// which floor, cap and one_sided may leave of it. Summands without a feature are the
// plugin's own, such as the caps on the total.
func (s *Sums) term(phase string, t CalibrationTerm) {
	if t.Feature == "" {
		return
	}
	product := 0.0 // an unknown value adds nothing
	if t.Value != nil {
		product = nano(t.Weight * *t.Value)
	}
	delta := nano(t.Delta)
	if delta*product < 0 || math.Abs(delta) > math.Abs(product)+1 {
		s.unusual(fmt.Sprintf("the %s term %q: weight × value makes %s, recorded is %s",
			phase, t.Name, Exact(product/1e9), Exact(t.Delta)))
	}
}
