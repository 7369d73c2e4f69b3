package compare

import (
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/evidence"
)

// A Metric is one figure of both sides.
type Metric struct {
	Name         string         `json:"name"`
	LowerIsBest  bool           `json:"lower_is_best,omitempty"`
	Of           int            `json:"of"` // answers of each side it speaks of
	First        float64        `json:"first"`
	Second       float64        `json:"second"`
	Difference   float64        `json:"difference"` // second less first
	Interval     stats.Interval `json:"interval"`   // 95 %, of Difference
	P            *float64       `json:"p"`          // two-sided
	Better       int            `json:"better"`     // answers that the second has better
	Worse        int            `json:"worse"`
	MDE          *float64       `json:"mde"`    // least difference that so many questions find in 8 of 10 comparisons; null: none, or not known
	Needed       *int           `json:"needed"` // questions that would find Difference in 8 of 10 comparisons, if it is the true one; null: not known
	DesignEffect float64        `json:"design_effect"`
	AdjustedP    *float64       `json:"adjusted_p"`    // among all metrics and costs but accuracy and elapsed time (Benjamini-Hochberg); null: of the accuracy
	Verdict      Verdict        `json:"verdict"`       // by AdjustedP where it has one; of the accuracy by Holm among several comparisons
	Alone        Verdict        `json:"verdict_alone"` // as if it were the only one
	Method       string         `json:"method"`

	within bool // the test of equivalence finds the difference under the margin
	units  int  // independent observations that it rests on
}

// A share is a yes or no of an answer.
type share struct {
	name string
	of   func(*eval.Outcome) bool // nil: every question
	has  func(*eval.Outcome) bool
}

// Names of metrics that others refer to.
const (
	Accuracy = "accuracy"
	Score    = "score"
	Brier    = "brier"
	Answered = "answered"
)

var shares = []share{
	{Accuracy, nil, func(o *eval.Outcome) bool { return o.Right }},
	{"best_option_accuracy", nil, func(o *eval.Outcome) bool { return o.Best }},
	{"answered", nil, func(o *eval.Outcome) bool { return o.Answered }},
	{"gold_cited", func(o *eval.Outcome) bool { return len(o.Question.GoldDocs) > 0 }, func(o *eval.Outcome) bool { return o.Cited }},
}

// A figure is a number of many answers.
type figure struct {
	name  string
	lower bool // less is better
	of    func(*eval.Outcome) bool
	value func([]*eval.Outcome) (float64, bool) // false: it does not exist of these
}

func sure(o *eval.Outcome) bool { return o.Sure }

var figures = []figure{
	{"macro_f1", false, func(o *eval.Outcome) bool { return o.Question.Type != evidence.TypeFreeForm }, macroF1},
	{"calibration_error", true, sure, of(func(fs []eval.Forecast) float64 { return stats.ECE(fs, eval.CalibrationBins) })},
	{"calibration_error_squared_debiased", true, sure, of(func(fs []eval.Forecast) float64 { return stats.SquaredError(fs, eval.CalibrationBins).Value })},
	{"aurc", true, sure, of(stats.AURC)},
	{"auc", false, sure, auc(func(o *eval.Outcome) (float64, bool) { return o.Confidence, o.Best })},
	{"stance_auc", false, func(o *eval.Outcome) bool { return o.Leans }, auc(func(o *eval.Outcome) (float64, bool) {
		return o.Leaning, o.Question.Answer == evidence.AnswerSupported
	})},
}

// of makes a figure of one of forecasts: the confidence in the best option, and whether that is right.
func of(measure func([]eval.Forecast) float64) func([]*eval.Outcome) (float64, bool) {
	return func(os []*eval.Outcome) (float64, bool) {
		fs := make([]eval.Forecast, len(os))
		for i, o := range os {
			fs[i] = eval.Forecast{Confidence: o.Confidence, Right: o.Best}
		}
		return measure(fs), len(fs) > 0
	}
}

func macroF1(os []*eval.Outcome) (float64, bool) {
	var l eval.Labels
	for _, o := range os {
		l.Add(o.Question.Answer, o.Label)
	}
	return l.MacroF1(), len(os) > 0
}

// auc exists where some are positive and some are not.
func auc(of func(*eval.Outcome) (float64, bool)) func([]*eval.Outcome) (float64, bool) {
	return func(os []*eval.Outcome) (float64, bool) {
		scores, positive, yes := make([]float64, len(os)), make([]bool, len(os)), 0
		for i, o := range os {
			scores[i], positive[i] = of(o)
			if positive[i] {
				yes++
			}
		}
		return eval.AUC(scores, positive), yes > 0 && yes < len(os)
	}
}
