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

// Claims asks for the structured claims of one document (S0-12). Answer cap: 256 tokens.
func Claims(question string, d Document) (model.Request, error) {
	var b blocks
	in := struct {
		shown
		MaxClaims int
	}{Evidence{Question: question, Documents: []Document{d}}.show(&b), maxClaims}
	return request(TaskClaims, model.Extract, 256, in, &b)
}

// A Claim is a structured claim of a document.
type Claim struct {
	Text string
	Type string // of S0-12
	// Value is the number as the document writes it, with its unit; nil: none.
	Value *string
	// Number is Value if it is a number and nothing else (S0-15); nil otherwise.
	Number    *float64
	Qualifier string // how sure the document is; may be empty
}

// ParseClaims takes over claims of a known type. A value whose number is not in the document was made up: the claim
// stays, without it.
func ParseClaims(raw json.RawMessage, d Document) ([]Claim, []string) {
	n := &notes{task: TaskClaims}
	var answer struct {
		Claims []struct {
			Text      string `json:"claim_text"`
			Type      string `json:"claim_type"`
			Value     any    `json:"quantitative_value"` // a string or, against the schema, a number
			Qualifier any    `json:"confidence_qualifier"`
		} `json:"claims"`
	}
	if !n.decode(raw, &answer) {
		return nil, n.list()
	}
	var claims []Claim
	seen := map[string]bool{}
	for _, c := range answer.Claims {
		text := oneLine(c.Text, 2*maxSentence)
		switch {
		case text == "" || seen[strings.ToLower(text)]:
			n.drop("empty or repeated claims")
			continue
		case !known(claimTypes, c.Type):
			n.drop("claims of an unknown type")
			continue
		case len(claims) == maxClaims:
			n.drop("claims beyond the cap")
			continue
		}
		seen[strings.ToLower(text)] = true
		claim := Claim{Text: text, Type: c.Type}
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

func valueText(v any) string {
	switch v := v.(type) {
	case string:
		return oneLine(v, maxName)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// number is a value that is a finite float and nothing else.
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
