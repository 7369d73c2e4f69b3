package run

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// termsOfPolicy loads the terms of one block as an operator writes them.
func loadedTerms(t *testing.T, body string, of func(*policy.Policy) []policy.Term) []policy.Term {
	t.Helper()
	return of(policyOf(t, body))
}

func scoreOf(terms []policy.Term, values map[string]float64) float64 {
	total, _ := score.Sum(terms, func(t policy.Term) (float64, bool) { v, ok := values[t.Name]; return v, ok })
	return total
}

// The vectors of S1-14, D4, S4-12 and C7: base 1.84; scaled 1.177; bonus on the base, and relative to it.
func TestGroupsOfTermsAreScaledTogether(t *testing.T) {
	read := func(p *policy.Policy) []policy.Term { return p.Read.Terms }
	values := map[string]float64{"question": 0.5, "focus": 0.6, "disc": 0.3, "recency": 0.5, "bridge": 1}
	extra := `
		term "recency" {
			feature = passage.recency
			weight  = 0.15
		}
		term "disc" {
			feature = passage.document
			weight  = 0.30
		}`
	bonus := func(relative string) string {
		return `
		term "bridge" {
			feature = passage.recency
			weight  = 0.5
			` + relative + `
		}`
	}
	group := func(more string) string {
		return `group "base" {
			terms = [question, focus]
			scale = 0.55
			` + more + `
		}`
	}
	for _, tt := range []struct {
		name, body string
		want       float64
	}{
		{"the base alone", ``, 1.84},
		{"as written", group("") + extra, 1.177},
		{"normalised", group("normalise = true") + extra, 0.55*1.84/3.3 + 0.09 + 0.075},
		{"a bonus on the base scale", bonus(""), 2.34},
		{"the same bonus beside a scaled base", group("") + bonus(""), 0.55*1.84 + 0.5},
		{"relative to the scaled base", group("") + bonus("relative_to = base"), 0.55 * 2.34},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.InDelta(t, tt.want, scoreOf(loadedTerms(t, "read {\n"+tt.body+"\n}", read), values), 1e-9)
		})
	}
}

// The vectors of B-16, S1-18 and S3-14: model .8, lexical .5, disc .3; 2 valid hits.
func TestBlendsOfOptionsAgreeWithTheGoldenVectors(t *testing.T) {
	values := map[string]float64{"model": 0.8, "lexical": 0.5, "disc": 0.3, "falsified": 1}
	term := func(name string, weight float64) policy.Term { return policy.Term{Name: name, Weight: weight} }
	assert.InDelta(t, 0.71, scoreOf([]policy.Term{term("model", .7), term("lexical", .3)}, values), 1e-9)
	assert.InDelta(t, 0.69, scoreOf([]policy.Term{term("model", .7), term("lexical", .2), term("disc", .1)}, values), 1e-9)
	assert.InDelta(t, 0.56, scoreOf([]policy.Term{term("model", .7), term("lexical", .3), term("falsified", -.15)}, values), 1e-9)
}

func TestWithoutAModelTheWeightsOfTheOthersMayGrow(t *testing.T) {
	terms := []policy.Term{{Name: "model", Feature: "option.model", Weight: 0.7}, {Name: "lexical", Feature: "option.lexical", Weight: 0.3}, {Name: "against", Feature: "option.citations", Weight: -0.15}}
	s := score.Item{Features: map[string]float64{"option.lexical": 0.5, "option.citations": 1}}
	r := stepsOver(&state.Run{})
	r.Spreads.Weigh("options", terms, &s)
	assert.InDelta(t, 0, s.Score, 1e-12, "skip: 0.15 of lexical less 0.15 of citations, and the model, which is unknown, adds nothing")
	s.Renormalise()
	assert.InDelta(t, 0.5-0.15, s.Score, 1e-12, "renormalise: lexical counts 1.0, the penalty is as it was")
}

const eachRound = `
	order = [one, two]
	adaptive { enabled = false }
	intent "one" { queries = ["{question}"] }
	intent "two" { queries = ["growth of human cells"] }
	round "one" {
		intents = [one]
		results = 1
	}
	round "two" { intents = [two] }
	select {
		stage "disc" {
			plugin     = plugin.discriminative
			each_round = true
		}
		term "disc" {
			stage  = stage.disc
			weight = 0.3
		}
		term "novelty" {
			stage  = stage.disc
			part   = "novelty"
			weight = 0.3
		}
		term "recency" { when = pool.contested > 0.9 }
	}
	read {
		term "disc" {
			document = stage.disc
			weight   = 0.3
		}
	}
	options {
		term "disc" {
			cited     = stage.disc
			weight    = 0.1
			normalise = "min_max"
		}
		contrast { window = 200 }
	}
`

