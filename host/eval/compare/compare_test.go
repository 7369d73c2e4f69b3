package compare

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// answered is a result of a question with the options A and B.
func answered(id, label string, confidence float64) *record.Result {
	r := &record.Result{FormatVersion: record.FormatVersion, ID: id, Question: "Is it " + id + "?", Type: evidence.TypeMultipleChoice, Verdict: record.VerdictAnswered,
		Answer: &record.AnswerText{Label: label, Text: label}, Confidence: confidence, Policy: record.Named{Name: "p", Digest: "d"},
		Options:     []record.OptionResult{{Label: "A", Score: 0.5, Terms: map[string]float64{"stance": 0.5}}, {Label: "B", Score: 0.5, Terms: map[string]float64{"stance": 0.5}}},
		Gates:       []record.GateResult{{Name: "covered", Passed: true}},
		Calibration: record.CalibrationSum{Terms: []record.TermResult{{Name: "stance", Delta: confidence, Plugin: "calibration@abc", Line: "p.policy.hcl:7"}}, Confidence: confidence},
	}
	for i := range r.Options {
		if r.Options[i].Label == label {
			r.Options[i].Score, r.Options[i].Terms = confidence, map[string]float64{"stance": confidence}
		}
	}
	r.Budget.Searches = int64(len(id))
	return r
}

func withheld(id string) *record.Result {
	r := answered(id, "A", 0.3)
	r.Verdict, r.Abstained, r.Answer, r.Gates[0].Passed = record.VerdictAbstained, true, nil, false
	return r
}

// world is questions q0, q1, … whose right answer is A, and sides that give the letters of two words: A, B, - an abstention, . no result.
func world(first, second string) (map[Key]*Question, *Sample, *Sample) {
	questions, sides := map[Key]*Question{}, [2]*Sample{{Name: "old", Results: map[Key]*record.Result{}}, {Name: "new", Results: map[Key]*record.Result{}}}
	for i := range first {
		id := fmt.Sprintf("q%d", i)
		questions[Key{ID: id}] = &Question{Question: &evidence.Question{ID: id, Question: "Is it " + id + "?", Type: evidence.TypeMultipleChoice, Answer: "A", Options: []evidence.Option{{Label: "A"}, {Label: "B"}}}}
		for side, letters := range []string{first, second} {
			switch letter := letters[i : i+1]; letter {
			case ".":
			case "-":
				sides[side].Results[Key{ID: id}] = withheld(id)
			default:
				sides[side].Results[Key{ID: id}] = answered(id, letter, 0.7)
			}
		}
	}
	return questions, sides[0], sides[1]
}

func compared(t *testing.T, first, second string, o Options) *Report {
	t.Helper()
	q, a, b := world(first, second)
	r, err := Compare(q, a, b, o)
	require.NoError(t, err)
	return r
}

func TestTheVerdictFollowsTheDiscordantPairs(t *testing.T) {
	for name, tt := range map[string]struct {
		first, second string
		margin        float64
		want          Verdict
	}{
		"seven against one":           {strings.Repeat("B", 7) + "A" + strings.Repeat("A", 13), strings.Repeat("A", 7) + "B" + strings.Repeat("A", 13), 0, Better},
		"one against seven":           {strings.Repeat("A", 7) + "B" + strings.Repeat("A", 13), strings.Repeat("B", 7) + "A" + strings.Repeat("A", 13), 0, Worse},
		"four against one":            {"BBBBAAAAA", "AAAABAAAA", 0, Inconclusive},
		"all right":                   {"AAAA", "AAAA", 0, Inconclusive},
		"all wrong":                   {"BBBB", "BBBB", 0, Inconclusive},
		"one question":                {"A", "B", 0, Inconclusive},
		"equal within the margin":     {strings.Repeat("A", 200), strings.Repeat("A", 200), 0.05, Equivalent},
		"too few for the same margin": {"AAAA", "AAAA", 0.05, Inconclusive},
	} {
		t.Run(name, func(t *testing.T) {
			r := compared(t, tt.first, tt.second, Options{Margin: tt.margin})
			assert.Equal(t, tt.want, r.Verdict)
			assert.Equal(t, tt.want, r.Metric(Accuracy).Verdict)
		})
	}
}

