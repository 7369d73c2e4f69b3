package run

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/schema"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// everything measures all that there is to measure; its gate looks at the budget.
const everything = `
	order = [one, two]
	intent "one" { queries = ["{question}"] }
	intent "two" { queries = ["growth"] }
	round "one" { intents = [one] }
	round "two" { intents = [two] }
	budget {
		max_cost = "1.00 USD"
		max_wall = "60s"
		searches = 20
		fuel     = "1T"
	}
	select {
		stage "authority" { plugin = plugin.authority }
		rerank { role = rerank }
		embed { role = embed }
	}
	address {
		stage "reading" { plugin = plugin.reading }
	}
	claims { values = "asked" }
	triangulate {
		stage "numbers" { plugin = plugin.triangulation }
	}
	answer {
		stage "extraction" { plugin = plugin.extraction }
	}
	verify {
		stage "stance" { plugin = plugin.stance }
		entail { role = nli }
	}
	options {
		stage "extraction" {
			plugin = plugin.extraction
			config = { mode = "options" }
		}
		term "stance" {
			feature = option.stance
			weight  = 1.0
		}
	}
	falsify "draft" {
		queries = ["evidence against {draft}"]
		stage "score" { plugin = plugin.falsification }
	}
	synthesise "standard" { solvers = [synthesis] }
	gate "left" { condition = budget.remaining_usd > 0 && pool.contested <= 0.5 }
`

// typical are questions of every kind and answer type.
func typical() []evidence.Question {
	asks := func(text string) evidence.Question {
		return evidence.Question{ID: text, Question: text, Type: evidence.TypeFreeForm}
	}
	return []evidence.Question{
		inhibits, polar, without(inhibits),
		asks("How much does mTORC1 activity fall under rapamycin?"), asks("Why do human cells grow slowly under rapamycin?"),
		asks("Is rapamycin better than aspirin?"), asks("What is a kinase?"), melts,
	}
}

// bridging asks after the names in the abstracts that round one brings.
const bridging = `
	gap "bridge" {
		after     = one
		inject    = two
		measure   = "containment"
		threshold = 1
	}
`

// numbering is a model that scores texts by their number.
func numbering() *scripted {
	s := says("")
	s.reply = func(r model.Request) (model.Reply, error) {
		var in struct {
			Documents, Texts []string
			Pairs            []any
		}
		if err := json.Unmarshal([]byte(r.Messages[0].Text), &in); err != nil {
			return model.Reply{}, err
		}
		lists := map[string][]any{}
		for i := range in.Documents {
			lists["results"] = append(lists["results"], map[string]any{"index": i, "relevance_score": i})
		}
		for i := range in.Texts {
			lists["embeddings"] = append(lists["embeddings"], map[string]any{"index": i, "vector": []byte{byte(i), 1}})
		}
		for i := range in.Pairs {
			lists["verdicts"] = append(lists["verdicts"], map[string]any{"index": i, "entailment": 0.5, "neutral": 0.5, "contradiction": 0})
		}
		reply, err := json.Marshal(lists)
		return model.Reply{JSON: reply, Stop: model.Complete}, err
	}
	return s
}

// runsOfEverything ends one run for each typical question.
func runsOfEverything(t *testing.T) []*run {
	t.Helper()
	retracted := paper("retracted", "Rapamycin and human cells", "Rapamycin does not inhibit mTORC1.")
	retracted.Retracted, retracted.Venue = true, "bioRxiv"
	listed := kinase
	listed.Venue, listed.Type = "Cell", "journal-article"
	p := partsOf(t, everything+gapBlock("every_round", "next_round")+bridging, shelfOf(append([]evidence.Document{listed, growth, binding, retracted}, meltings()...)...))
	p.Policy.Select.Venues = []policy.Venue{{Names: []string{"Cell"}, Adjust: 0.15}}
	p.Policy.Select.Terms = append(p.Policy.Select.Terms, policy.Term{Name: "reviews", Feature: "document.type.review", Weight: 0.1})
	p.Models = map[model.Role]model.Model{
		model.Synthesis: newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.9, 0.1, 0)}}).model(),
		model.Rerank:    numbering(), model.Embed: numbering(), model.NLI: numbering(),
	}
	var out []*run
	for _, q := range typical() {
		out = append(out, answered(t, p, q))
	}
	return out
}

