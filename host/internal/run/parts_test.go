package run

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A replacement is a part of a run that scores, assesses or calibrates, with a team's plugin in its place.
type replacement struct {
	name     string
	guest    *hostile.Guest
	policy   string
	question evidence.Question
	stage    string // as the record names it
	acts     func(t *testing.T, r *run)
}

// needing is a score plugin that cannot do without these columns.
func needing(values []float64, columns ...contract.Input) *hostile.Guest {
	return saying(contract.Manifest{
		Kind: contract.KindScore, Inputs: columns, Outputs: []contract.Output{{Name: "score", Kind: contract.OutputScore, Max: 1}},
	}, contract.Response{Score: &contract.ScoreResult{Scores: values}})
}

func item(column string, kind contract.ColumnType) contract.Input {
	return contract.Input{Table: "items", Column: column, Type: kind}
}

// signalling is an assess plugin that gives one signal.
func signalling(name string, v float64) *hostile.Guest {
	return answering(contract.KindAssess, contract.Response{Assess: &contract.AssessResult{Signals: []contract.Signal{{Name: name, Value: v}}}},
		contract.Output{Name: name, Kind: contract.OutputSignal, Max: 10})
}

// parting is an assess plugin that reads a table and gives one number for each of its rows.
func parting(name, table string, values ...float64) *hostile.Guest {
	return saying(contract.Manifest{
		Kind: contract.KindAssess, Inputs: []contract.Input{{Table: table, Column: "text", Type: contract.ColumnText}},
		Outputs: []contract.Output{{Name: name, Kind: contract.OutputPart, Table: table, Min: -10, Max: 10}},
	}, contract.Response{Assess: &contract.AssessResult{Parts: []contract.Part{{Name: name, Table: table, Values: values}}}})
}

// calibrating is a calibrate plugin that is always so sure. It takes the settings that the calibrate block itself gives.
func calibrating(confidence float64) *hostile.Guest {
	m := contract.Manifest{Kind: contract.KindCalibrate, Outputs: []contract.Output{{Name: "other", Kind: contract.OutputSignal, Min: -1, Max: 1}}}
	for _, name := range []string{"clamp_high", "clamp_low", "intercept", "max_down", "max_up"} {
		m.Params = append(m.Params, contract.Param{Name: name, Type: contract.TypeNumber, Default: contract.NumberValue(0)})
	}
	return saying(m, contract.Response{Calibrate: &contract.CalibrateResult{Base: confidence, Confidence: confidence}})
}

// weighing puts a plugin into a block as stage "team", and weighs its score, or a part of its answer.
func weighing(block, stage, term string) string {
	return oneRound("") + `
	` + block + ` {
		stage "team" {
			plugin = plugin.team
			` + stage + `
		}
		term "team" {
			` + term + `
		}
	}`
}

// feeding puts a plugin into a block as stage "team", and lets the confidence weigh its signal.
func feeding(block, signal string) string {
	return oneRound("") + `
	` + block + ` {
		stage "team" { plugin = plugin.team }
	}
	calibrate {
		term "team" {
			feature = ` + block + `.team.` + signal + `
			weight  = -0.05
		}
	}`
}

const byScore = "stage = stage.team\nweight = 5"

// lastComesFirst asserts that a plugin which scores the last of three documents 1 has it read first.
func lastComesFirst(t *testing.T, r *run) {
	t.Helper()
	require.Len(t, r.Selected, 3)
	docs := recorded[record.Document](t, r, record.KindDocument)
	i := slices.IndexFunc(docs, func(d record.Document) bool { return d.Terms["team"] == 5 })
	require.GreaterOrEqual(t, i, 0, "one document has the plugin's number as a term")
	assert.Equal(t, r.Selected[0].Digest, docs[i].Digest)
	assert.NotEqual(t, "kinase", r.Selected[0].Document.ID, "which is best without the plugin")
}

