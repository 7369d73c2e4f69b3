package report

import (
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// Calibration says whether confidences are chances.
type Calibration struct {
	Of            int                        `json:"of"`
	Units         int                        `json:"independent"`            // questions or clusters of them
	Error         float64                    `json:"calibration_error"`      // plug-in, ten bins
	ByChance      float64                    `json:"by_chance"`              // its mean for a perfectly calibrated forecaster of the same confidences
	ByChanceHigh  float64                    `json:"by_chance_95"`           // which 95 of 100 such stay under
	Debiased      stats.SquaredErrorEstimate `json:"squared_error_debiased"` // ten bins
	Spiegelhalter *stats.Z                   `json:"spiegelhalter"`          // null: it knows nothing of such confidences
	Murphy        stats.Decomposition        `json:"brier_decomposition"`
	Bins          []Bin                      `json:"bins"`
}

// A Bin is a bar of the reliability diagram.
type Bin struct {
	Low        float64        `json:"low"`
	High       float64        `json:"high"`
	Count      int            `json:"count"`
	Confidence float64        `json:"confidence"`
	Accuracy   float64        `json:"accuracy"`
	Interval   stats.Interval `json:"interval"` // Wilson
}

// simulations is the number of calibrated forecasters that are drawn.
const simulations = 400

func calibrationOf(fs []stats.Forecast, units int, seed uint64) Calibration {
	c := Calibration{Of: len(fs), Units: units, Bins: []Bin{}}
	if len(fs) == 0 {
		return c
	}
	c.Error, c.Debiased, c.Murphy = stats.ECE(fs, eval.CalibrationBins), stats.SquaredError(fs, eval.CalibrationBins), stats.Murphy(fs, eval.CalibrationBins)
	if c.Debiased.Interval.Flat() {
		c.Debiased.Interval = stats.Unknown() // all answers are equal
	}
	c.ByChance, c.ByChanceHigh = stats.Calibrated(fs, eval.CalibrationBins, simulations, seed)
	if s, ok := stats.Spiegelhalter(fs); ok {
		c.Spiegelhalter = &s
	}
	for _, b := range eval.Bins(fs, eval.CalibrationBins) {
		if b.Count > 0 {
			right := int(b.Accuracy*float64(b.Count) + 0.5)
			c.Bins = append(c.Bins, Bin{b.Low, b.High, b.Count, b.Confidence, b.Accuracy, stats.Wilson(right, b.Count)})
		}
	}
	return c
}

// Sentence says what the calibration error amounts to.
func (c *Calibration) Sentence() string {
	switch {
	case c.Of == 0:
		return "there is no confidence to judge"
	case c.Error <= c.ByChanceHigh:
		return "the calibration error is no greater than that of a perfectly calibrated forecaster on so many questions may be by chance"
	}
	return "the calibration error is greater than chance makes that of a perfectly calibrated forecaster"
}
