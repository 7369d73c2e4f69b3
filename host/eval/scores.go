package eval

import (
	"maps"
	"slices"

	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Measure is a figure with its 95 % interval, over so many items; Of 0: there was nothing to measure. The interval is [stats.Unknown] of one
// item, and where every resample gives the value.
type Measure struct {
	Value    float64  `json:"value"`
	Interval Interval `json:"interval"`
	Of       int      `json:"of"`
}

// Scores compare results with the right answers.
type Scores struct {
	Questions        string   `json:"questions"`               // name of the file
	Count            int      `json:"count"`                   // questions with an answer
	Missing          int      `json:"missing"`                 // of them without a result: not answered, and wrong
	Strangers        int      `json:"other_results"`           // results of other questions; in no figure
	Unsure           []string `json:"no_confidence,omitempty"` // questions whose result has none; in no figure of confidences
	Accuracy         Measure  `json:"accuracy"`                // an abstention is wrong
	BestOption       Measure  `json:"best_option_accuracy"`    // what would be right if no gate withheld it
	Answered         Measure  `json:"answered"`                // coverage
	Selective        Measure  `json:"selective_accuracy"`      // of those answered
	MacroF1          Measure  `json:"macro_f1"`                // of the best option; questions with labels only
	CalibrationError Measure  `json:"calibration_error"`       // ten bins; best option, where there is a result
	Brier            Measure  `json:"brier"`
	AUC              Measure  `json:"auc"`        // of confidence: right against wrong
	Stance           Measure  `json:"stance_auc"` // of claims: the score of supported less that of contradicted, on claims that are one or the other
	GoldCited        Measure  `json:"gold_cited"` // a gold document is among the citations, where one is named

	// ByChance is the calibration error of perfectly calibrated forecasters with these confidences: its mean and its 95th percentile.
	ByChance      [2]float64                 `json:"calibration_error_by_chance"`
	Debiased      stats.SquaredErrorEstimate `json:"calibration_error_squared_debiased"`
	Spiegelhalter *stats.Z                   `json:"spiegelhalter"` // null: it knows nothing of such confidences
	Murphy        stats.Decomposition        `json:"brier_decomposition"`
}

// draws is the number of resamples of a figure for its interval.
const draws = 1000

// ScoreResults compares results, by question id, with questions whose answer is known. There is at least one question.
func ScoreResults(questions map[string]*evidence.Question, results map[string]*record.Result, seed uint64) *Scores {
	var all []Outcome
	for _, id := range slices.Sorted(maps.Keys(questions)) {
		all = append(all, Judge{}.Outcome(questions[id], results[id]))
	}
	sure := func(o *Outcome) bool { return o.Sure }
	s := &Scores{Count: len(all), Missing: len(all) - len(results)}
	for i := range all {
		if all[i].Has && !all[i].Sure {
			s.Unsure = append(s.Unsure, all[i].Question.ID)
		}
	}
	share := func(of, is func(*Outcome) bool) Measure {
		n, k := 0, 0
		for i := range all {
			if of(&all[i]) {
				n++
				if is(&all[i]) {
					k++
				}
			}
		}
		return Measure{Value: part(float64(k), float64(n)), Interval: ofSeveral(Wilson(k, n), n), Of: n}
	}
	every := func(*Outcome) bool { return true }
	answered := func(o *Outcome) bool { return o.Answered }
	right := func(o *Outcome) bool { return o.Right }
	s.Accuracy = share(every, right)
	s.BestOption = share(every, func(o *Outcome) bool { return o.Best })
	s.Answered = share(every, answered)
	s.Selective = share(answered, right)
	s.GoldCited = share(func(o *Outcome) bool { return len(o.Question.GoldDocs) > 0 }, func(o *Outcome) bool { return o.Cited })
	s.MacroF1 = resampled(all, func(o *Outcome) bool { return o.Question.Type != evidence.TypeFreeForm }, seed, macroF1)
	s.CalibrationError = resampled(all, sure, seed, func(os []*Outcome) float64 { return CalibrationError(forecastsOf(os), CalibrationBins) })
	s.Brier = resampled(all, sure, seed, func(os []*Outcome) float64 { return Brier(forecastsOf(os)) })
	if !s.Brier.Interval.Known() && s.Brier.Of > 0 {
		s.Brier.Interval = stats.SameMean(s.Brier.Value, s.Brier.Of, 0, 1)
	}
	s.calibration(all, seed)
	s.AUC = area(all, sure, seed, func(o *Outcome) (float64, bool) { return o.Confidence, o.Best })
	s.Stance = area(all, func(o *Outcome) bool { return o.Leans }, seed, func(o *Outcome) (float64, bool) {
		return o.Leaning, o.Question.Answer == evidence.AnswerSupported
	})
	return s
}

// ofSeveral returns the interval of n items, which is not known of a single one.
func ofSeveral(i Interval, n int) Interval {
	if n == 1 {
		return stats.Unknown()
	}
	return i
}

// calibration judges the confidences beyond the plug-in error, whose bootstrap is biased.
func (s *Scores) calibration(all []Outcome, seed uint64) {
	var some []*Outcome
	for i := range all {
		if all[i].Sure {
			some = append(some, &all[i])
		}
	}
	fs := forecastsOf(some)
	if len(fs) == 0 {
		return
	}
	s.ByChance[0], s.ByChance[1] = stats.Calibrated(fs, CalibrationBins, draws, seed)
	s.Debiased, s.Murphy = stats.SquaredError(fs, CalibrationBins), stats.Murphy(fs, CalibrationBins)
	if s.Debiased.Interval.Flat() {
		s.Debiased.Interval = stats.Unknown() // all answers are equal, or there is one
	}
	if z, ok := stats.Spiegelhalter(fs); ok {
		s.Spiegelhalter = &z
	}
}

// resampled returns a figure over the outcomes that it speaks of.
func resampled(all []Outcome, of func(*Outcome) bool, seed uint64, figure func([]*Outcome) float64) Measure {
	var some []*Outcome
	for i := range all {
		if of(&all[i]) {
			some = append(some, &all[i])
		}
	}
	if len(some) == 0 {
		return Measure{}
	}
	again := make([]*Outcome, len(some))
	interval := Bootstrap(len(some), draws, seed, func(drawn []int) float64 {
		for k, i := range drawn {
			again[k] = some[i]
		}
		return figure(again)
	})
	m := Measure{Value: figure(some), Interval: ofSeveral(interval, len(some)), Of: len(some)}
	if interval.Flat() {
		m.Interval = stats.Unknown()
	}
	return m
}

// area returns the area under a ROC curve, which exists where some are positive and some are not.
func area(all []Outcome, of func(*Outcome) bool, seed uint64, score func(*Outcome) (float64, bool)) Measure {
	n, positive := 0, 0
	for i := range all {
		if !of(&all[i]) {
			continue
		}
		n++
		if _, yes := score(&all[i]); yes {
			positive++
		}
	}
	if positive == 0 || positive == n {
		return Measure{}
	}
	return resampled(all, of, seed, func(os []*Outcome) float64 { return auc(os, score) })
}

func macroF1(os []*Outcome) float64 {
	var l Labels
	for _, o := range os {
		l.Add(o.Question.Answer, o.Label)
	}
	return l.MacroF1()
}

func forecastsOf(os []*Outcome) []Forecast {
	fs := make([]Forecast, len(os))
	for i, o := range os {
		fs[i] = Forecast{Confidence: o.Confidence, Right: o.Best}
	}
	return fs
}

func auc(os []*Outcome, of func(*Outcome) (float64, bool)) float64 {
	scores, positive := make([]float64, len(os)), make([]bool, len(os))
	for i, o := range os {
		scores[i], positive[i] = of(o)
	}
	return AUC(scores, positive)
}