// delta returns what a term added to the confidence.
func delta(t *testing.T, r *run, name string) float64 {
	t.Helper()
	i := slices.IndexFunc(r.Result.Calibration.Terms, func(d record.TermResult) bool { return d.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return r.Result.Calibration.Terms[i].Delta
}

var last = []float64{0, 0, 1}

func retrievalParts() []replacement {
	return []replacement{
		{"discriminative power", needing(last, item("token_set", contract.ColumnTokens), contract.Input{Table: "options", Column: "token_set", Type: contract.ColumnTokens}),
			weighing("select", "", byScore), inhibits, "select.team", lastComesFirst},
		{"novelty", needing(last, contract.Input{Table: "known", Column: "token_set", Type: contract.ColumnTokens}),
			weighing("select", "each_round = true", byScore), inhibits, "select.team", func(t *testing.T, r *run) {
				lastComesFirst(t, r)
				assert.InDelta(t, 1.0/3, stepNamed(t, r, "select.team").Numbers["mean"], 1e-9)
			}},
		{"authority", needing(last, item("citation_count", contract.ColumnNumbers), item("venue", contract.ColumnText)), weighing("select", "", byScore), inhibits, "select.team", lastComesFirst},
		{"bridge bonus", needing(last, item("bridge_entity", contract.ColumnNumbers)), weighing("select", "", byScore), inhibits, "select.team", lastComesFirst},
		{"bonus of passages that a bridge links", needing(last, item("bridge_linked", contract.ColumnNumbers)), weighing("read", "", byScore), inhibits, "read.team", func(t *testing.T, r *run) {
			best := recorded[record.Passage](t, r, record.KindPassage)[0]
			assert.Equal(t, 5.0, best.Terms["team"])
			assert.Equal(t, r.Passages[0].ID, best.ID)
		}},
		{"gap coverage", scores(0.1, 0.4), measuredBy(teamCovers), twoThings, "gap.coverage.coverage", func(t *testing.T, r *run) {
			assert.Equal(t, 0.4, stepNamed(t, r, "gap.coverage").Numbers["coverage-2.coverage"])
			assert.Len(t, stepNamed(t, r, "gap.coverage").Texts["gaps"], 2, "the host's own measure finds one")
		}},
		{"gap saturation", scores(0.31), measuredBy("stage \"saturation\" { plugin = plugin.team }\nsubround {\nmeasure = \"containment\"\nbelow = 0.32\n}"), twoThings, "gap.coverage.saturation",
			func(t *testing.T, r *run) {
				assert.Equal(t, 0.31, stepNamed(t, r, "gap.coverage.subround").Numbers["saturation"])
				assert.Equal(t, 0.31, r.State["gaps.coverage.saturation"])
			}},
	}
}

func judgingParts() []replacement {
	return []replacement{
		{"triangulation", signalling("triangulated_any", 1), feeding("triangulate", "triangulated_any"), inhibits, "triangulate.team", func(t *testing.T, r *run) {
			assert.InDelta(t, -0.05, delta(t, r, "team"), 1e-9)
		}},
		{"source-type guard", parting("confidence_adjustment", "claims", -0.08, -0.08, -0.08), oneRound("") + "\ntriangulate {\nstage \"team\" { plugin = plugin.team }\n}", inhibits, "triangulate.team", func(t *testing.T, r *run) {
			without := answered(t, partsOf(t, oneRound(""), shelfOf(kinase, growth, binding)), inhibits)
			for i, c := range recorded[record.Claim](t, r, record.KindClaim) {
				assert.InDelta(t, max(0, without.Claims[i].Confidence-0.08), c.Confidence, 1e-9, "S1-20")
			}
		}},
		{"disagreement", signalling("score", 2), feeding("verify", "score"), inhibits, "verify.team", func(t *testing.T, r *run) {
			assert.InDelta(t, -0.1, delta(t, r, "team"), 1e-9)
		}},
		{"option falsification", parting("hits", "options", 3, 0, 0), weighing("options", "", "stage = stage.team\npart = \"hits\"\nweight = -1"), inhibits, "options.team", func(t *testing.T, r *run) {
			options := recorded[record.Option](t, r, record.KindOption)
			i := slices.IndexFunc(options, func(o record.Option) bool { return o.Label == "A" })
			assert.Equal(t, -3.0, options[i].Terms["team"])
			assert.NotEqual(t, "A", r.Answer.Label, "which the evidence speaks for")
		}},
		{"draft falsification", signalling("score", 0.9), oneRound("") + `
			falsify "draft" {
				queries = ["evidence against {draft}"]
				stage "team" { plugin = plugin.team }
				resynthesise { above = 0.7 }
			}`, inhibits, "falsify.team", func(t *testing.T, r *run) {
			assert.Equal(t, 0.9, r.State["falsify.draft.score"])
			assert.Contains(t, r.Result.UncertaintyReasons, "high_falsification_risk")
		}},
		{"option blend", needing([]float64{0.1, 0.2, 0.9}, item("lexical", contract.ColumnNumbers), item("model", contract.ColumnNumbers), item("citations", contract.ColumnNumbers)),
			weighing("options", "", byScore), inhibits, "options.team", func(t *testing.T, r *run) {
				options := recorded[record.Option](t, r, record.KindOption)
				assert.Equal(t, "C", options[0].Label)
				assert.Equal(t, 4.5, options[0].Terms["team"])
				assert.Equal(t, "C", r.Answer.Label)
			}},
		{"calibration", calibrating(0.42), oneRound("") + "\ncalibrate {\nstage \"confidence\" { plugin = plugin.team }\n}", inhibits, "calibrate.confidence", func(t *testing.T, r *run) {
			assert.Equal(t, 0.42, r.Result.Confidence)
		}},
	}
}

func TestEachPartThatScoresCanBeReplacedByATeamsPlugin(t *testing.T) {
	for _, p := range slices.Concat(retrievalParts(), judgingParts()) {
		t.Run(p.name, func(t *testing.T) {
			r := answered(t, partsWith(t, team(p.guest), p.policy, shelfOf(kinase, growth, binding)), p.question)
			require.Equal(t, record.VerdictAnswered, r.Result.Verdict, r.Result.Error)
			calls := callsOf(t, r, p.stage)
			require.NotEmpty(t, calls, "the record has its call")
			assert.Equal(t, "team", calls[0].Plugin)
			assert.Equal(t, r.Plugins["team"].Digest(), calls[0].Digest)
			p.acts(t, r)
		})
	}
}
