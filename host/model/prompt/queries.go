package prompt

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
)

// QueryRules bound queries; a zero takes the proposals' numbers.
type QueryRules struct {
	PerGap [2]int // least and most for a gap: 2 and 4
	Total  int    // 4
}

func (q QueryRules) withDefaults() QueryRules {
	if q.PerGap[1] <= 0 {
		q.PerGap = [2]int{2, 4}
	}
	q.PerGap[0] = min(max(q.PerGap[0], 1), q.PerGap[1])
	if q.Total <= 0 {
		q.Total = 4
	}
	return q
}

// The most words and bytes of a query; longer ones are cut (B-09 relaxes to 18 terms).
const (
	maxQueryWords = 18
	maxQuery      = 200
)

// GapQueries asks for search queries for gaps (S0-09, S2-02). Answer cap: 80 tokens for each query and 100.
func GapQueries(question string, gaps []Gap, rules QueryRules) (model.Request, error) {
	rules = rules.withDefaults()
	var b blocks
	in := struct {
		shown
		Gaps        []numbered
		Least, Most int
	}{shown: Evidence{Question: question}.show(&b), Least: rules.PerGap[0], Most: rules.PerGap[1]}
	for _, g := range gaps {
		text := fmt.Sprintf("gap_id: %s\n%s", g.ID, g.Text)
		b.add(text)
		in.Gaps = append(in.Gaps, numbered{"gap", text})
	}
	return request(TaskGapQueries, model.Synthesis, 100+80*rules.PerGap[1]*max(len(gaps), 1), in, &b)
}

// A GapQuery is a query and the gap that it is to fill.
type GapQuery struct{ GapID, Query string }

// ParseGapQueries takes the queries of known gaps, one gap after the other in turns (C2), so that a cap does not
// spend itself on the first.
func ParseGapQueries(raw json.RawMessage, gaps []Gap, rules QueryRules) ([]GapQuery, []string) {
	rules = rules.withDefaults()
	n := &notes{task: TaskGapQueries}
	var answer struct {
		Queries []struct {
			GapID string `json:"gap_id"`
			Query string `json:"query"`
		} `json:"queries"`
	}
	if !n.decode(raw, &answer) {
		return nil, n.list()
	}
	byGap := map[string][]string{}
	seen := map[string]bool{}
	for _, q := range answer.Queries {
		text := query(q.Query)
		id := strings.TrimSpace(q.GapID)
		switch {
		case !hasGap(gaps, id):
			n.drop("queries for gaps that do not exist")
		case text == "" || seen[strings.ToLower(text)]:
			n.drop("empty or repeated queries")
		case len(byGap[id]) == rules.PerGap[1]:
			n.drop("queries beyond the cap of a gap")
		default:
			seen[strings.ToLower(text)] = true
			byGap[id] = append(byGap[id], text)
		}
	}
	var list []GapQuery
	for turn := range rules.PerGap[1] {
		for _, g := range gaps {
			switch {
			case turn >= len(byGap[g.ID]):
			case len(list) == rules.Total:
				n.drop("queries beyond the cap")
			default:
				list = append(list, GapQuery{g.ID, byGap[g.ID][turn]})
			}
		}
	}
	return list, n.list()
}

func hasGap(gaps []Gap, id string) bool {
	for _, g := range gaps {
		if g.ID == id {
			return true
		}
	}
	return false
}

// plain makes one line of words, without what engines read as operators.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"“”*:(){}[]<>|\\", r) {
			return ' '
		}
		return r
	}, s)
	return oneLine(s, 4*maxQuery)
}

// query makes one short line of plain words.
func query(s string) string {
	words := strings.Fields(plain(s))
	for len(words) > maxQueryWords || len(strings.Join(words, " ")) > maxQuery {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// Disambiguation asks for the query of a contradiction pivot (S2-17); the two documents are those of the pair, signal
// is the phrase that marked them. Answer cap: 100 tokens.
func Disambiguation(question, signal string, a, b Document) (model.Request, error) {
	var texts blocks
	texts.add(signal)
	in := struct {
		shown
		Signal string
	}{Evidence{Question: question, Documents: []Document{a, b}}.show(&texts), signal}
	return request(TaskDisambiguation, model.Synthesis, 100, in, &texts)
}

// ParseDisambiguation returns the query; empty with a note when there is none that compares.
func ParseDisambiguation(raw json.RawMessage) (string, []string) {
	n := &notes{task: TaskDisambiguation}
	var answer struct {
		Query string `json:"query"`
	}
	if !n.decode(raw, &answer) {
		return "", n.list()
	}
	text := query(answer.Query)
	if len(strings.Fields(text)) < 3 {
		n.drop("a query of fewer than three words")
		return "", n.list()
	}
	return text, n.list()
}
