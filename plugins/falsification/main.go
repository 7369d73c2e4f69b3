// Command falsification is the shipped plugin that looks for what speaks against an
// answer: negations and refutations near the words of a draft answer, of the
// options of a question, or of the question itself.
package main

import (
	"errors"
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() { sdk.Serve(plugin) }

func main() {}

var plugin = sdk.Plugin{Manifest: manifest, Assess: answer}

// The modes.
const (
	modeDraft    = "draft"
	modeOption   = "option"
	modeVerifier = "verifier"
)

// answer runs the kernel of the request's mode.
func answer(req *contract.Request) (*contract.AssessResult, error) {
	table := req.Table("passages")
	if table == nil || table.Column("text") == nil {
		return nil, errors.New("the request has no column passages.text")
	}
	r, passages := newReader(configOf(req)), passagesOf(table)
	switch req.Text("mode") {
	case modeOption:
		return answerOption(r, req, passages)
	case modeVerifier:
		return answerVerifier(r, req, passages)
	}
	return answerDraft(r, req, passages)
}

func answerDraft(r *reader, req *contract.Request, passages []passage) (*contract.AssessResult, error) {
	table := req.Table("draft")
	if table.Len() != 1 || table.Column("phrase") == nil {
		return nil, errors.New("mode draft needs one row in table draft, with column phrase")
	}
	j := r.draft(draftOf(req, table), passages)
	return &contract.AssessResult{
		Signals: []contract.Signal{
			{Name: "score", Value: j.score},
			{Name: "hits", Value: float64(j.hits)},
			{Name: "draft_negated", Value: flag(j.negated)},
		},
		Findings: findingsOf("refutes", "", j.findings),
	}, nil
}

// draftOf reads table "draft". A draft of which no side is known affirms what it says.
func draftOf(req *contract.Request, table *contract.Table) draft {
	d := draft{text: textAt(table.Column("text"), 0), key: textAt(table.Column("phrase"), 0), side: 1}
	if v, known := table.Column("side").NumberAt(0); known {
		d.side, d.verdict = v, true
	}
	if d.statement = textAt(table.Column("statement"), 0); d.statement == "" {
		d.statement = d.text
	}
	if !d.verdict {
		d.about = questionOf(req)
	}
	return d
}

// questionOf returns the text of the question; empty: the host does not say it.
func questionOf(req *contract.Request) string {
	if table := req.Table("query"); table.Len() == 1 {
		return textAt(table.Column("text"), 0)
	}
	return ""
}

func answerOption(r *reader, req *contract.Request, passages []passage) (*contract.AssessResult, error) {
	options := req.Table("options")
	phrases := options.Column("phrase")
	if phrases == nil {
		return nil, errors.New("mode option needs column options.phrase")
	}
	keys := make([]string, options.Len())
	for row := range keys {
		keys[row] = phrases.StringAt(row)
	}
	n := len(keys)
	hits, mentions, falsified, rate := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	result := &contract.AssessResult{}
	tallies, err := r.tallies(req, keys, passages)
	if err != nil {
		return nil, err
	}
	for row, t := range tallies {
		hits[row], mentions[row], falsified[row], rate[row] = float64(t.hits), float64(t.passages), flag(t.falsified), t.rate
		result.Findings = append(result.Findings, findingsOf("refutes", keys[row]+": ", t.findings)...)
	}
	result.Parts = []contract.Part{
		{Name: "hits", Table: "options", Values: hits},
		{Name: "passages", Table: "options", Values: mentions},
		{Name: "falsified", Table: "options", Values: falsified},
		{Name: "rate", Table: "options", Values: rate},
	}
	return result, nil
}

// tallies counts what passages say of each option, as the configuration matches them.
func (r *reader) tallies(req *contract.Request, keys []string, passages []passage) ([]tally, error) {
	texts := req.Table("options").Column("text")
	switch {
	case r.match != matchMeaning && r.match != matchNoun:
		return r.options(keys, passages), nil
	case texts == nil:
		return nil, errors.New("mode option needs column options.text to match by " + r.match)
	}
	said := make([]string, len(keys))
	for row := range said {
		if said[row] = texts.StringAt(row); r.match == matchNoun {
			said[row] = nounPhrase(said[row])
		}
	}
	if r.match == matchNoun {
		return r.options(said, passages), nil
	}
	return r.meantOptions(said, questionOf(req), passages), nil
}

func answerVerifier(r *reader, req *contract.Request, passages []passage) (*contract.AssessResult, error) {
	terms, err := termsOf(req)
	if err != nil {
		return nil, err
	}
	v := r.verify(terms, passages)
	hits, contradicts := make([]float64, len(passages)), make([]float64, len(passages))
	for row, n := range v.hits {
		hits[row], contradicts[row] = float64(n), flag(n > 0)
	}
	return &contract.AssessResult{
		Signals: []contract.Signal{
			{Name: "contradictions", Value: float64(v.contradictions)},
			{Name: "flags", Value: float64(v.flags)},
		},
		Parts: []contract.Part{
			{Name: "hits", Table: "passages", Values: hits},
			{Name: "contradicts", Table: "passages", Values: contradicts},
		},
		Findings: findingsOf("contradicts", "", v.findings),
	}, nil
}

// termsOf takes the terms as given, else the stems of the question's core terms.
func termsOf(req *contract.Request) ([]string, error) {
	if given := req.Table("terms"); given.Column("text") != nil {
		terms := make([]string, given.Len())
		for row := range terms {
			terms[row] = given.Column("text").StringAt(row)
		}
		return terms, nil
	}
	query := req.Table("query")
	if query.Len() == 0 || query.Column("core_terms") == nil {
		return nil, errors.New("mode verifier needs column terms.text or query.core_terms")
	}
	terms := strings.Fields(query.Column("core_terms").StringAt(0))
	for i, t := range terms {
		terms[i] = stem(t)
	}
	return terms, nil
}

func configOf(req *contract.Request) config {
	return config{
		window:             int(req.Number("window_chars")),
		negations:          req.Texts("negations"),
		refutations:        req.Texts("refutations"),
		exceptions:         req.Texts("exceptions"),
		negationStrength:   req.Number("negation_strength"),
		refutationStrength: req.Number("refutation_strength"),
		exclude:            req.Texts("sections_exclude"),
		include:            req.Texts("sections_include"),
		countUnknown:       req.Text("unknown_section") == "count",
		top:                int(req.Number("top")),
		skipNegated:        req.Text("negated_draft") == "skip",
		minHits:            int(math.Ceil(req.Number("min_hits"))),
		rate:               req.Text("rate"),
		minRate:            req.Number("min_rate"),
		k:                  int(req.Number("k")),
		minTerms:           int(math.Ceil(req.Number("min_terms"))),
		adversarial:        req.Flag("adversarial_only"),
		match:              req.Text("match"),
	}
}

// passagesOf reads table "passages". Without a column of relevances all passages are
// fully relevant; one whose relevance is unknown weighs nothing. Without a column that
// says which were found by adversarial queries, all were.
func passagesOf(table *contract.Table) []passage {
	text, section := table.Column("text"), table.Column("section")
	relevance, against := table.Column("relevance"), table.Column("against")
	passages := make([]passage, table.Len())
	for row := range passages {
		p := &passages[row]
		p.text, p.section = text.StringAt(row), textAt(section, row)
		p.relevance, p.against = 1, true
		if relevance != nil {
			v, _ := relevance.NumberAt(row)
			p.relevance = min(max(v, 0), 1)
		}
		if against != nil {
			v, _ := against.NumberAt(row)
			p.against = v != 0
		}
	}
	return passages
}

func textAt(c *contract.Column, row int) string {
	if c == nil {
		return ""
	}
	return c.StringAt(row)
}

func findingsOf(kind, prefix string, found []finding) []contract.Finding {
	out := make([]contract.Finding, len(found))
	for i, f := range found {
		out[i] = contract.Finding{Kind: kind, Table: "passages", Rows: []uint32{uint32(f.row)}, Weight: f.weight, Text: prefix + f.text}
	}
	return out
}

func flag(f bool) float64 {
	if f {
		return 1
	}
	return 0
}
