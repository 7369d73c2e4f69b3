package scorer

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
)

// The tasks, as in Request.Purpose.
const (
	TaskRerank = "rerank.v1"
	TaskEmbed  = "embed.v1"
	TaskEntail = "entail.v1"
)

// MostTexts is the most texts of a request: what servers take by default.
const MostTexts = 32

//go:embed rerank.v1.txt
var rerankPrompt string

//go:embed entail.v1.txt
var entailPrompt string

// ranking is the message of [Rerank].
type ranking struct {
	Query     string   `json:"query"`
	Documents []string `json:"documents"`
}

// embedding is the message of [Embed].
type embedding struct {
	Texts []string `json:"texts"`
}

// A Pair asks whether a hypothesis follows from a premise.
type Pair struct {
	Premise    string `json:"premise"`
	Hypothesis string `json:"hypothesis"`
}

type pairs struct {
	Pairs []Pair `json:"pairs"`
}

// Rerank asks how relevant each document is to a query. Texts are shown as [prompt.Clean] leaves them.
func Rerank(query string, documents []string) (model.Request, error) {
	in := ranking{Query: prompt.Clean(query), Documents: cleaned(documents)}
	item := `"relevance_score":{"type":"number"}`
	return request(TaskRerank, model.Rerank, rerankPrompt, in, schemaOf("results", item, `"relevance_score"`, len(documents)), 60+30*len(documents))
}

// Embed asks for a vector of each text.
func Embed(texts []string) (model.Request, error) {
	item := `"vector":{"type":"string","minLength":1}`
	return request(TaskEmbed, model.Embed, "Task: "+TaskEmbed, embedding{cleaned(texts)}, schemaOf("embeddings", item, `"vector"`, len(texts)), 1)
}

// Entail asks of each pair whether the premise says the hypothesis, denies it, or neither.
func Entail(list []Pair) (model.Request, error) {
	in := pairs{make([]Pair, len(list))}
	for i, p := range list {
		in.Pairs[i] = Pair{prompt.Clean(p.Premise), prompt.Clean(p.Hypothesis)}
	}
	share := `{"type":"number","minimum":0,"maximum":1}`
	item := `"entailment":` + share + `,"neutral":` + share + `,"contradiction":` + share
	return request(TaskEntail, model.NLI, entailPrompt, in, schemaOf("verdicts", item, `"entailment","neutral","contradiction"`, len(list)), 60+45*len(list))
}

func cleaned(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = prompt.Clean(t)
	}
	return out
}

// schemaOf returns the schema of a list under a name, with one item for each of n texts.
func schemaOf(list, item, required string, n int) string {
	return fmt.Sprintf(`{"type":"object","properties":{%q:{"type":"array","minItems":%d,"maxItems":%d,"items":{"type":"object","properties":`+
		`{"index":{"type":"integer","minimum":0,"maximum":%d},%s},"required":["index",%s],"additionalProperties":false}}},"required":[%q],"additionalProperties":false}`,
		list, n, n, max(0, n-1), item, required, list)
}

func request(task string, role model.Role, system string, in any, schema string, maxOutput int) (model.Request, error) {
	text, err := json.Marshal(in)
	if err != nil {
		return model.Request{}, fmt.Errorf("%s: %w", task, err)
	}
	zero := 0.0
	return model.Request{
		Role: role, Purpose: task, System: system, Messages: []model.Message{{From: model.User, Text: string(text)}},
		Schema: json.RawMessage(schema), MaxOutput: maxOutput, Temperature: &zero,
	}, nil
}
