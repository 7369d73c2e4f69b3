package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// challenged searches once for the question, as the settings of the round say, then
// against the draft.
func challenged(round, above string) string {
	return `
	sources = [local, second]
	order = [one]
	intent "one" { queries = ["{question}"] }
	round "one" {
		intents = [one]
		` + round + `
	}
	falsify "draft" {
		queries = ["retraction of {draft} findings"]
		stage "score" {
			plugin = plugin.falsification
			config = { mode = "draft" }
		}
		resynthesise {
			above  = ` + above + `
			max    = 1
			reason = "refuted"
		}
	}
	calibrate {
		term "falsification" {
			feature   = falsify.draft.score
			weight    = -0.5
			one_sided = true
		}
	}`
}

// retraction denies what kinase says and speaks for another option; a search for the
// question ranks it last.
var retraction = paper("retraction", "Retraction of the mTORC1 findings",
	"Contrary to earlier reports mTORC1 was not affected by rapamycin. Telomerase of human cells was inhibited.")

// firstOnly keeps everything but the best hit out of the first draft.
const firstOnly = "results = 1"

// empty is a second source without documents.
func empty() *shelf { return &shelf{name: "second"} }

func passagesOf(r *run, id string) int {
	n := 0
	for _, p := range r.Passages {
		if p.Doc.Document.ID == id {
			n++
		}
	}
	return n
}

func TestADraftThatIsRefutedIsDraftedAnewWithWhatRefutedIt(t *testing.T) {
	r := answered(t, partsOf(t, challenged(firstOnly, "0.1"), shelfOf(kinase, retraction), empty()), inhibits)
	assert.Equal(t, 1, passagesOf(r, "retraction"), "the draft's passages and what was found against it")
	assert.Equal(t, 1, passagesOf(r, "kinase"))
	assert.Contains(t, r.Result.UncertaintyReasons, "refuted")
	require.NotEmpty(t, r.Result.Warnings)
	assert.Contains(t, r.Result.Warnings[0], `the draft "mTORC1" met refuting evidence`)
	assert.True(t, slices.ContainsFunc(r.Result.Citations, func(c record.Citation) bool {
		return c.Doc == "retraction" && c.Provenance == "falsify_draft"
	}), "it is evidence for the new draft: %+v", r.Result.Citations)

	passes := 0
	for _, rd := range r.Result.Rounds {
		if rd.Name == "falsify_draft" {
			passes++
		}
	}
	assert.Equal(t, 2, passes, "the new draft is challenged too, but not drafted a third time")
	event := r.roundNamed(t, "falsify_draft")
	assert.Equal(t, []string{"retraction of mTORC1 findings"}, event.Queries)
	assert.Equal(t, 1, event.NewDocuments)
}

func TestPassagesThatWereAddedTakeTheirPlaceByScore(t *testing.T) {
	read := &state.Passage{Passage: evidence.Passage{ID: "read"}, Item: score.Item{Score: 1}, Doc: &state.Document{}}
	found := &state.Passage{Passage: evidence.Passage{ID: "found"}, Item: score.Item{Score: 2}, Doc: &state.Document{}}
	r := &state.Reading{Passages: []*state.Passage{read}}
	r.AddPassages([]*state.Passage{found, read})
	assert.Equal(t, []*state.Passage{found, read}, r.Passages)
	assert.Equal(t, 1.0, found.Relative)
	assert.Equal(t, 0.5, read.Relative)
}

func TestOnlyTheBestWorksThatWereFoundAgainstADraftAreJudged(t *testing.T) {
	r := begun(t, partsOf(t, oneRound(""), shelfOf()), inhibits)
	for _, d := range []evidence.Document{kinase, retraction, growth} {
		r.Pool.Add(retrieval.Query{Text: d.ID, Intent: "one"}, "local", []retrieval.Hit{{Document: d, Rank: 1}})
	}
	r.search.ScoreDocuments()
	r.Passages = r.read.Cut(r.Documents[0])
	r.Pool.Add(retrieval.Query{Text: "against", Intent: state.Falsifying}, "local",
		[]retrieval.Hit{{Document: retraction, Rank: 1}, {Document: growth, Rank: 2}})
	found := func(n int) []string {
		var out []string
		for _, p := range r.falsify.FoundAgainstDraft(n) {
			out = append(out, p.Doc.Document.ID)
		}
		return out
	}
	assert.Equal(t, []string{"retraction"}, found(1))
	assert.Equal(t, []string{"retraction", "growth"}, found(9), "kinase was found by another search only")
	require.NoError(t, r.Out.Close())
}

func TestADraftThatIsNotRefutedStands(t *testing.T) {
	r := answered(t, partsOf(t, challenged(firstOnly, "1.0"), shelfOf(kinase, retraction), empty()), inhibits)
	assert.Zero(t, passagesOf(r, "retraction"))
	assert.NotContains(t, r.Result.UncertaintyReasons, "refuted")
	require.NotNil(t, r.Result.QualityGates.FalsificationScore)
	assert.Positive(t, *r.Result.QualityGates.FalsificationScore)
}

func TestAWorkThatIsFoundAgainByFalsificationIsNotListedTwice(t *testing.T) {
	r := answered(t, partsOf(t, challenged("", "0.1"), shelfOf(kinase, retraction), empty()), inhibits)
	require.Contains(t, r.Result.UncertaintyReasons, "refuted", "the test needs a second draft")
	assert.Equal(t, 1, passagesOf(r, "retraction"))
	assert.Equal(t, 1, passagesOf(r, "kinase"))
	for i, c := range r.Result.Citations {
		assert.False(t, slices.ContainsFunc(r.Result.Citations[:i], func(d record.Citation) bool { return d.Doc == c.Doc && d.Start == c.Start }))
	}
}

func TestWorksOfTwoSourcesThatShareAnIdentifierAreNotTakenForOne(t *testing.T) {
	twin := retraction
	twin.ID = kinase.ID
	twin.Abstract += strings.Repeat(".", max(0, len(kinase.Abstract)-len(twin.Abstract)))
	original := kinase
	original.Abstract += strings.Repeat(".", max(0, len(twin.Abstract)-len(original.Abstract)))
	second := shelfOf(twin)
	second.name = "second"
	r := answered(t, partsOf(t, challenged("sources = [local]", "0.1"), shelfOf(original), second), inhibits)
	require.Contains(t, r.Result.UncertaintyReasons, "refuted", "the test needs a second draft")
	assert.Equal(t, 2, passagesOf(r, "kinase"))
}