func TestDocumentsAreScoredWhenTheirRoundFoundThem(t *testing.T) {
	echo := growth
	echo.ID = "echo"
	r := answered(t, partsOf(t, eachRound, shelfOf(kinase, growth, binding)), inhibits)
	steps := stepsNamed(t, r, "select.disc")
	require.Len(t, steps, 3, "two rounds, and what it did to the order (S1-23, S2-24)")
	assert.Equal(t, "one", steps[0].Round)
	assert.Equal(t, 1.0, steps[0].Numbers["documents"])
	assert.Contains(t, steps[0].Numbers, "mean")
	assert.NotEmpty(t, steps[2].Texts["before"])
	assert.NotEmpty(t, steps[2].Texts["after"])
	for _, d := range r.Documents {
		v, ok := d.Outputs[score.Output{Stage: "disc", Part: "novelty"}]
		require.True(t, ok)
		if d.Round == "one" {
			assert.Equal(t, 1.0, v, "nothing was read before the first round")
		} else {
			assert.Less(t, v, 1.0, "words of what would have been read are not new (S1-11, S1-12)")
		}
	}
	v, ok := r.Feature("rounds.two.mean_disc")
	assert.True(t, ok)
	assert.InDelta(t, steps[1].Numbers["mean"], v, 1e-12)
	for _, p := range r.Passages {
		assert.Contains(t, score.Contributions(p.Parts), "disc")
	}
	for _, d := range recorded[record.Document](t, r, record.KindDocument) {
		assert.NotContains(t, d.Terms, "recency", "its condition does not hold (C23)")
	}
}

func TestAStageMayStartWithALaterRound(t *testing.T) {
	r := answered(t, partsOf(t, eachRound+`
		gate "x" { condition = true }
	`, shelfOf(kinase, growth)), inhibits)
	require.NoError(t, r.Err)
	late := answered(t, partsOf(t, replaced(eachRound, "each_round = true", "each_round = true\nfrom_round = 2"), shelfOf(kinase, growth)), inhibits)
	steps := stepsNamed(t, late, "select.disc")
	assert.False(t, steps[0].Ran)
	assert.Contains(t, steps[0].Reason, "from round 2")
	_, known := late.Feature("rounds.one.mean_disc")
	assert.False(t, known, "unknown is not zero")
}

func TestPassagesThatNameTwoOptionsContrastThem(t *testing.T) {
	both := paper("both", "Kinases", "In human cells rapamycin did inhibit mTORC1 but it left telomerase alone.")
	q := evidence.Question{ID: "q", Question: "What does rapamycin inhibit in human cells?", Type: evidence.TypeMultipleChoice, Options: options("mTORC1", "telomerase", "aspirin")}
	r := answered(t, partsOf(t, eachRound, shelfOf(kinase, both)), q)
	steps := stepsNamed(t, r, "options.contrast")
	require.Len(t, steps, 1)
	assert.True(t, steps[0].Ran)
	assert.Len(t, steps[0].Texts["A, B"], 1, "S3-16")
	assert.NotContains(t, steps[0].Texts, "A, C")
	none := answered(t, partsOf(t, replaced(eachRound, "window = 200", "window = 1"), shelfOf(kinase, both)), q)
	assert.False(t, stepsNamed(t, none, "options.contrast")[0].Ran)
}

func TestHitsAgainstOptionsAreRecordedAndPenalised(t *testing.T) {
	one := paper("one", "mTORC1", "Rapamycin does not inhibit mTORC1 in human cells. Telomerase was inhibited.")
	two := paper("two", "mTORC1 again", "In human cells rapamycin failed to inhibit mTORC1.")
	r := answered(t, partsOf(t, `
		options {
			stage "refuted" {
				plugin = plugin.falsification
				config = { mode = "option" }
			}
			term "falsified" {
				stage  = stage.refuted
				part   = "falsified"
				weight = -0.15
			}
		}`, shelfOf(one, two)), inhibits)
	steps := stepsNamed(t, r, "options.refuted")
	require.NotEmpty(t, steps)
	label := r.Plan.Options[0].Label
	assert.Equal(t, 2.0, steps[0].Numbers[label+".hits"], "%v", steps[0].Numbers)
	for _, o := range r.Result.Options {
		if o.Label == label {
			assert.InDelta(t, -0.15, o.Terms["falsified"], 1e-12, "S3-13, S3-14")
		}
	}
}

func replaced(body, old, with string) string { return strings.Replace(body, old, with, 1) }
