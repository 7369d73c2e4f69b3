package main

import (
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// read makes sentences of the table's rows. What a column that may be missing would say is unknown: each row is its
// own document then, of full relevance.
func read(table *contract.Table) []extract.Sentence {
	out := make([]extract.Sentence, table.Len())
	for row := range out {
		s := &out[row]
		s.Row, s.Text = row, table.Column("text").StringAt(row)
		s.Title, s.Section = textAt(table, "title", row), textAt(table, "section", row)
		s.Document = int(numberAt(table, "document", row, float64(-1-row)))
		s.Place = int(numberAt(table, "place", row, 0))
		s.Position = clamp(numberAt(table, "position", row, 0))
		s.Relevance = clamp(numberAt(table, "relevance", row, 1))
		s.Addresses = clamp(numberAt(table, "addresses", row, math.NaN()))
	}
	return out
}

func textAt(table *contract.Table, column string, row int) string {
	c := table.Column(column)
	if c == nil {
		return ""
	}
	return c.StringAt(row)
}

func numberAt(table *contract.Table, column string, row int, unknown float64) float64 {
	if v, known := table.Column(column).NumberAt(row); known {
		return v
	}
	return unknown
}

// clamp keeps a share in 0..1; NaN stays.
func clamp(v float64) float64 { return math.Min(math.Max(v, 0), 1) }

// rarity maps words to how telling they are.
func rarity(table *contract.Table) map[string]float64 {
	out := make(map[string]float64, table.Len())
	words := table.Column("text")
	for row := range table.Len() {
		if v, known := table.Column("rarity").NumberAt(row); known && words != nil {
			out[strings.ToLower(words.StringAt(row))] = clamp(v)
		}
	}
	return out
}
