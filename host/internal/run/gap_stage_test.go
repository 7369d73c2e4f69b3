package run

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/run/gap"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// measuredBy is a gap block after round one whose plugins are called "team", with these stages and settings.
func measuredBy(stages string) string {
	return threeRounds("", "", "", strings.Replace(gapBlock("one", "next_round"), "queries {", stages+"\nqueries {", 1))
}

const teamCovers = `stage "coverage" { plugin = plugin.team }`

// covers is that stage with more settings.
func covers(onError, more string) string {
	return "stage \"coverage\" {\n plugin = plugin.team\n on_error = \"" + onError + "\"\n " + more + "\n}"
}

// calls are the calls that the record has of a stage.
func callsOf(t *testing.T, r *run, stage string) []record.PluginCall {
	t.Helper()
	return slices.DeleteFunc(recorded[record.PluginCall](t, r, record.KindPluginCall), func(c record.PluginCall) bool { return c.Stage != stage })
}

func team(g *hostile.Guest) map[string]*hostile.Guest { return map[string]*hostile.Guest{"team": g} }

func TestAPluginSaysHowFarTheEvidenceCarriesGapsInTheHostsPlace(t *testing.T) {
	const other = "gap Rapamycin inhibits mTORC1 in human cells"
	r := answered(t, partsWith(t, team(scores(0.1, 0.4)), measuredBy(teamCovers), shelfOf(kinase, growth)), twoThings)
	require.Equal(t, []string{other, gapQuery, "mTORC1 activity"}, r.roundNamed(t, "two").Queries, "by the plugin neither part is carried; by the host's measure one is")
	s := gapStep(t, r, "gap.coverage")
	assert.Equal(t, []string{"coverage by plugin team"}, s.Texts["measured"])
	assert.Equal(t, []float64{0.1, 0.4}, []float64{s.Numbers["coverage-1.coverage"], s.Numbers["coverage-2.coverage"]})
	assert.Equal(t, 2.0, r.State["gaps.coverage.open"])
	assert.Equal(t, 0.4, gapStep(t, r, "gap.coverage.filled").Numbers["coverage-2.coverage"])
	calls := callsOf(t, r, "gap.coverage.coverage")
	assert.Len(t, calls, 5, "what may be a gap, those kept, after two more rounds, and in the end")
	assert.Equal(t, r.Plugins["team"].Digest(), calls[0].Digest)
	assert.Positive(t, calls[0].At.Line)

	r = answered(t, partsWith(t, team(scores(0.6, 0.7)), measuredBy(teamCovers), shelfOf(kinase, growth)), twoThings)
	assert.Equal(t, []string{"mTORC1 activity"}, r.roundNamed(t, "two").Queries, "it says that all is carried")
}

func TestAPluginSaysHowFarAGapWasFilledInTheHostsPlace(t *testing.T) {
	const again = `
		stage "saturation" { plugin = plugin.team }
		subround {
			measure = "containment"
			below   = 0.5
		}`
	for _, tt := range []struct {
		name  string
		score float64
		ran   float64
	}{{"filled enough by the plugin", 0.5, 0}, {"not filled enough", 0.49, 1}} {
		t.Run(tt.name, func(t *testing.T) {
			r := answered(t, partsWith(t, team(scores(tt.score)), measuredBy(again), shelfOf(kinase, growth)), twoThings)
			assert.Equal(t, []string{gapQuery, "mTORC1 activity"}, r.roundNamed(t, "two").Queries, "what is a gap is still the host's to say")
			assert.Equal(t, tt.score, r.State["gaps.coverage.saturation"])
			assert.Equal(t, tt.ran, r.State["gaps.coverage.subrounds"])
			assert.Equal(t, tt.score, gapStep(t, r, "gap.coverage.filled").Numbers["coverage-1.saturation"])
			assert.NotEmpty(t, callsOf(t, r, "gap.coverage.saturation"))
		})
	}
}

func TestEveryKindOfGapCanBeMeasuredByAPlugin(t *testing.T) {
	for _, kind := range []string{policy.GapCoverage, policy.GapEpistemic, policy.GapProbe, policy.GapBridge} {
		t.Run(kind, func(t *testing.T) {
			stuck := covers("skip", "limits { fuel = 1000 }")
			body := kindOfGap(kind, stuck)
			if kind == policy.GapCoverage {
				body = kindOfGap(kind, stuck+"\n measure = \"containment\"\n threshold = 0.5\n templates = [\"{gap}\"]")
			}
			probe := begun(t, partsWith(t, team(endless()), body, shelfOf(kinase, growth, binding)), inhibits)
			_, err := probe.finish(context.Background())
			require.NoError(t, err)
			require.Equal(t, record.VerdictAnswered, probe.Result.Verdict, probe.Result.Error)
			stage := "gap." + kind + ".coverage"
			calls := callsOf(t, probe, stage)
			require.NotEmpty(t, calls, "the stage is asked what is a gap")
			s := gapStep(t, probe, "gap."+kind)
			assert.False(t, s.Ran)
			assert.Equal(t, "stage coverage did not say what is a gap", s.Reason)
			assert.Empty(t, s.Texts["gaps"])
		})
	}
}

