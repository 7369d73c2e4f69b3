package report

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
)

// WriteCSV writes every figure as a line: kind, side, against, name, value, low, high, of, p, verdict, method. Empty fields are not known.
func (r *Report) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	lines := [][]string{{"kind", "side", "against", "name", "value", "low", "high", "of", "p", "verdict", "method"}}
	for _, s := range r.Sides {
		for _, m := range s.Measures {
			lines = append(lines, []string{"measure", s.Name, "", m.Name, number(m.Value), number(m.Interval.Low), number(m.Interval.High), strconv.Itoa(m.Of), "", "", m.Method})
		}
		lines = append(append(lines, rowLines("type", s.Name, s.Types)...), rowLines("pack", s.Name, s.Packs)...)
		c := &s.Calibration
		lines = append(lines,
			[]string{"calibration", s.Name, "", "calibration_error", number(c.Error), "", number(c.ByChanceHigh), strconv.Itoa(c.Of), "", "", "plug-in, ten bins; high: of calibrated forecasters 95 in 100 are under it"},
			[]string{"calibration", s.Name, "", "squared_error_debiased", number(c.Debiased.Value), number(c.Debiased.Interval.Low), number(c.Debiased.Interval.High), strconv.Itoa(c.Of), "", "", "ten bins, normal"})
	}
	for _, c := range r.Comparisons {
		for _, m := range c.Metrics {
			p := ""
			if m.P != nil {
				p = number(*m.P)
			}
			lines = append(lines, []string{"difference", c.Second.Name, c.First.Name, m.Name, number(m.Difference), number(m.Interval.Low), number(m.Interval.High), strconv.Itoa(m.Of), p, string(m.Verdict), m.Method})
		}
		for _, k := range c.Costs {
			lines = append(lines, []string{"difference", c.Second.Name, c.First.Name, k.Name, number(k.Difference), number(k.Interval.Low), number(k.Interval.High), strconv.Itoa(k.Of), "", string(k.Verdict), k.Method})
		}
	}
	if err := out.WriteAll(lines); err != nil {
		return err
	}
	return out.Error()
}

func rowLines(kind, side string, rows []Row) [][]string {
	var out [][]string
	for _, row := range rows {
		out = append(out, []string{kind, side, "", row.Name, number(row.Accuracy), number(row.Interval.Low), number(row.Interval.High), strconv.Itoa(row.Of), "", "", "accuracy"})
	}
	return out
}

// number is empty where it is not known.
func number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}