func TestWhatIsMissingCountsAsWrongAndIsSaid(t *testing.T) {
	r := compared(t, "AAAA", "A.-B", Options{Penalty: 0.5})
	assert.Equal(t, 0.25, r.Metric(Accuracy).Second)
	assert.InDelta(t, (1-0.5)/4, r.Metric(Score).Second, 1e-12)
	assert.Equal(t, []int{1, 1, 0}, []int{r.Second.Missing, r.Second.Abstained, r.Second.Failed})
	assert.Contains(t, strings.Join(r.Notes, "\n"), "new has no result of 1 of 4: they count as not answered, and wrong")
	assert.Equal(t, 3, r.Metric("brier").Of, "what has no result has no confidence")
	assert.Equal(t, 3, r.Costs[0].Of)
}

func TestFlipsAreGroupedByWhatCausedThem(t *testing.T) {
	r := compared(t, "AABA", "BBA-", Options{})
	require.Len(t, r.Flips, 2)
	assert.Equal(t, "options.stance", r.Flips[0].Where)
	assert.Equal(t, []int{1, 2, 0}, []int{r.Flips[0].Gained, r.Flips[0].Lost, r.Flips[0].Other})
	assert.Equal(t, []string{Lost, Lost, Gained}, []string{r.Flips[0].Flips[0].Way, r.Flips[0].Flips[1].Way, r.Flips[0].Flips[2].Way})
	assert.Equal(t, "gate.covered", r.Flips[1].Where, "an abstention is the gate's doing")
	assert.Equal(t, 1, r.Flips[1].Lost)
}

func TestRepeatsOfAQuestionDoNotMakeTheVerdict(t *testing.T) {
	first, second := strings.Repeat("B", 4)+strings.Repeat("A", 10), strings.Repeat("A", 14)
	q, a, b := world(first, second)
	once, err := Compare(q, a, b, Options{})
	require.NoError(t, err)
	for _, s := range []*Sample{a, b} {
		for k, r := range s.Results {
			for n := range 5 {
				s.Results[Key{ID: k.ID, Repeat: n}] = r
			}
		}
	}
	five, err := Compare(q, a, b, Options{})
	require.NoError(t, err)
	assert.Equal(t, []int{14, 70, 14}, []int{five.Questions, five.Answers, five.Clusters})
	assert.InDelta(t, *once.Metric(Accuracy).P, *five.Metric(Accuracy).P, 1e-12)
	for i, m := range once.Metrics {
		assert.Equal(t, m.Verdict, five.Metrics[i].Verdict, m.Name)
	}
	assert.InDelta(t, 5, five.Metric(Accuracy).DesignEffect, 1e-9)
}

func TestSidesThatCannotBeComparedAreRefused(t *testing.T) {
	q, a, b := world("AA", "AA")
	none := &Sample{Name: "none", Results: map[Key]*record.Result{}}
	_, err := Compare(q, a, none, Options{})
	assert.ErrorIs(t, err, ErrNothing)
	other := &Sample{Name: "other", Results: map[Key]*record.Result{{ID: "x"}: answered("x", "A", 0.5)}}
	_, err = Compare(q, a, other, Options{})
	assert.ErrorIs(t, err, ErrNothing)
	_, err = Compare(nil, a, other, Options{})
	assert.ErrorIs(t, err, ErrApart)
	delete(a.Results, Key{ID: "q0"})
	delete(b.Results, Key{ID: "q1"})
	_, err = Compare(q, a, b, Options{})
	assert.ErrorIs(t, err, ErrApart)
	_, a, b = world("AA", "AA")
	b.Results[Key{ID: "q0"}].Question = "Something else?"
	_, err = Compare(q, a, b, Options{})
	assert.ErrorContains(t, err, `"q0" is another question in new`)
}