func TestWhatAFaultOfAGapsPluginDoesIsThePolicysToSay(t *testing.T) {
	outside := contract.Response{Score: &contract.ScoreResult{Scores: []float64{0.5, 1.5}}}
	for _, tt := range []struct {
		name   string
		guest  *hostile.Guest
		limits string
		want   string
	}{
		{"a number that is none", scores(math.NaN(), 0.5), "", "row 0: is not a number"},
		{"one beyond the declared range", answering(contract.KindScore, outside, contract.Output{Name: "score", Kind: contract.OutputScore, Max: 1}), "", "1.5"},
		{"too few", scores(0.5), "", "1 values for 2 rows"},
		{"a trap", trapping(), "", "trap"},
		{"out of fuel", endless(), "limits { fuel = 1000 }", "fuel: stopped at the limit of 1000 units of fuel"},
		{"out of time", endless(), `limits { wall = "5ms" }`, "5ms"},
	} {
		body := func(onError string) string {
			return measuredBy(covers(onError, tt.limits))
		}
		t.Run(tt.name+" ends the run", func(t *testing.T) {
			r := answered(t, partsWith(t, team(tt.guest), body("fail"), shelfOf(kinase, growth)), twoThings)
			assert.Equal(t, record.VerdictFault, r.Result.Verdict)
			assert.Equal(t, 7, r.Result.ExitCode)
			assert.Regexp(t, `^stage "coverage" \(test\.policy\.hcl:\d+\): `, r.Result.Error)
			assert.Contains(t, r.Result.Error, tt.want)
			assert.True(t, r.roundNamed(t, "one").Ran, "what was found until then is recorded")
		})
		t.Run(tt.name+" is skipped", func(t *testing.T) {
			r := answered(t, partsWith(t, team(tt.guest), body("skip"), shelfOf(kinase, growth)), twoThings)
			assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
			require.NotEmpty(t, r.Result.Warnings)
			assert.Regexp(t, `^stage "coverage" \(test\.policy\.hcl:\d+\) was skipped: `, r.Result.Warnings[0])
			assert.Contains(t, r.Result.Warnings[0], tt.want)
			assert.Nil(t, r.roundNamed(t, "one").OpenGaps, "how many are open nobody knows, which is not none")
			assert.Equal(t, []string{"mTORC1 activity"}, r.roundNamed(t, "two").Queries, "what nobody measured is no gap")
			assert.Equal(t, 0.0, r.State["gaps.coverage.found"])
			assert.NotContains(t, r.State, "gaps.coverage.saturation")
			assert.NotEmpty(t, callsOf(t, r, "gap.coverage.coverage")[0].Error)
		})
	}
}

func TestACallThatTheFuelDoesNotCoverMeasuresNothing(t *testing.T) {
	body := measuredBy(covers("fail", "limits { fuel = \"3G\" }")) + "\nbudget { fuel = \"15G\" }" // of which 10G are the calibration's
	r := answered(t, partsWith(t, team(scores(0.1, 0.4)), body, shelfOf(kinase, growth)), twoThings)
	assert.Equal(t, record.VerdictAnswered, r.Result.Verdict, r.Result.Error)
	assert.Len(t, callsOf(t, r, "gap.coverage.coverage"), 1, "what may be a gap")
	assert.Equal(t, 2.0, r.State["gaps.coverage.found"])
	require.NotEmpty(t, r.Result.Warnings)
	assert.Contains(t, r.Result.Warnings[0], "was skipped: budget")
	assert.NotContains(t, gapStep(t, r, "gap.coverage").Numbers, "coverage-1.coverage", "nobody paid for saying it of those kept")
	refused := 0
	for _, v := range recorded[record.Reservation](t, r, record.KindReservation) {
		if v.Stage == "gap.coverage.coverage" && !v.Granted {
			refused++
		}
	}
	assert.Positive(t, refused)
}

