package prompt

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
)

// claimTypes of S0-12.
var claimTypes = []string{"mechanism", "numerical", "comparison", "causal"}

// maxClaims of a document.
const maxClaims = 8

// Claims asks for the structured claims of documents (S0-12). Answer cap: 256 tokens for each document.
func Claims(question string, documents ...Document) (model.Request, error) {
	var b blocks
	in := struct {
		shown
		MaxClaims int
	}{Evidence{Question: question, Documents: documents}.show(&b), maxClaims}
	r, err := request(TaskClaims, model.Extract, 256*max(1, len(documents)), in, &b)
	e := Evidence{Question: question, Documents: documents}
	return shrinking(r, err, e, func(less Evidence) (model.Request, error) { return Claims(question, less.Documents...) })
}

// A Claim is a structured claim of a document.
type Claim struct {
	DocumentID string
	Text       string
	Type       string // of S0-12
	// Value is the number as the document writes it, with its unit; nil: none.
	Value *string
	// Number is Value if it is a number and nothing else (S0-15); nil otherwise.
	Number    *float64
	Qualifier string // how sure the document is; may be empty
}

// ParseClaims takes over claims of a known type. A value whose number is not in the document was made up: the claim
// stays, without it. An answer about one document need not name it.
func ParseClaims(raw json.RawMessage, documents ...Document) ([]Claim, []string) {
	n := &notes{task: TaskClaims}
	var answer struct {
		Claims []struct {
			Document  string `json:"document"`
			Text      string `json:"claim_text"`
			Type      string `json:"claim_type"`
			Value     any    `json:"quantitative_value"` // a string or, against the schema, a number
			Qualifier any    `json:"confidence_qualifier"`
		} `json:"claims"`
	}
	if !n.decode(raw, &answer) {
		return nil, n.list()
	}
	e := Evidence{Documents: documents}
	var claims []Claim
	seen, count := map[string]bool{}, map[string]int{}
	for _, c := range answer.Claims {
		text := oneLine(c.Text, 2*maxSentence)
		d := e.named(c.Document)
		switch {
		case d == nil:
			n.drop("claims of documents that do not exist")
			continue
		case text == "" || seen[strings.ToLower(text)]:
			n.drop("empty or repeated claims")
			continue
		case !known(claimTypes, c.Type):
			n.drop("claims of an unknown type")
			continue
		case count[d.ID] == maxClaims:
			n.drop("claims beyond the cap")
			continue
		}
		seen[strings.ToLower(text)] = true
		count[d.ID]++
		claim := Claim{DocumentID: d.ID, Text: text, Type: c.Type}
		claim.Qualifier, _ = c.Qualifier.(string)
		claim.Qualifier = oneLine(claim.Qualifier, maxName)
		if value := valueText(c.Value); value != "" {
			if !numbersIn(value, d.Title+"\n"+d.Text) {
				n.drop("values that are not in the document")
			} else {
				claim.Value, claim.Number = &value, number(value)
			}
		}
		claims = append(claims, claim)
	}
	return claims, n.list()
}

// named returns the document that an answer means; nil: there is none. Of one document an answer may leave the name out.
func (e Evidence) named(name string) *Document {
	if strings.TrimSpace(name) == "" && len(e.Documents) == 1 {
		return &e.Documents[0]
	}
	ids, _ := e.ids([]string{name})
	for i := range e.Documents {
		if len(ids) == 1 && e.Documents[i].ID == ids[0] {
			return &e.Documents[i]
		}
	}
	return nil
}

func valueText(v any) string {
	switch v := v.(type) {
	case string:
		return oneLine(v, maxName)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// number returns a value that is a finite float and nothing else.
func number(s string) *float64 {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f != f || f-f != 0 {
		return nil
	}
	return &f
}

// numeral is a number in figures; commas between its digits do not count.
var numeral = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// numbersIn tells whether every number of the value is one of the text, so that 4.2 is not found in 14.2.
func numbersIn(value, text string) bool {
	have := map[string]bool{}
	for _, n := range numeral.FindAllString(text, -1) {
		have[strings.ReplaceAll(n, ",", "")] = true
	}
	for _, n := range numeral.FindAllString(value, -1) {
		if !have[strings.ReplaceAll(n, ",", "")] {
			return false
		}
	}
	return true
}