func TestWithoutRightAnswersOnlyWhatNeedsNoneIsCompared(t *testing.T) {
	_, a, b := world("ABA", "AA-")
	r, err := Compare(nil, a, b, Options{})
	require.NoError(t, err)
	assert.False(t, r.Judged)
	require.Len(t, r.Metrics, 1)
	assert.Equal(t, "answered", r.Metrics[0].Name)
	assert.Equal(t, NotJudged, r.Flips[0].Flips[0].Way)
}

func TestAnyTwoSidesGiveFiniteFiguresAndEqualBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.SampledFrom([]rune("AB-.")), 12, 12, -1)
		n := rapid.IntRange(1, 12).Draw(t, "n")
		q, a, b := world(letters.Draw(t, "first")[:n], letters.Draw(t, "second")[:n])
		r, err := Compare(q, a, b, Options{Draws: 60, Margin: 0.1, Seed: 1})
		if err != nil {
			return
		}
		one, err := json.Marshal(r) // refuses NaN
		require.NoError(t, err)
		again, err := Compare(q, a, b, Options{Draws: 60, Margin: 0.1, Seed: 1})
		require.NoError(t, err)
		two, _ := json.Marshal(again)
		assert.Equal(t, string(one), string(two))
		var text strings.Builder
		require.NoError(t, r.WriteText(&text))
		assert.NotContains(t, text.String(), "NaN")
		assert.NotContains(t, text.String(), "Inf")
	})
}

func TestEqualSidesAreSeldomToldApartInAnyMetric(t *testing.T) {
	rng, wrong, of := rand.New(rand.NewPCG(1, 0)), map[string]int{}, thorough.Number(100, 15)
	for range of {
		letters := [2][]byte{}
		for range 60 {
			for side := range letters {
				letters[side] = append(letters[side], "AAAB-"[rng.IntN(5)])
			}
		}
		q, a, b := world(string(letters[0]), string(letters[1]))
		r, err := Compare(q, a, b, Options{Draws: 200})
		require.NoError(t, err)
		for _, m := range r.Metrics {
			if m.Verdict != Inconclusive {
				wrong[m.Name]++
			}
		}
	}
	for name, n := range wrong {
		assert.LessOrEqual(t, n, of/8, name)
	}
}

func TestFromTooFewIndependentObservationsNothingIsConcluded(t *testing.T) {
	for _, sides := range [][2]string{{"A", "B"}, {"BBBBB", "AAAAA"}, {"AAAAA", "AAAAA"}} {
		r := compared(t, sides[0], sides[1], Options{Margin: 0.9})
		for _, m := range r.Metrics {
			assert.Equal(t, []Verdict{Inconclusive, Inconclusive}, []Verdict{m.Verdict, m.Alone}, m.Name)
			assert.False(t, m.Interval.Known(), m.Name)
			assert.Nil(t, m.MDE, m.Name)
			assert.Nil(t, m.Needed, m.Name)
		}
		for _, c := range r.Costs {
			assert.Equal(t, Inconclusive, c.Verdict, c.Name)
			assert.False(t, c.Interval.Known(), c.Name)
		}
		var text strings.Builder
		require.NoError(t, r.WriteText(&text))
		assert.Contains(t, text.String(), "nothing can be concluded from ")
		assert.NotContains(t, text.String(), "in 8 of 10 comparisons")
		assert.NotContains(t, text.String(), "NaN")
	}
	assert.Equal(t, Better, compared(t, "BBBBBB", "AAAAAA", Options{}).Verdict, "six are enough")
}

func TestManyQuestionsOfTwoClustersConcludeNothing(t *testing.T) {
	q, a, b := world(strings.Repeat("B", 40), strings.Repeat("A", 40))
	for k, one := range q {
		one.Cluster = string(k.ID[len(k.ID)-1]%2 + 'x')
	}
	r, err := Compare(q, a, b, Options{Margin: 0.9})
	require.NoError(t, err)
	assert.Equal(t, Inconclusive, r.Verdict)
	assert.Contains(t, r.Sentences(), "nothing can be concluded from 2 independent observations: it takes at least 6")
}
