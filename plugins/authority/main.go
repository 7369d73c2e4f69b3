// Command authority is the shipped score plugin for the authority of a document's source:
// citations on a logarithmic scale (S2-09), in total or per year (S2-12), adjusted by venue (S2-11).
//
// Unknown is not zero (U20): without a citation count, or in per_year without a year,
// the score is 0 and part citations_known says so; the venue is then not looked at.
package main

import (
	"errors"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

var plugin = sdk.Plugin{Manifest: manifest, Score: score}

func init() { sdk.Serve(plugin) }

func main() {}

// rules are a request's settings, ready for use.
type rules struct {
	perYear       bool
	referenceYear float64
	minYears      float64
	logCap        float64
	clampFirst    bool
	tiers         []tier
}

func rulesOf(req *contract.Request) (*rules, error) {
	r := &rules{
		perYear:       req.Text("citations") == citesPerYear,
		referenceYear: req.Number("reference_year"),
		minYears:      req.Number("min_years"),
		logCap:        req.Number("log_cap"),
		clampFirst:    req.Text("clamp") == clampBefore,
		tiers: []tier{
			newTier(req.Texts("general_venues"), req.Number("general_adjust")),
			newTier(req.Texts("cs_venues"), req.Number("cs_adjust")),
			newTier(req.Texts("preprint_venues"), req.Number("preprint_adjust")),
		},
	}
	r.tiers[2].prefix = true
	if r.perYear && r.referenceYear == 0 {
		return nil, errors.New(`citations = "per_year" needs a reference_year`)
	}
	return r, nil
}

// An authority is one document's score with its parts.
type authority struct {
	known                        bool
	used, citation, venue, score float64
}

// count returns the citations to be scored; false when they are unknown. A count
// that is no count, below zero or beyond all reason, is unknown.
func (r *rules) count(items *contract.Table, row int) (float64, bool) {
	n, known := items.Column("citation_count").NumberAt(row)
	if !known || n < 0 || n > largestCount {
		return 0, false
	}
	if !r.perYear {
		return n, true
	}
	year, known := items.Column("year").NumberAt(row)
	if !known {
		return 0, false
	}
	return perYear(n, year, r.referenceYear, r.minYears), true
}

func (r *rules) judge(items *contract.Table, row int) authority {
	n, known := r.count(items, row)
	if !known {
		return authority{}
	}
	a := authority{known: true, used: n, citation: citationAuthority(n, r.logCap)}
	if c := items.Column("venue"); c != nil {
		a.venue = adjustment(r.tiers, c.StringAt(row))
	}
	if r.clampFirst {
		a.score = clamp(a.citation) + a.venue
	} else {
		a.score = clamp(a.citation + a.venue)
	}
	return a
}

func score(req *contract.Request) (*contract.ScoreResult, error) {
	r, err := rulesOf(req)
	if err != nil {
		return nil, err
	}
	items := req.Table("items")
	rows := items.Len()
	scores, known, used := make([]float64, rows), make([]float64, rows), make([]float64, rows)
	citation, venue := make([]float64, rows), make([]float64, rows)
	for row := range rows {
		a := r.judge(items, row)
		scores[row], used[row], citation[row], venue[row] = a.score, a.used, a.citation, a.venue
		if a.known {
			known[row] = 1
		}
	}
	return &contract.ScoreResult{Scores: scores, Parts: []contract.Part{
		{Name: "citations_known", Table: "items", Values: known},
		{Name: "citations_used", Table: "items", Values: used},
		{Name: "citation_authority", Table: "items", Values: citation},
		{Name: "venue_adjust", Table: "items", Values: venue},
	}}, nil
}