func TestAnUnknownSaturationCallsForNothing(t *testing.T) {
	body := measuredBy(`
		stage "saturation" {
			plugin   = plugin.team
			on_error = "skip"
		}
		subround {
			measure = "containment"
			below   = 0.5
		}`)
	r := answered(t, partsWith(t, team(trapping()), body, shelfOf(kinase, growth)), twoThings)
	assert.Equal(t, 1.0, r.State["gaps.coverage.open"])
	assert.NotContains(t, r.State, "gaps.coverage.saturation")
	assert.Equal(t, 0.0, r.State["gaps.coverage.subrounds"])
	assert.NotContains(t, gapStep(t, r, "gap.coverage.filled").Numbers, "coverage-1.saturation")
}

func TestAGapThatIsMeasuredLateCountsAsFilledOnlyOnceItRises(t *testing.T) {
	c := &state.Gap{}
	c.Carry(0.7, 0.5)
	assert.False(t, c.Open)
	assert.False(t, c.Filled, "how it stood before nobody knows")
	c.Carry(0.8, 0.5)
	assert.True(t, c.Filled)
}

func TestAGapsPluginGivesAShare(t *testing.T) {
	misfits := func(g *hostile.Guest) string {
		_, err := NewEngine(partsWith(t, team(g), measuredBy(teamCovers), shelfOf(kinase)))
		var m *bind.MisfitError
		require.True(t, errors.As(err, &m), "%v", err)
		return err.Error()
	}
	wide := contract.Output{Name: "score", Kind: contract.OutputScore, Min: -1, Max: 2}
	assert.Contains(t, misfits(answering(contract.KindScore, contract.Response{}, wide)), `stage coverage: plugin "team" declares scores from -1 to 2; here they lie within 0 and 1`)
	signal := contract.Output{Name: "score", Kind: contract.OutputSignal, Max: 1}
	assert.Contains(t, misfits(answering(contract.KindAssess, contract.Response{}, signal)), "implements the assess contract; this block needs score")
}

func TestWhatAGapsPluginDeclaresIsKnownToThePolicy(t *testing.T) {
	narrow := answering(contract.KindScore, contract.Response{}, contract.Output{Name: "score", Kind: contract.OutputScore, Min: 0.25, Max: 0.75})
	e, err := NewEngine(partsWith(t, team(narrow), measuredBy(teamCovers+"\n"+`stage "saturation" { plugin = plugin.team }`), shelfOf(kinase)))
	require.NoError(t, err)
	d := e.Declared()
	assert.Equal(t, load.Span{Min: 0.25, Max: 0.75}, d.Outputs["gap.coverage.coverage"])
	assert.Equal(t, load.Span{Min: 0.25, Max: 0.75}, d.Signals["gaps.coverage.saturation"])
}

func TestAGapsPluginSeesTheGapsAndWhatTheyAreHeldAgainst(t *testing.T) {
	r := answered(t, partsOf(t, kindOfGap("probe", ""), shelfOf(kinase, growth, enzyme)), inhibits)
	require.NotEmpty(t, r.Gaps)
	f := r.gap.GapFrame(r.Gaps, gap.Look{Documents: r.Selected, Passages: r.Passages})
	column := func(table, name string, kind contract.ColumnType) contract.Column {
		req, err := f.Request(contract.KindScore, []contract.Input{{Table: table, Column: name, Type: kind}}, nil)
		require.NoError(t, err)
		return req.Tables[len(req.Tables)-1].Columns[0]
	}
	for i, c := range r.Gaps {
		text, tokens, terms := column("items", "text", contract.ColumnText), column("items", "token_set", contract.ColumnTokens), column("items", "term_set", contract.ColumnTokens)
		round, own := column("items", "round", contract.ColumnText), column("items", "document", contract.ColumnNumbers)
		assert.Equal(t, c.About, text.StringAt(i))
		assert.Equal(t, c.All, tokens.TokensAt(i))
		assert.Equal(t, c.Terms, terms.TokensAt(i))
		assert.Equal(t, c.AskedIn, round.StringAt(i))
		_, known := own.NumberAt(i)
		assert.Equal(t, c.Own != nil, known, "what only the question says is no document's own")
	}
	text, found := column("pieces", "text", contract.ColumnText), column("pieces", "round", contract.ColumnText)
	for i, p := range r.Passages {
		assert.Equal(t, p.Text, text.StringAt(i))
		assert.Equal(t, p.Doc.Round, found.StringAt(i))
	}
	titles := r.gap.GapFrame(r.Gaps, gap.Look{Documents: r.Selected})
	req, err := titles.Request(contract.KindScore, []contract.Input{{Table: "pieces", Column: "text", Type: contract.ColumnText}}, nil)
	require.NoError(t, err)
	assert.Equal(t, r.Selected[0].Document.Title+" "+r.Selected[0].Document.Abstract, req.Tables[1].Columns[0].StringAt(0))
}
