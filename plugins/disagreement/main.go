// Command disagreement is the shipped plugin that finds retrieved works which say opposite things: it
// clusters them by the n-grams of their abstracts, and counts the pairs whose titles share an entity
// and whose first sentences take different sides of a pair of antonyms.
package main

import (
	"errors"
	"math"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() { sdk.Serve(plugin) }

func main() {}

var plugin = sdk.Plugin{Manifest: manifest, Assess: answer}

// told is how many conflicts are reported as findings; all are counted.
const told = 50

// answer runs the kernel on a request.
func answer(req *contract.Request) (*contract.AssessResult, error) {
	documents := req.Table("documents")
	if documents == nil {
		return nil, errors.New("the request has no table documents")
	}
	c, err := configOf(req)
	if err != nil {
		return nil, err
	}
	out := disagree(c, worksOf(documents), c.entitiesOf(req))
	return &contract.AssessResult{
		Signals: []contract.Signal{
			{Name: "score", Value: float64(len(out.conflicts))},
			{Name: "any", Value: min(1, float64(len(out.conflicts)))},
			{Name: "compared", Value: float64(out.compared)},
			{Name: "clusters", Value: float64(out.clusters)},
		},
		Parts: []contract.Part{
			{Name: "conflicts", Table: "documents", Values: out.per},
			{Name: "cluster_size", Table: "documents", Values: out.size},
		},
		Findings: findingsOf(out.conflicts),
	}, nil
}

func configOf(req *contract.Request) (config, error) {
	pairs, err := table(req.Texts("antonyms"))
	return config{
		antonyms: pairs, negations: patterns(req.Texts("negations")),
		threshold: req.Number("cluster_threshold"), n: whole(req.Number("n")),
		guarded: req.Text("form") == formGuarded, within: req.Text("pairs") == pairsCluster,
		reach: whole(req.Number("window_words")), back: whole(req.Number("negation_words")), top: whole(req.Number("top_works")),
	}, err
}

// whole returns the least count that reaches v.
func whole(v float64) int { return int(math.Ceil(v)) }

func worksOf(t *contract.Table) []work {
	title, sentence, text := t.Column("title"), t.Column("first_sentence"), t.Column("text")
	relevance := t.Column("relevance")
	works := make([]work, t.Len())
	for i := range works {
		works[i] = work{title: textAt(title, i), sentence: textAt(sentence, i), text: textAt(text, i)}
		works[i].relevance, _ = relevance.NumberAt(i)
	}
	return works
}

func textAt(c *contract.Column, row int) string {
	if c == nil {
		return ""
	}
	return c.StringAt(row)
}

// entitiesOf returns what titles must share one of: what the options name, or else the core terms.
func (c *config) entitiesOf(req *contract.Request) map[string]bool {
	text := ""
	if t := req.Table("options"); t.Len() > 0 {
		for i := range t.Len() {
			text += textAt(t.Column("text"), i) + "\n"
		}
	} else if q := req.Table("query"); req.Text("without_options") == terms && q.Len() > 0 {
		text = textAt(q.Column("core_terms"), 0)
	}
	return c.entities(text)
}

func findingsOf(found []conflict) []contract.Finding {
	out := make([]contract.Finding, min(len(found), told))
	for i := range out {
		f := found[i]
		out[i] = contract.Finding{Kind: kindConflict, Table: "documents", Rows: []uint32{uint32(f.a), uint32(f.b)}, Weight: 1, Text: f.text}
	}
	return out
}
