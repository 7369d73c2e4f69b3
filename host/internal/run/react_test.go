package run

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// reacting searches once for and once against, and reacts to what that finds.
func reacting(handler string) string {
	return `
	sources = [local, second]
	order = [one, two]
	budget { max_cost = "1.20 USD" }
	intent "one" { queries = ["rapamycin human cells"] }
	intent "two" {
		queries = ["retraction findings"]
		against = true
	}
	round "one" {
		intents = [one]
		results = 2
	}
	round "two" {
		intents = [two]
		results = 1
	}
	verify {
		stage "sources" {
			plugin = plugin.disagreement
			config = { form = "guarded" }
		}
	}
	triangulate {
		stage "numbers" {
			plugin = plugin.triangulation
			config = { min_cluster = 2, agree = 2, guard_confidence = 0.1 }
		}
	}
	` + handler + `
	calibrate {
		term "resolved" {
			feature = on.contradiction.resolved
			weight  = 0.04
		}
	}`
}

// verdicts is a review that only a search for reviews finds.
var verdicts = paper("review", "Systematic review: mTORC1", "Reviewers conclude that mTORC1 is inhibited in human cells by rapamycin.")

// pivoting reacts to a contradiction with one query.
const pivoting = `on "contradiction" {
	queries = ["systematic review {hypothesis_a} {hypothesis_b}", "meta-analysis {core_terms}"]
	sources = [local]
}`

func stepNamed(t *testing.T, r *run, name string) record.Step {
	t.Helper()
	for _, s := range recorded[record.Step](t, r, record.KindStep) {
		if s.Name == name {
			return s
		}
	}
	require.Fail(t, "no step "+name)
	return record.Step{}
}

func TestAContradictionIsPutToOneMoreSearchWhoseFindsAreReadOnce(t *testing.T) {
	second := empty()
	library := shelfOf(kinase, growth, retraction, verdicts)
	r := answered(t, partsOf(t, reacting(pivoting), library, second), inhibits)
	s := stepNamed(t, r, "on.contradiction")
	assert.True(t, s.Ran)
	require.Len(t, s.Texts["about"], 1, "the first pair only (S2-18)")
	assert.Contains(t, s.Texts["about"][0], "Retraction of the mTORC1 findings")
	require.Len(t, s.Texts["queries"], 1, "max (S2-18)")
	assert.Contains(t, s.Texts["queries"][0], "systematic review")
	assert.NotContains(t, s.Texts["queries"][0], "{")
	assert.Equal(t, 1.0, s.Numbers["new_documents"])
	assert.Equal(t, 1, passagesOf(r, "review"), "what it finds is read")
	assert.Equal(t, true, r.State["on.contradiction.resolved"], "S2-19")
	for _, q := range second.asked {
		assert.NotContains(t, q.Text, "systematic", "sources")
	}
	rd := r.roundNamed(t, "on_contradiction")
	assert.True(t, rd.Ran)
	assert.Equal(t, 1, rd.NewDocuments)
	last := r.Result.Calibration.Terms[len(r.Result.Calibration.Terms)-1]
	assert.Equal(t, "resolved", last.Name)
	assert.InDelta(t, 0.04, last.Delta, 1e-9, "S2-21")
	require.NotNil(t, r.Result.QualityGates.CapResolved)
	assert.True(t, *r.Result.QualityGates.CapResolved)
}

func TestWithoutAnythingNewTheDraftStaysAndNothingIsResolved(t *testing.T) {
	for name, handler := range map[string]string{
		"nothing new":            pivoting,
		"the condition is false": `on "contradiction" {` + "\nwhen = verify.markers.flags > 99\nqueries = [\"review {phrase}\"]\n}",
	} {
		t.Run(name, func(t *testing.T) {
			r := answered(t, partsOf(t, reacting(handler), shelfOf(kinase, growth, retraction), empty()), inhibits)
			assert.Equal(t, false, r.State["on.contradiction.resolved"])
			assert.Equal(t, 0.0, r.State["on.contradiction.new_documents"])
			assert.False(t, *r.Result.QualityGates.CapResolved)
			assessed := 0
			for _, c := range recorded[record.PluginCall](t, r, record.KindPluginCall) {
				if c.Stage == "verify.markers" {
					assessed++
				}
			}
			assert.Equal(t, 1, assessed, "nothing is assessed anew")
		})
	}
	r := answered(t, partsOf(t, reacting(pivoting), shelfOf(kinase), empty()), inhibits)
	s := stepNamed(t, r, "on.contradiction")
	assert.False(t, s.Ran)
	assert.Equal(t, "nothing found", s.Reason)
}

