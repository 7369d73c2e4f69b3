package eval

import (
	"maps"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Measure is a figure with its 95 % interval, over so many items; Of 0: there was nothing to measure.
type Measure struct {
	Value    float64  `json:"value"`
	Interval Interval `json:"interval"`
	Of       int      `json:"of"`
}

// Scores are how results compare with the right answers.
type Scores struct {
	Questions        string  `json:"questions"`            // name of the file
	Count            int     `json:"count"`                // questions with an answer
	Missing          int     `json:"missing"`              // of them without a result: not answered, and wrong
	Strangers        int     `json:"other_results"`        // results of other questions; in no figure
	Accuracy         Measure `json:"accuracy"`             // an abstention is wrong
	BestOption       Measure `json:"best_option_accuracy"` // what would be right if no gate withheld it
	Answered         Measure `json:"answered"`             // coverage
	Selective        Measure `json:"selective_accuracy"`   // of those answered
	MacroF1          Measure `json:"macro_f1"`             // of the best option; questions with labels only
	CalibrationError Measure `json:"calibration_error"`    // ten bins; best option, where there is a result
	Brier            Measure `json:"brier"`
	AUC              Measure `json:"auc"`        // of confidence: right against wrong
	Stance           Measure `json:"stance_auc"` // of claims: the score of supported less that of contradicted, on claims that are one or the other
	GoldCited        Measure `json:"gold_cited"` // a gold document is among the citations, where one is named
}

// draws is how often figures are resampled for their intervals.
const draws = 1000

// An outcome is one question with what became of it.
type outcome struct {
	question            *evidence.Question
	has, answered       bool
	right, best, cited  bool
	label               string // of the best option
	confidence, leaning float64
	leans               bool
}

// ScoreResults compares results, by question id, with questions whose answer is known. There is at least one question.
func ScoreResults(questions map[string]*evidence.Question, results map[string]*record.Result, seed uint64) *Scores {
	var all []outcome
	for _, id := range slices.Sorted(maps.Keys(questions)) {
		all = append(all, outcomeOf(questions[id], results[id]))
	}
	s := &Scores{Count: len(all), Missing: len(all) - len(results)}
	share := func(of, is func(*outcome) bool) Measure {
		n, k := 0, 0
		for i := range all {
			if of(&all[i]) {
				n++
				if is(&all[i]) {
					k++
				}
			}
		}
		return Measure{part(float64(k), float64(n)), Wilson(k, n), n}
	}
	every := func(*outcome) bool { return true }
	answered := func(o *outcome) bool { return o.answered }
	right := func(o *outcome) bool { return o.right }
	s.Accuracy = share(every, right)
	s.BestOption = share(every, func(o *outcome) bool { return o.best })
	s.Answered = share(every, answered)
	s.Selective = share(answered, right)
	s.GoldCited = share(func(o *outcome) bool { return len(o.question.GoldDocs) > 0 }, func(o *outcome) bool { return o.cited })
	has := func(o *outcome) bool { return o.has }
	s.MacroF1 = resampled(all, func(o *outcome) bool { return o.question.Type != evidence.TypeFreeForm }, seed, macroF1)
	s.CalibrationError = resampled(all, has, seed, func(os []*outcome) float64 { return CalibrationError(forecastsOf(os), CalibrationBins) })
	s.Brier = resampled(all, has, seed, func(os []*outcome) float64 { return Brier(forecastsOf(os)) })
	s.AUC = resampled(all, has, seed, func(os []*outcome) float64 {
		return auc(os, func(o *outcome) (float64, bool) { return o.confidence, o.best })
	})
	s.Stance = resampled(all, func(o *outcome) bool { return o.leans }, seed, func(os []*outcome) float64 {
		return auc(os, func(o *outcome) (float64, bool) { return o.leaning, o.question.Answer == evidence.AnswerSupported })
	})
	return s
}

// outcomeOf judges one result; nil: there is none.
func outcomeOf(q *evidence.Question, r *record.Result) outcome {
	o := outcome{question: q}
	if r == nil {
		return o
	}
	o.has, o.confidence = true, r.Confidence
	if r.Answer != nil && !r.Abstained {
		o.answered, o.right = true, Right(q, r.Answer.Label, r.Answer.Text)
		o.label, o.best = r.Answer.Label, o.right
	}
	score := map[string]float64{}
	for i, option := range r.Options {
		score[option.Label] = option.Score
		if !o.answered && (i == 0 || option.Score > score[o.label]) {
			o.label, o.best = option.Label, Right(q, option.Label, option.Text)
		}
	}
	if q.Type == evidence.TypeClaim && len(r.Options) > 0 && q.Answer != evidence.AnswerUndecided {
		o.leans, o.leaning = true, score[evidence.AnswerSupported]-score[evidence.AnswerContradicted]
	}
	for _, c := range r.Citations {
		o.cited = o.cited || slices.Contains(q.GoldDocs, c.Doc)
	}
	return o
}

// resampled is a figure over the outcomes that it speaks of.
func resampled(all []outcome, of func(*outcome) bool, seed uint64, figure func([]*outcome) float64) Measure {
	var some []*outcome
	for i := range all {
		if of(&all[i]) {
			some = append(some, &all[i])
		}
	}
	if len(some) == 0 {
		return Measure{}
	}
	again := make([]*outcome, len(some))
	interval := Bootstrap(len(some), draws, seed, func(drawn []int) float64 {
		for k, i := range drawn {
			again[k] = some[i]
		}
		return figure(again)
	})
	return Measure{figure(some), interval, len(some)}
}

func macroF1(os []*outcome) float64 {
	var l Labels
	for _, o := range os {
		l.Add(o.question.Answer, o.label)
	}
	return l.MacroF1()
}

func forecastsOf(os []*outcome) []Forecast {
	fs := make([]Forecast, len(os))
	for i, o := range os {
		fs[i] = Forecast{Confidence: o.confidence, Right: o.best}
	}
	return fs
}

func auc(os []*outcome, of func(*outcome) (float64, bool)) float64 {
	scores, positive := make([]float64, len(os)), make([]bool, len(os))
	for i, o := range os {
		scores[i], positive[i] = of(o)
	}
	return AUC(scores, positive)
}
