package run

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// A librarian is a model that may be asked side by side: it answers by the first of its keys that stands in the prompt.
type librarian struct {
	answers map[string]string // empty: it is not available
	worst   int64
	mu      sync.Mutex
	asked   []model.Request
	met     *sync.WaitGroup // nil: an inquiry is answered at once, else when all of the group are asked
}

func (l *librarian) Describe() model.Description {
	return model.Description{Endpoint: "test", Wire: "openai", Model: "librarian"}
}

func (l *librarian) WorstCase(model.Request) model.Cost {
	return model.Cost{MicroUSD: max(l.worst, 100), Tokens: 50, Basis: model.ByPrice}
}

func (l *librarian) Complete(_ context.Context, q model.Request) (model.Reply, error) {
	l.mu.Lock()
	l.asked = append(l.asked, q)
	l.mu.Unlock()
	if l.met != nil {
		l.met.Done()
		l.met.Wait()
	}
	cost := model.Cost{MicroUSD: 40, Tokens: 20, Basis: model.ByPrice}
	for key, text := range l.answers {
		if strings.Contains(q.Messages[0].Text, key) && text != "" {
			return model.Reply{Text: text, JSON: json.RawMessage(text), Stop: model.Complete, Cost: cost}, nil
		}
	}
	return model.Reply{Cost: cost}, model.ErrUnavailable
}

// claiming is an answer of claims: text, type, value and qualifier by fours; an empty value or qualifier is null.
func claiming(parts ...string) string {
	claims := []map[string]any{}
	for i := 0; i < len(parts); i += 4 {
		one := map[string]any{"claim_text": parts[i], "claim_type": parts[i+1], "quantitative_value": nil, "confidence_qualifier": nil}
		if parts[i+2] != "" {
			one["quantitative_value"] = parts[i+2]
		}
		if parts[i+3] != "" {
			one["confidence_qualifier"] = parts[i+3]
		}
		claims = append(claims, one)
	}
	data, _ := json.Marshal(map[string]any{"claims": claims})
	return string(data)
}

func extracting3(t *testing.T, more string, m model.Model) Parts {
	t.Helper()
	parts := partsOf(t, oneRound("")+"\nclaims {\n extract {\n role = extract\n"+more+"\n}\n}\n", shelfOf(kinase, growth, binding))
	if m != nil {
		parts.Models = map[model.Role]model.Model{model.Extract: m}
	}
	return parts
}

// The prompts of two documents, by what only they hold.
const (
	ofGrowth = "title: Growth of human cells"
	ofKinase = "title: Rapamycin inhibits mTORC1"
)

// S0-12, S0-13.
func TestAModelReadsClaimsAndTheRulesReadWhatItDoesNot(t *testing.T) {
	m := &librarian{answers: map[string]string{ofGrowth: claiming(
		"mTORC1 activity fell by 80 percent in cells under rapamycin", "numerical", "80 percent", "observed",
		"mTORC1 activity fell to 7 in cells under rapamycin", "numerical", "7", "",
		"The moon consists of cheese from Switzerland entirely", "causal", "", "",
	)}}
	r := answered(t, extracting3(t, "", m), inhibits)
	byDocument := map[string][]record.Claim{}
	for _, c := range recorded[record.Claim](t, r, record.KindClaim) {
		for _, p := range r.Passages {
			if p.ID == c.Passage {
				byDocument[p.Doc.Document.ID] = append(byDocument[p.Doc.Document.ID], c)
			}
		}
	}
	require.Len(t, byDocument["growth"], 2, "what no passage carries is dropped")
	first, second := byDocument["growth"][0], byDocument["growth"][1]
	assert.Equal(t, "mTORC1 activity fell by 80 percent in cells under rapamycin", first.Text)
	assert.Equal(t, "numerical", first.Type)
	assert.Equal(t, "observed", first.Qualifier)
	assert.True(t, first.Extracted)
	require.NotNil(t, first.Value)
	assert.Equal(t, 80.0, *first.Value)
	assert.Equal(t, "We observed that mTORC1 activity fell by 80 percent.", growth.Abstract[first.Start:first.End], "its sentence")
	assert.Equal(t, 80.0, *second.Value, "7 is nowhere in the document: the sentence's number counts")
	require.Len(t, byDocument["kinase"], 1)
	assert.False(t, byDocument["kinase"][0].Extracted)

	s := stepNamed(t, r, "claims.extract")
	assert.True(t, s.Ran)
	assert.Equal(t, []string{"growth"}, s.Texts["model"])
	assert.ElementsMatch(t, []string{"kinase", "binding"}, s.Texts["rules"])
	assert.Equal(t, 2.0, s.Numbers["claims"])
	assert.Contains(t, strings.Join(s.Texts["notes"], "\n"), "claims that no passage carries (1)")
	assert.Contains(t, strings.Join(s.Texts["notes"], "\n"), "values that are not in the document (1)")
	for _, q := range m.asked {
		assert.Equal(t, 256, q.MaxOutput)
		assert.Equal(t, policy.AuxiliaryTimeout, q.Timeout)
	}
}

