package main

import (
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// judge reads by meaning. It is made once, as an instance starts.
var judge = stance.NewJudge(nil)

// A pool is the sentences of the passages that count.
type pool struct {
	scan      *stance.Scan
	sentences []stance.Sentence
	row       []int // of each sentence, its passage
}

// pool cuts the passages of the sections that count into sentences.
func (r *reader) pool(passages []passage) *pool {
	p := &pool{}
	for row := range passages {
		x := &passages[row]
		if !r.counts(x.section) {
			continue
		}
		for place, s := range text.Sentences(x.text) {
			p.row = append(p.row, row)
			p.sentences = append(p.sentences, stance.Sentence{
				Text: s, Section: x.section, Document: row, Place: place, Relevance: x.relevance, Addresses: math.NaN(),
			})
		}
	}
	p.scan = judge.Scan(p.sentences)
	return p
}

// refutes returns the passages with a sentence that refutes the statement, each with its clearest one, in their order.
func (p *pool) refutes(statement, about string) []finding {
	clearest := map[int]finding{}
	var rows []int
	for _, f := range p.scan.Refutes(statement, about) {
		row := p.row[f.Row]
		have, is := clearest[row]
		if !is {
			rows = append(rows, row)
		}
		if !is || f.Strength > have.weight {
			clearest[row] = finding{row, f.Strength, p.sentences[f.Row].Text}
		}
	}
	slices.Sort(rows)
	out := make([]finding, len(rows))
	for i, row := range rows {
		out[i] = clearest[row]
	}
	return out
}

// meant judges a draft by what sentences say: one that repeats it and denies it refutes it as strongly as it does so (U13). How
// near a passage is to the question does not weigh: a sentence that repeats the draft is relevant to it.
func (r *reader) meant(d draft, passages []passage) judgement {
	j := judgement{negated: d.side < 0}
	if d.side <= 0 {
		return j
	}
	j.findings = r.pool(passages).refutes(d.statement, d.about)
	j.hits = len(j.findings)
	j.sum(r.top, passages)
	return j
}

// meantOptions tallies each option by the passages that say it and deny it, and those that speak of it.
func (r *reader) meantOptions(options []string, about string, passages []passage) []tally {
	p := r.pool(passages)
	tallies := make([]tally, len(options))
	for i, o := range options {
		t := &tallies[i]
		t.findings = slices.DeleteFunc(p.refutes(o, about), func(f finding) bool { return f.weight < clearly })
		t.hits, t.passages = len(t.findings), p.mentions(o)
		if t.passages > 0 {
			t.rate = min(1, float64(t.hits)/float64(t.passages))
		}
		t.falsified = t.hits >= r.minHits && (r.rate == rateNone || t.rate >= r.minRate)
		rank(t.findings, passages)
		t.findings = t.findings[:min(r.top, len(t.findings))]
	}
	return tallies
}

// clearly is the strength from which a sentence is a hit against an option.
const clearly = 0.5

// mentions counts the passages that speak of an option.
func (p *pool) mentions(option string) int {
	rows := map[int]bool{}
	for _, i := range p.scan.Mentions(option) {
		rows[p.row[i]] = true
	}
	return len(rows)
}
