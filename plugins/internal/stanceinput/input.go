// Package stanceinput reads what is asked of plugin stance out of a request. It compiles with TinyGo.
package stanceinput

import (
	"errors"
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Read reads the question and the sentences, one for each row of their table, in its order. It fails where a table or column is missing
// that no question goes without.
func Read(req *contract.Request) (q stance.Question, sentences []stance.Sentence, err error) {
	query, t := req.Table("query"), req.Table("sentences")
	switch {
	case query.Len() != 1 || query.Column("text") == nil:
		return q, nil, errors.New("the request needs one row in table query, with column text")
	case t.Column("text") == nil:
		return q, nil, errors.New("the request has no column sentences.text")
	}
	sentences = make([]stance.Sentence, t.Len())
	for row := range sentences {
		sentences[row] = sentenceAt(t, row)
	}
	return stance.Question{Text: query.Column("text").StringAt(0), Rarity: rarityOf(req.Table("words"))}, sentences, nil
}

// sentenceAt reads one row. A document that is not known is one of its own.
func sentenceAt(t *contract.Table, row int) stance.Sentence {
	s := stance.Sentence{Document: -1 - row, Relevance: 1, Addresses: math.NaN()}
	s.Text = t.Column("text").StringAt(row)
	if c := t.Column("section"); c != nil {
		s.Section = c.StringAt(row)
	}
	if v, known := t.Column("document").NumberAt(row); known {
		s.Document = int(v)
	}
	if v, known := t.Column("place").NumberAt(row); known {
		s.Place = int(v)
	}
	if v, known := t.Column("relevance").NumberAt(row); known {
		s.Relevance = v
	}
	if v, known := t.Column("addresses").NumberAt(row); known {
		s.Addresses = v
	}
	return s
}

// rarityOf returns how rare words are, by the hash of each.
func rarityOf(t *contract.Table) map[uint64]float64 {
	words, rarity := t.Column("text"), t.Column("rarity")
	if words == nil || rarity == nil {
		return nil
	}
	of := make(map[uint64]float64, t.Len())
	for row := range t.Len() {
		if v, known := rarity.NumberAt(row); known {
			of[text.Hash(words.TextAt(row))] = min(max(v, 0), 1)
		}
	}
	return of
}