func TestWorksThatWereFoundAndNotReadAreReadIfThePolicyDoesNotAskForNewOnes(t *testing.T) {
	read := func(fresh string) int {
		body := strings.Replace(reacting(`on "contradiction" {
			queries = ["binding partners of rapamycin"]
			results = 1
			require_new_documents = `+fresh+`
		}
		select { documents = [3, 3] }`), "retraction findings", "retraction findings binding partners", 1)
		body = strings.Replace(body, "results = 1\n	}\n	verify", "results = 2\n	}\n	verify", 1)
		r := answered(t, partsOf(t, body, shelfOf(kinase, growth, retraction, binding), empty()), inhibits)
		assert.Equal(t, 0.0, r.State["on.contradiction.new_documents"])
		return passagesOf(r, "binding")
	}
	assert.Equal(t, 0, read("true"), "C19")
	assert.Equal(t, 1, read("false"))
}

func TestADisputeIsPutToSearchesAboutItsClaims(t *testing.T) {
	ten := paper("ten", "Rapamycin and human cells: dose one", "Rapamycin inhibits mTORC1 in human cells at 10 nM.")
	twelve := paper("twelve", "Rapamycin and human cells: dose two", "Rapamycin inhibits mTORC1 in human cells at 20 nM.")
	third := paper("third", "Calibrated dose", "A calibrated assay of mTORC1 shows that the dose is 10 nM.")
	r := answered(t, partsOf(t, reacting(`on "dispute" {
		when     = triangulate.numbers.disputed_any > 0
		queries  = ["calibrated assay {claim}"]
		findings = 3
		max      = 3
	}
	`+pivoting), shelfOf(ten, twelve, third), empty()), inhibits)
	s := stepNamed(t, r, "on.dispute")
	assert.True(t, s.Ran, s.Reason)
	require.NotEmpty(t, s.Texts["queries"])
	assert.Contains(t, s.Texts["queries"][0], "calibrated assay")
	assert.LessOrEqual(t, len(s.Texts["queries"]), 3, "S0-07")
	assert.NotZero(t, passagesOf(r, "third"))
}

func TestASingleSourceClaimIsProbed(t *testing.T) {
	other := paper("other", "Cells under another drug", "A drug lowers the telomerase of human cells.")
	second := shelfOf(other)
	second.name = "second"
	r := answered(t, partsOf(t, reacting(`on "single_source" { queries = ["independent replication {claim}"] }
	`+pivoting), shelfOf(kinase), second), inhibits)
	s := stepNamed(t, r, "on.single_source")
	assert.True(t, s.Ran, s.Reason)
	assert.Contains(t, s.Texts["queries"][0], "independent replication")
}

// upgrading reacts to a disagreement; what the better answer costs is said.
func upgrading(factor string) string {
	return reacting(`on "disagreement" {
		when    = verify.sources.score >= 1
		queries = ["{core_terms} systematic review meta-analysis reconcile conflicting"]
		sources = [second]
		upgrade {
			reserve_factor = ` + factor + `
			estimate       = "1.00 USD"
		}
	}
	` + pivoting)
}

// activates says the opposite of kinase.
var activates = paper("activates", "Rapamycin activates mTORC1 in human cells", "Rapamycin activates mTORC1 in human cells that starve.")

