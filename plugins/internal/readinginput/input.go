// Package readinginput reads what is asked of plugin reading out of a request. It compiles with TinyGo.
package readinginput

import (
	"errors"
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Read reads the question and the sentences, one for each row of their table, in its order. It fails where a table or column is missing
// that no question goes without.
func Read(req *contract.Request) (reading.Question, []reading.Sentence, error) {
	table, query := req.Table("sentences"), req.Table("query")
	switch {
	case table.Column("text") == nil:
		return reading.Question{}, nil, errors.New("the request has no column sentences.text")
	case query.Len() != 1 || query.Column("text") == nil:
		return reading.Question{}, nil, errors.New("the request needs one row in table query, with column text")
	}
	return questionOf(req), sentencesOf(table), nil
}

func questionOf(req *contract.Request) reading.Question {
	q := reading.Question{Text: req.Table("query").Column("text").StringAt(0), Options: texts(req.Table("options"))}
	words := req.Table("words")
	rarity := words.Column("rarity")
	for row, text := range texts(words) {
		if v, known := rarity.NumberAt(row); known {
			q.Words = append(q.Words, reading.Word{Text: text, Rarity: v})
		}
	}
	return q
}

// texts returns the rows of a table's column text.
func texts(t *contract.Table) []string {
	column := t.Column("text")
	if column == nil {
		return nil
	}
	out := make([]string, t.Len())
	for row := range out {
		out[row] = column.StringAt(row)
	}
	return out
}

// sentencesOf reads the sentences. One of an unknown document stands alone.
func sentencesOf(t *contract.Table) []reading.Sentence {
	out := make([]reading.Sentence, t.Len())
	text, title, section := t.Column("text"), t.Column("title"), t.Column("section")
	document, place := t.Column("document"), t.Column("place")
	for row := range out {
		s := &out[row]
		s.Text, s.Title, s.Section = text.StringAt(row), stringAt(title, row), stringAt(section, row)
		if v, known := document.NumberAt(row); known {
			s.Document = v
		} else {
			s.Document = -1 - float64(row)
		}
		if v, known := place.NumberAt(row); known {
			s.Place = int(min(max(v, 0), math.MaxInt32))
		}
	}
	return out
}

func stringAt(c *contract.Column, row int) string {
	if c == nil {
		return ""
	}
	return c.StringAt(row)
}
