package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/run/gap"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// answers is a model that answers JSON to everything.
func answers(v any) *scripted {
	data, _ := json.Marshal(v)
	s := says("")
	s.reply = func(model.Request) (model.Reply, error) {
		return model.Reply{JSON: data, Stop: model.Complete, Cost: model.Cost{MicroUSD: 40, Tokens: 20, Basis: model.ByPrice}}, nil
	}
	return s
}

type toldGap struct {
	ID   string `json:"gap_id"`
	Text string `json:"gap_description"`
	Type string `json:"gap_type"`
}

// told is the answer of a model with these descriptions.
func told(kind string, texts ...string) map[string]any {
	var list []toldGap
	for i, text := range texts {
		list = append(list, toldGap{fmt.Sprint("G", i+1), text, kind})
	}
	return map[string]any{"gaps": list}
}

// wide is a description of n words that names a measurement.
func wide(n int) string {
	words := []string{"IC50", "of", "rapamycin", "on"}
	for len(words) < n {
		words = append(words, fmt.Sprint("word", len(words)))
	}
	return strings.Join(words[:n], " ")
}

func epistemicRun(t *testing.T, more string, m model.Model) *run {
	t.Helper()
	p := partsOf(t, kindOfGap("epistemic", "role = fastest\n"+more), shelfOf(kinase, growth, binding))
	p.Models = map[model.Role]model.Model{model.Fastest: m}
	return answered(t, p, inhibits)
}

// S1-07: 4, 5, 30 and 31 words.
func TestDescriptionsHaveFiveToThirtyWords(t *testing.T) {
	r := epistemicRun(t, "", answers(told("quantitative", wide(4), wide(5), wide(30), wide(31))))
	s := gapStep(t, r, "gap.epistemic")
	assert.Equal(t, []string{wide(5), wide(30)}, s.Texts["gaps"])
	assert.Equal(t, []string{"quantitative", "quantitative"}, s.Texts["types"])
	require.NotEmpty(t, s.Texts["dropped"])
	assert.Contains(t, s.Texts["dropped"][0], "fewer than 5 or more than 30 words")
}

func TestFiveHundredGapsAreSixAndTenThousandAreNoAnswer(t *testing.T) {
	var texts []string
	for i := range 10000 {
		texts = append(texts, fmt.Sprintf("IC50 of rapamycin on the kinase P%d", i))
	}
	r := epistemicRun(t, "", answers(told("factual", texts...)))
	assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
	assert.Equal(t, "found by model: nothing", gapStep(t, r, "gap.epistemic").Reason)
	assert.NotEmpty(t, gapStep(t, r, "gap.epistemic").Texts["dropped"])
	r = epistemicRun(t, "", answers(told("factual", texts[:500]...)))
	s := gapStep(t, r, "gap.epistemic")
	assert.Len(t, s.Texts["gaps"], 6)
	assert.Len(t, r.roundNamed(t, "two").Queries, 4, "per_round")
	assert.LessOrEqual(t, len(s.Texts["dropped"]), gap.MaxDropped)
	assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
}

func TestWhatIsNoAnswerLeavesTheGapsToTheRules(t *testing.T) {
	for name, m := range map[string]*scripted{
		"a dead endpoint": fails(model.ErrUnavailable), "a refusal": fails(&model.StopError{Stop: model.Refusal}), "a broken schema": fails(&model.SchemaError{}),
	} {
		t.Run(name, func(t *testing.T) {
			r := epistemicRun(t, "", m)
			assert.Equal(t, "found by rules", gapStep(t, r, "gap.epistemic").Reason)
			assert.NotEmpty(t, r.Result.Warnings)
			r = epistemicRun(t, "on_failure = nothing", m)
			s := gapStep(t, r, "gap.epistemic")
			assert.False(t, s.Ran)
			assert.Equal(t, "no new queries", r.roundNamed(t, "two").SkippedReason)
		})
	}
}

func TestAnAnswerIsCappedWhereThePolicySays(t *testing.T) {
	seen := model.Request{}
	m := answers(told("factual"))
	reply := m.reply
	m.reply = func(req model.Request) (model.Reply, error) {
		seen = req
		return reply(req)
	}
	epistemicRun(t, "max_output = 500", m)
	assert.Equal(t, 500, seen.MaxOutput)
	assert.Equal(t, policy.AuxiliaryTimeout, seen.Timeout)
	assert.Equal(t, model.Fastest, seen.Role)
}

