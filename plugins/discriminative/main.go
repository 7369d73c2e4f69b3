// Command discriminative is the shipped score plugin for discriminative power (S1-10) and
// novelty (S1-11), with the corrected forms of D1 and D2.
//
// It reads column token_set (distinct token ids) of the tables items, options
// (the hypotheses) and known (one row: the tokens of everything ingested so far).
package main

import (
	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

var plugin = sdk.Plugin{Manifest: manifest, Score: score}

func init() { sdk.Serve(plugin) }

func main() {}

// sets lists the token sets of a table; none without the table or the column.
func sets(t *contract.Table) [][]uint32 {
	c := t.Column("token_set")
	if c == nil {
		return nil
	}
	list := make([][]uint32, t.Len())
	for row := range list {
		list[row] = c.TokensAt(row)
	}
	return list
}

// A columns holds the answer while it is being filled.
type columns struct {
	scores, best, overlap, second, novelty, fallback []float64
}

func newColumns(rows int) *columns {
	flat := make([]float64, 6*rows)
	next := func() []float64 {
		column := flat[:rows:rows]
		flat = flat[rows:]
		return column
	}
	return &columns{next(), next(), next(), next(), next(), next()}
}

func (c *columns) result() *contract.ScoreResult {
	return &contract.ScoreResult{Scores: c.scores, Parts: []contract.Part{
		{Name: "best_option", Table: "items", Values: c.best},
		{Name: "best_overlap", Table: "items", Values: c.overlap},
		{Name: "second_overlap", Table: "items", Values: c.second},
		{Name: "novelty", Table: "items", Values: c.novelty},
		{Name: "from_novelty", Table: "items", Values: c.fallback},
	}}
}

func score(req *contract.Request) (*contract.ScoreResult, error) {
	docs := sets(req.Table("items"))
	options := newIndex(sets(req.Table("options")))
	measure, power := formOf(req.Text("measure"))
	novelty := noveltyOf(req)
	out := newColumns(len(docs))
	for row, doc := range docs {
		c := contrastOf(options, doc, measure)
		out.best[row], out.overlap[row], out.second[row] = float64(c.bestOption), c.best, c.second
		out.novelty[row] = novelty(doc)
		out.scores[row] = power(c)
		if len(options.sizes) < 2 {
			out.scores[row], out.fallback[row] = out.novelty[row], 1
		}
	}
	return out.result(), nil
}

// noveltyOf picks the form of novelty that the settings name, against what is known.
func noveltyOf(req *contract.Request) func([]uint32) float64 {
	known := newUnion(nil)
	if rows := sets(req.Table("known")); len(rows) > 0 {
		known = newUnion(rows[0])
	}
	if req.Text("without_options") == noveltyWritten {
		return known.noveltyAsWritten
	}
	return known.novelty
}

// formOf picks the overlap and the power that a setting names.
func formOf(name string) (overlap, func(contrast) float64) {
	switch name {
	case asWritten:
		return jaccard, contrast.margin
	case containmentMargin:
		return containment, contrast.margin
	}
	return jaccard, contrast.relative
}
