package compare

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/record"
)

// FormatVersion is the version of the JSON form.
const FormatVersion = 1

// A Report is a comparison of two sides.
type Report struct {
	FormatVersion int      `json:"format_version"`
	First         Side     `json:"first"`
	Second        Side     `json:"second"`
	Questions     int      `json:"questions"` // that are judged
	Answers       int      `json:"answers"`   // of each side: questions times repeats
	Clusters      int      `json:"clusters"`
	Judged        bool     `json:"judged"` // right answers are known; only then is there an accuracy
	Margin        float64  `json:"margin,omitempty"`
	Verdict       Verdict  `json:"verdict"` // of the accuracy; inconclusive where it is not judged
	Metrics       []Metric `json:"metrics"` // accuracy first
	Costs         []Cost   `json:"costs"`
	Flips         []Group  `json:"flips"`
	Notes         []string `json:"notes"` // what a reader must know to believe the figures

	HolmP *float64 `json:"holm_p,omitempty"` // of the accuracy among several comparisons with the first side
}

// A Side describes one side, attrition included.
type Side struct {
	Name      string         `json:"name"`
	Policies  []record.Named `json:"policies"`
	Results   int            `json:"results"` // that are compared
	Missing   int            `json:"missing"` // questions without a result: not answered, and wrong
	Failed    int            `json:"failed"`  // results of work that could not be done or was refused: wrong
	Abstained int            `json:"abstained"`
	Other     int            `json:"other_results"`           // of other questions or repeats; in no figure
	Unsure    []string       `json:"no_confidence,omitempty"` // questions whose result has none; in no figure of confidences
}

// Errors of [Compare].
var (
	ErrNothing = errors.New("there is nothing to compare")
	ErrApart   = errors.New("both sides answered different questions")
)

// Compare judges both sides by the questions. Questions that are nil stand for those that both sides have results of, of which no right answer is
// known. It fails with [ErrNothing] or [ErrApart], or with what o.Cause says.
func Compare(questions map[Key]*Question, first, second *Sample, o Options) (*Report, error) {
	judged := questions != nil
	if !judged {
		questions = common(first, second)
	}
	if o.Draws <= 0 {
		o.Draws = DefaultDraws
	}
	items, left := pair(questions, first, second, o.Judge)
	r := &Report{
		FormatVersion: FormatVersion, First: sideOf(items, 0, first, left[0]), Second: sideOf(items, 1, second, left[1]),
		Questions: len(questions), Answers: len(items), Clusters: clustersOf(items), Judged: judged, Margin: o.Margin,
		Verdict: Inconclusive, Metrics: []Metric{}, Costs: []Cost{}, Flips: []Group{}, Notes: []string{},
	}
	if err := r.comparable(first, second, items); err != nil {
		return nil, err
	}
	r.measure(&measurer{items, o})
	r.adjust()
	groups, err := flips(items, judged, o)
	if err != nil {
		return nil, err
	}
	r.Flips = append(r.Flips, groups...)
	r.note(o)
	return r, nil
}

// common returns the questions that both sides have a result of.
func common(first, second *Sample) map[Key]*Question {
	out := map[Key]*Question{}
	for k, r := range first.Results {
		if second.Results[k] != nil {
			k.Repeat = 0
			out[k] = &Question{Question: unjudged(r)}
		}
	}
	return out
}

func sideOf(items []item, side int, s *Sample, left int) Side {
	out := Side{Name: s.Name, Policies: s.policies(), Other: left}
	for i := range items {
		r := items[i].results[side]
		switch {
		case r == nil:
			out.Missing++
			continue
		case r.Verdict == record.VerdictAbstained:
			out.Abstained++
		case r.Verdict != record.VerdictAnswered:
			out.Failed++
		}
		if !items[i].sides[side].Sure {
			out.Unsure = append(out.Unsure, items[i].key.String())
		}
		out.Results++
	}
	return out
}

func clustersOf(items []item) int {
	seen := map[string]bool{}
	for i := range items {
		seen[items[i].cluster] = true
	}
	return len(seen)
}

// comparable refuses sides that have no question in common.
func (r *Report) comparable(first, second *Sample, items []item) error {
	for _, s := range []struct {
		of   *Sample
		side *Side
	}{{first, &r.First}, {second, &r.Second}} {
		if len(s.of.Results) == 0 {
			return fmt.Errorf("%w: %s has no results", ErrNothing, s.of.Name)
		}
		if s.side.Results == 0 && r.Judged {
			return fmt.Errorf("%w: %s has no result of a question with an answer", ErrNothing, s.of.Name)
		}
	}
	if !slices.ContainsFunc(items, func(it item) bool { return it.results[0] != nil && it.results[1] != nil }) {
		return fmt.Errorf("%w: no question has a result in %s and in %s", ErrApart, first.Name, second.Name)
	}
	for side, s := range []*Sample{first, second} {
		if err := asked(items, side, s); err != nil {
			return err
		}
	}
	return nil
}