func TestAModelIsShownTheDraftWhoseGapsItLooksFor(t *testing.T) {
	left := "The effect is lost without its binding protein."
	for from, shown := range map[string]bool{"read": true, "draft": false} {
		prompt := ""
		m := answers(told("factual"))
		reply := m.reply
		m.reply = func(req model.Request) (model.Reply, error) {
			prompt = fmt.Sprint(req)
			return reply(req)
		}
		epistemicRun(t, "from = "+from, m)
		assert.Contains(t, prompt, "Rapamycin inhibits mTORC1 in human cells within minutes.", from)
		assert.Equal(t, shown, strings.Contains(prompt, left), from)
	}
}

func TestAModelMayWordTheQueries(t *testing.T) {
	type query struct {
		ID   string `json:"gap_id"`
		Text string `json:"query"`
	}
	m := answers(map[string]any{"queries": []query{{"epistemic-1", "telomerase rapamycin assay"}, {"epistemic-9", "no such gap"}}})
	p := partsOf(t, kindOfGap("epistemic", "query_role = synthesis"), shelfOf(kinase, growth, binding))
	p.Models = map[model.Role]model.Model{model.Synthesis: m}
	r := answered(t, p, inhibits)
	assert.Equal(t, []string{"telomerase rapamycin assay"}, r.roundNamed(t, "two").Queries)
	p = partsOf(t, kindOfGap("epistemic", "query_role = synthesis"), shelfOf(kinase, growth, binding))
	p.Models = map[model.Role]model.Model{model.Synthesis: fails(errors.New("boom"))}
	r = answered(t, p, inhibits)
	assert.Equal(t, []string{"rapamycin inhibit mechanism telomerase pathway confirmed"}, r.roundNamed(t, "two").Queries, "else templates do")
}

func TestAProbeByAModelKeepsTheClaimsThatNoDocumentSupports(t *testing.T) {
	type claimed struct {
		Claim     string   `json:"claim"`
		Documents []string `json:"documents"`
	}
	m := answers(map[string]any{"claims": []claimed{
		{"mTORC1 inhibition by rapamycin", []string{"D1"}}, {"telomerase inhibition by rapamycin", nil},
		{"one two three four five six seven eight nine ten eleven", nil}, {"telomerase template loss", []string{"D999"}},
	}})
	p := partsOf(t, kindOfGap("probe", "role = cheapest"), shelfOf(kinase, growth, binding))
	p.Models = map[model.Role]model.Model{model.Cheapest: m}
	r := answered(t, p, inhibits)
	assert.Equal(t, []string{"telomerase inhibition by rapamycin", "telomerase template loss"}, gapStep(t, r, "gap.probe").Texts["gaps"])
}

func TestARunWithAModelReplaysToTheSameResult(t *testing.T) {
	ctx := context.Background()
	for name, m := range map[string]*scripted{
		"a reply": answers(told("quantitative", wide(6))), "a failure": fails(errors.New("boom")),
	} {
		t.Run(name, func(t *testing.T) {
			r := epistemicRun(t, "", m)
			asked := m.asked
			reader, err := r.Records.(*record.Store).Read(r.Result.Run)
			require.NoError(t, err)
			kept, err := tape.New(reader)
			require.NoError(t, err)
			own := *r.Engine
			e := Engine{&own}
			e.Models = map[model.Role]model.Model{model.Fastest: tape.MuteModel{Description: m.Describe()}}
			e.Whole = true
			replayed, err := e.Replay(ctx, kept)
			require.NoError(t, err)
			want := r.Result
			want.Budget.ElapsedMS = 0
			wantJSON, err := json.Marshal(want)
			require.NoError(t, err)
			gotJSON, err := json.Marshal(replayed.Result)
			require.NoError(t, err)
			assert.JSONEq(t, string(wantJSON), string(gotJSON))
			assert.Equal(t, asked, m.asked, "nobody is asked again")
		})
	}
}
