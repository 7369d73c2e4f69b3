package main

import (
	"errors"
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A reading is the sentences of a request with the rows of its table that they come from.
type reading struct {
	rows      int
	sentences []stance.Sentence
	row       []int // of each sentence
}

// readingOf takes table sentences.
func readingOf(req *contract.Request) (*reading, error) {
	t := req.Table("sentences")
	if t.Column("text") == nil {
		return nil, errors.New("the request has no column sentences.text")
	}
	r := &reading{rows: t.Len()}
	for row := range r.rows {
		r.add(sentenceAt(t, row), row)
	}
	return r, nil
}

func (r *reading) add(s stance.Sentence, row int) {
	r.sentences, r.row = append(r.sentences, s), append(r.row, row)
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

// rarityOf is how rare words are, by the hash of each.
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