func TestTheStateIsWhatThePolicysSchemaSays(t *testing.T) {
	def := map[string]schema.Metric{}
	for _, m := range schema.Metrics() {
		def[m.Path] = m
	}
	require.Greater(t, len(def), 30)
	seen := map[string]bool{}
	for _, r := range runsOfEverything(t) {
		for path, value := range r.State {
			if signalOf(r, path) {
				continue
			}
			path := strings.NewReplacer("rounds.one.", "rounds.*.", "rounds.two.", "rounds.*.", "gaps.coverage.", "gaps.*.", "gaps.bridge.", "gaps.*.").Replace(path)
			m, known := def[path]
			if assert.True(t, known, "%s is not in the schema", path) {
				seen[path] = true
				fits(t, m, value)
			}
		}
	}
	for path, f := range def {
		if f.OneOf != nil && f.Path+".review" != path && f.Path+".article" != path {
			continue // of the types, one that a document has and one that a term names
		}
		assert.True(t, seen[path], "no run sets %s", path)
	}
}

// signalOf tells whether a path is a signal that the stage's plugin declares.
func signalOf(r *run, path string) bool {
	for _, b := range bind.Blocks(r.Policy) {
		for _, s := range b.Stages {
			for _, o := range r.Plugins[s.Plugin].Manifest().Outputs {
				prefix := b.Name + "." + s.Name + "."
				if strings.HasPrefix(b.Name, "falsify.") {
					prefix = b.Name + "."
				}
				if path == prefix+"ran" || o.Kind == contract.OutputSignal && path == prefix+o.Name {
					return true
				}
			}
		}
	}
	return false
}

// fits holds a value to the metric's type and range.
func fits(t *testing.T, m schema.Metric, value any) {
	t.Helper()
	switch m.Type {
	case schema.MetricNumber:
		n, is := value.(float64)
		assert.True(t, is && n >= m.Min && n <= m.Max, "%s is %v", m.Path, value)
	case schema.MetricBool:
		assert.IsType(t, true, value, m.Path)
	case schema.MetricText:
		assert.Contains(t, m.OneOf, value, m.Path)
	}
}

func TestItemsHaveTheFeaturesThatThePolicysSchemaSays(t *testing.T) {
	def := map[string]schema.Feature{}
	for _, f := range schema.Features() {
		for _, path := range f.Paths() {
			def[path] = f
		}
	}
	seen := map[string]bool{}
	for _, r := range runsOfEverything(t) {
		for _, s := range scoredItems(r) {
			for path, value := range s.Features {
				f, known := def[path]
				assert.True(t, known && value >= f.Min && value <= f.Max, "%s is %v", path, value)
				seen[path] = true
			}
		}
	}
	for path, f := range def {
		if f.OneOf != nil && f.Path+".review" != path && f.Path+".article" != path {
			continue // of the types, one that a document has and one that a term names
		}
		assert.True(t, seen[path], "no item has %s", path)
	}
}

func scoredItems(r *run) []score.Item {
	var out []score.Item
	for _, d := range r.Documents {
		out = append(out, d.Item)
	}
	for _, p := range r.Passages {
		out = append(out, p.Item)
	}
	if r.Answer != nil {
		for _, o := range r.Answer.Options {
			out = append(out, o.Item)
		}
	}
	return out
}

func TestWhatWasFoundIsKnownFromTheFirstConditionOn(t *testing.T) {
	coverage := strings.Replace(gapBlock("one", "two"), "measure ", "when = pool.documents == 2 && pool.sources == 1\nmeasure ", 1)
	r := answered(t, partsOf(t, threeRounds("when = pool.documents == 0 && pool.sources == 0 && pool.contested == 0", "", "", coverage), shelfOf(kinase, growth)), twoThings)
	assert.True(t, r.roundNamed(t, "one").Ran)
	assert.NotNil(t, r.roundNamed(t, "one").OpenGaps, "the condition of the gap block sees what the round found")
	assert.Empty(t, r.Result.Warnings)
}