// asked refuses results of other questions, and of the same ones with other options, whose labels mean something else.
func asked(items []item, side int, s *Sample) error {
	var others []string
	for i := range items {
		q, r := items[i].sides[side].Question, items[i].results[side]
		switch {
		case r == nil || eval.Asks(q, r):
		case r.Question != q.Question:
			return fmt.Errorf("%w: %q is another question in %s", ErrApart, items[i].key.ID, s.Name)
		default:
			others = append(others, items[i].key.String())
		}
	}
	if len(others) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s was asked with other options: %s; ask both sides the same questions", ErrApart, s.Name, eval.Names(others))
}

// measure fills in metrics and costs.
func (r *Report) measure(m *measurer) {
	add := func(metric Metric, ok bool) {
		if ok {
			r.Metrics = append(r.Metrics, metric)
		}
	}
	for _, s := range shares {
		if r.Judged || s.name == "answered" {
			add(m.share(s))
		}
	}
	if r.Judged {
		r.Verdict = r.Metrics[0].Verdict
		add(m.graded(Score, false, 1+m.o.Penalty, func(side int, it *item) (float64, bool) { return score(&it.sides[side], m.o.Penalty), true }))
		add(m.graded(Brier, true, 1, func(side int, it *item) (float64, bool) { return squared(&it.sides[side]), it.sides[side].Sure }))
		for _, f := range figures {
			if !m.o.Brief {
				add(m.figure(f))
			}
		}
	}
	for _, c := range costs {
		if c.name == ElapsedName && m.o.Replay {
			continue
		}
		if cost, ok := m.cost(c.name, c.of); ok {
			r.Costs = append(r.Costs, cost)
		}
	}
}

// score is 1 for a right answer, 0 for an abstention, less the penalty for a wrong one.
func score(o *eval.Outcome, penalty float64) float64 {
	switch {
	case o.Right:
		return 1
	case o.Answered:
		return -penalty
	}
	return 0
}

// squared returns the squared error of the confidence in the best option.
func squared(o *eval.Outcome) float64 {
	if o.Best {
		return (1 - o.Confidence) * (1 - o.Confidence)
	}
	return o.Confidence * o.Confidence
}

// Metric returns the metric of that name; nil: there is none.
func (r *Report) Metric(name string) *Metric {
	for i := range r.Metrics {
		if r.Metrics[i].Name == name {
			return &r.Metrics[i]
		}
	}
	return nil
}

// note writes down what figures depend on.
func (r *Report) note(o Options) {
	note := func(format string, args ...any) { r.Notes = append(r.Notes, fmt.Sprintf(format, args...)) }
	for _, s := range []*Side{&r.First, &r.Second} {
		if s.Missing > 0 {
			note("%s has no result of %d of %d: they count as not answered, and wrong", s.Name, s.Missing, r.Answers)
		}
		if len(s.Unsure) > 0 {
			note("%s has no confidence in %d results: %s; they are in no figure of confidences", s.Name, len(s.Unsure), eval.Names(s.Unsure))
		}
		if s.Failed > 0 {
			note("%s could not answer %d (refused, over budget or failed): they count as wrong", s.Name, s.Failed)
		}
		if s.Other > 0 {
			note("%s has %d results that are in no figure: of questions without a known answer, or of repeats that the other side lacks", s.Name, s.Other)
		}
		if len(s.Policies) > 1 {
			names := map[string]bool{}
			for _, p := range s.Policies {
				names[p.Name] = true
			}
			note("%s holds results of %d policies: %s", s.Name, len(s.Policies), strings.Join(slices.Sorted(maps.Keys(names)), ", "))
		}
	}
	if same := r.unresolved(); len(same) > 0 {
		note("no interval: every resample of %s gives the same difference, which tells nothing about its error", strings.Join(same, ", "))
	}
	if !r.Judged {
		note("no right answers are known: accuracy is not compared")
	}
	if r.Judged && o.Penalty != 0 {
		note("the score gives 1 for a right answer, 0 for an abstention and %g for a wrong answer", -o.Penalty)
	}
	if o.Replay {
		note("the second side was re-decided over the evidence that the first side's runs recorded: the comparison holds for that evidence, and elapsed time is not compared")
	}
	if len(r.Flips) > 0 && o.Cause == nil {
		note("causes are read from results; records name the lines of conditions, too")
	}
}
