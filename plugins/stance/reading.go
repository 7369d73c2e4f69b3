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
	table     string
	rows      int
	sentences []stance.Sentence
	row       []int // of each sentence
}

// readingOf takes table sentences, or cuts the passages where the host offers none.
func readingOf(req *contract.Request) (*reading, error) {
	t := req.Table("sentences")
	r := &reading{table: "sentences", rows: t.Len()}
	if t == nil {
		t = req.Table("passages")
		r.table, r.rows = "passages", t.Len()
	}
	if t.Column("text") == nil {
		return nil, errors.New("the request has neither column sentences.text nor passages.text")
	}
	lexicon := &text.Lexicon{}
	for row := range r.rows {
		s := sentenceAt(t, row)
		if r.table == "sentences" {
			r.add(s, row)
			continue
		}
		whole := s.Text
		for i, part := range cut(whole, lexicon) {
			s.Text, s.Place = part, i
			r.add(s, row)
		}
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

// cut parts a passage into sentences.
func cut(s string, l *text.Lexicon) []string {
	read := text.Read(s, l)
	parts := make([]string, 0, len(read.Sentences))
	from := 0
	for i := range read.Sentences {
		to := len(s)
		if i+1 < len(read.Sentences) {
			to = read.Tokens[read.Sentences[i+1].First].From
		}
		parts = append(parts, s[from:to])
		from = to
	}
	return parts
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