func TestADisagreementIsReconciledAndTheModeRaisedIfThatCanBePaid(t *testing.T) {
	tests := []struct {
		name, factor string
		done         bool
		mode         string
	}{
		{"1.2 USD remain, 1.0 × 1.00 is asked", "1.0", true, "research_max"},
		{"1.2 USD remain, 1.5 × 1.00 is asked", "1.5", false, "standard"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			library, second := shelfOf(kinase, activates), empty()
			r := answered(t, partsOf(t, upgrading(tt.factor), library, second), inhibits)
			s := stepNamed(t, r, "on.disagreement")
			require.True(t, s.Ran, s.Reason)
			assert.Equal(t, tt.mode, string(r.Course.Mode()))
			assert.Equal(t, tt.done, r.State["on.disagreement.upgraded"])
			assert.Contains(t, r.Result.UncertaintyReasons, "source_disagreement_detected", "S3-18, and S3-30 where the mode is raised")
			assert.Equal(t, 1.0, *r.Result.QualityGates.SourceDisagreementScore)
			assert.Equal(t, tt.done, *r.Result.QualityGates.Upgraded)
			for _, q := range library.asked {
				assert.NotContains(t, q.Text, "reconcile", "only the named sources (S3-06)")
			}
		})
	}
}

func TestReactionsReplayExactly(t *testing.T) {
	for name, body := range map[string]string{"pivot": reacting(pivoting), "upgrade": upgrading("1.0"), "no upgrade": upgrading("1.5")} {
		t.Run(name, func(t *testing.T) {
			parts := partsOf(t, body, shelfOf(kinase, growth, retraction, verdicts, activates), empty())
			s := &studio{parts: parts}
			result, reader, err := s.run(t, parts.Policy, inhibits)
			require.NoError(t, err)
			for _, whole := range []bool{false, true} {
				again, err := s.replay(t, parts.Policy, reader, whole)
				require.NoError(t, err)
				assert.Equal(t, canonicalResult(t, result), canonicalResult(t, again.Result))
			}
		})
	}
}

func TestAReactionThatTheBudgetRefusesLeavesTheRunComplete(t *testing.T) {
	body := strings.Replace(reacting(pivoting), `max_cost = "1.20 USD"`, "searches = 4", 1)
	r := answered(t, partsOf(t, body, shelfOf(kinase, growth, retraction, verdicts), empty()), inhibits)
	s := stepNamed(t, r, "on.contradiction")
	assert.Contains(t, s.Reason, "budget")
	assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
	assert.Equal(t, false, r.State["on.contradiction.resolved"])
}

func TestASourceThatFailsInAReactionLeavesTheRunComplete(t *testing.T) {
	library := shelfOf(kinase, growth, retraction, verdicts)
	library.before = func(_ context.Context, q retrieval.Query) error {
		if q.Intent == "on_contradiction" {
			return assert.AnError
		}
		return nil
	}
	r := answered(t, partsOf(t, reacting(pivoting), library, empty()), inhibits)
	assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
	assert.NotEmpty(t, r.roundNamed(t, "on_contradiction").Failed)
}

func TestTheFirstSentenceOfADocumentDoesNotDependOnClaims(t *testing.T) {
	assert.Equal(t, "One thing.", state.FirstSentence(&evidence.Document{Abstract: "One thing. Another."}), "C25")
	assert.Equal(t, "In a section.", state.FirstSentence(&evidence.Document{Sections: []evidence.Section{{Text: "In a section. More."}}}))
	assert.Empty(t, state.FirstSentence(&evidence.Document{Title: "no text"}))
}

func TestAModelWordsTheQueryOfAContradictionAndTemplatesStandIn(t *testing.T) {
	worded := strings.Replace(pivoting, "sources = [local]", "sources = [local]\n role = synthesis", 1)
	asked := func(m *scripted) record.Step {
		p := partsOf(t, reacting(worded), shelfOf(kinase, growth, retraction, verdicts), empty())
		if m != nil {
			p.Models = map[model.Role]model.Model{model.Synthesis: m}
		}
		r := answered(t, p, inhibits)
		assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
		return stepNamed(t, r, "on.contradiction")
	}
	assert.Equal(t, []string{"systematic review comparing mTORC1 inhibition"},
		asked(answers(map[string]any{"query": "systematic review comparing mTORC1 inhibition"})).Texts["queries"])
	for name, m := range map[string]*scripted{
		"no model is bound": nil, "the model fails": fails(assert.AnError), "two words are no comparison": answers(map[string]any{"query": "too short"}),
	} {
		t.Run(name, func(t *testing.T) {
			s := asked(m)
			require.Len(t, s.Texts["queries"], 1)
			assert.Contains(t, s.Texts["queries"][0], "systematic review mTORC1 Retraction")
		})
	}
}
