package eval

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// A Forecast is a confidence and whether what it was given for came true.
type Forecast = stats.Forecast

// CalibrationBins is the number of bins with which calibration errors are reported.
const CalibrationBins = 10

// Brier returns the mean squared difference of confidence and outcome, 0 for perfect forecasts; 0 of none. (Brier 1950, for one event.)
func Brier(fs []Forecast) float64 {
	sum := 0.0
	for _, f := range fs {
		sum += (f.Confidence - f.Outcome()) * (f.Confidence - f.Outcome())
	}
	return part(sum, float64(len(fs)))
}

// A Bin holds the forecasts whose confidence lies in one of equally wide parts of 0..1.
type Bin struct {
	Low, High  float64 // Low <= confidence < High; the last bin holds 1 too
	Count      int
	Confidence float64 // mean
	Accuracy   float64 // share that is right
}

// Bins sorts forecasts into n equally wide bins, n at least 1. Empty bins are there too, all zero.
func Bins(fs []Forecast, n int) []Bin {
	bins := make([]Bin, max(1, n))
	for i := range bins {
		bins[i].Low, bins[i].High = float64(i)/float64(len(bins)), float64(i+1)/float64(len(bins))
	}
	for _, f := range fs {
		b := &bins[min(len(bins)-1, max(0, int(f.Confidence*float64(len(bins)))))]
		b.Count++
		b.Confidence += f.Confidence
		b.Accuracy += f.Outcome()
	}
	for i := range bins {
		b := &bins[i]
		b.Confidence, b.Accuracy = part(b.Confidence, float64(b.Count)), part(b.Accuracy, float64(b.Count))
	}
	return bins
}

// CalibrationError returns the expected calibration error (Naeini et al. 2015) in n equally wide bins: the mean
// difference of a bin's confidence and accuracy, bins weighing by their forecasts; 0 of none.
func CalibrationError(fs []Forecast, n int) float64 { return stats.ECE(fs, n) }

// AUC returns the area under the ROC curve: the chance that a positive item scores above a negative one, equal scores counting
// half. It is 0.5 where one of the two kinds is missing. Scores are finite; positive[i] belongs to scores[i].
func AUC(scores []float64, positive []bool) float64 {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
	won, below, positives := 0.0, 0.0, 0.0
	for i := 0; i < len(order); {
		up, down, j := 0.0, 0.0, i
		for ; j < len(order) && scores[order[j]] == scores[order[i]]; j++ {
			if positive[order[j]] {
				up++
			} else {
				down++
			}
		}
		won += up * (below + down/2)
		below, positives, i = below+down, positives+up, j
	}
	if positives == 0 || below == 0 {
		return 0.5
	}
	return won / (positives * below)
}

func part(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