// S0-24, C24: one inquiry a document, side by side, for the best of them, and counted as synthesis.
func TestClaimsAreReadSideBySideAndRecordedInTheOrderOfDocuments(t *testing.T) {
	var wants []string
	for turn := range 20 {
		met := &sync.WaitGroup{}
		met.Add(2) // each waits for the other: one after the other would never end
		m := &librarian{answers: map[string]string{ofGrowth: claiming(), ofKinase: claiming()}, met: met}
		r := answered(t, extracting3(t, "documents = 2", m), inhibits)
		require.Len(t, m.asked, 2)
		var keys []string
		for _, c := range recorded[record.ModelCall](t, r, record.KindModelCall) {
			assert.Equal(t, "synthesis", c.Stage)
			assert.Equal(t, "extract", c.Role)
			assert.Equal(t, "claims.v4", c.Purpose)
			keys = append(keys, c.Key)
		}
		if turn == 0 {
			wants = keys
		}
		assert.Equal(t, wants, keys)
		assert.Equal(t, int64(80), r.Guard.Spent().CostMicroUSD)
	}
}

func TestWithoutAModelTheRulesReadAllClaims(t *testing.T) {
	plain := answered(t, partsOf(t, oneRound(""), shelfOf(kinase, growth, binding)), inhibits)
	want := recorded[record.Claim](t, plain, record.KindClaim)
	for name, m := range map[string]model.Model{
		"no model is bound": nil, "the model is not there": &librarian{}, "its answer is no answer": &librarian{answers: map[string]string{"title": `{"claims":[]}`}},
		"nobody can pay it": &librarian{worst: 1e9}, "nothing that it says is in the documents": &librarian{answers: map[string]string{"title": claiming("Whales sing", "causal", "", "")}},
	} {
		t.Run(name, func(t *testing.T) {
			r := answered(t, extracting3(t, "", m), inhibits)
			assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
			assert.Equal(t, want, recorded[record.Claim](t, r, record.KindClaim))
			s := stepNamed(t, r, "claims.extract")
			assert.False(t, s.Ran)
			assert.Equal(t, "no model answered: read by rules", s.Reason)
		})
	}
}

func TestWhatIsKeptForTheAnswerIsNotSpentOnClaims(t *testing.T) {
	m := &librarian{answers: map[string]string{"title": claiming()}, worst: 400}
	parts := partsOf(t, oneRound("")+`
	budget {
		max_cost    = "0.001 USD"
		reserve_for = [synthesis]
	}
	claims {
		extract { role = extract }
	}
	synthesise "standard" {
		solvers = [synthesis]
	}`, shelfOf(kinase, growth, binding))
	parts.Models = map[model.Role]model.Model{model.Extract: m, model.Synthesis: m}
	r := answered(t, parts, inhibits)
	var claims, refused, answers int
	for _, c := range recorded[record.ModelCall](t, r, record.KindModelCall) {
		switch {
		case c.Purpose == "claims.v4" && c.Skipped != "":
			refused++
		case c.Purpose == "claims.v4":
			claims++
		case c.Skipped == "":
			answers++
		}
	}
	assert.Equal(t, []int{1, 2, 1}, []int{claims, refused, answers}, "of 1000 one can be paid beside the 400 of the answer")
}

func TestSideBySideInquiriesOfOneTextAreAskedOnce(t *testing.T) {
	m := &librarian{answers: map[string]string{"is it?": `"yes"`}}
	r := modelled(t, "", m)
	q := question("is it?")
	replies, ok := r.Asker.AskAll(context.Background(), []inquiry.Inquiry{q, q})
	assert.Equal(t, []bool{true, true}, ok)
	assert.Equal(t, replies[0].Text, replies[1].Text)
	assert.Len(t, m.asked, 1)
	assert.Equal(t, int64(40), r.Guard.Spent().CostMicroUSD)
}

func TestExtractedClaimsReplay(t *testing.T) {
	m := &librarian{answers: map[string]string{ofGrowth: claiming("mTORC1 activity fell by 80 percent", "numerical", "80 percent", "")}}
	parts := extracting3(t, "", m)
	r := answered(t, parts, inhibits)
	reader, err := r.Records.(*record.Store).Read(r.Result.Run)
	require.NoError(t, err)
	kept, err := tape.New(reader)
	require.NoError(t, err)
	own := *r.Engine
	e := Engine{&own}
	e.Models, e.Whole = map[model.Role]model.Model{model.Extract: tape.MuteModel{Description: m.Describe()}}, true
	out, err := e.Replay(context.Background(), kept)
	require.NoError(t, err)
	want, got := r.Result, *out.Result
	want.Budget.ElapsedMS, got.Budget.ElapsedMS = 0, 0
	assert.Equal(t, want.QualityGates, got.QualityGates)
	assert.Equal(t, want.Warnings, got.Warnings)
	assert.Equal(t, want.Budget, got.Budget)
	assert.Equal(t, want.Calibration, got.Calibration)
}
