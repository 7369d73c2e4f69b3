package prompt

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
)

// gapTypes of S1-05.
var gapTypes = []string{"factual", "mechanistic", "quantitative", "temporal"}

// EpistemicGaps asks for typed gaps after round 1 was ingested (S1-05); documents are evidence bullets. Answer cap: 500
// tokens (S1-06).
func EpistemicGaps(e Evidence, subClaims []string, rules GapRules) (model.Request, error) {
	var b blocks
	b.add(subClaims...)
	in := struct {
		shown
		SubClaims []string
		MaxGaps   int
	}{e.show(&b), subClaims, rules.withDefaults(6).MaxGaps}
	r, err := request(TaskEpistemicGaps, model.Fastest, 500, in, &b)
	return shrinking(r, err, e, func(less Evidence) (model.Request, error) { return EpistemicGaps(less, subClaims, rules) })
}

// ParseEpistemicGaps keeps gaps of a known type, with 5 to 30 words, that name something specific (S1-07). IDs are made
// anew, G1 and so on, as those of an answer may repeat.
func ParseEpistemicGaps(raw json.RawMessage, rules GapRules) ([]Gap, []string) {
	rules = rules.withDefaults(6)
	n := &notes{task: TaskEpistemicGaps}
	var answer struct {
		Gaps []struct {
			Text string `json:"gap_description"`
			Type string `json:"gap_type"`
		} `json:"gaps"`
	}
	if !n.decode(raw, &answer) {
		return nil, n.list()
	}
	var gaps []Gap
	seen := map[string]bool{}
	for _, g := range answer.Gaps {
		text := oneLine(g.Text, maxSentence)
		words := len(strings.Fields(text))
		switch {
		case words < rules.MinTokens || words > rules.MaxTokens:
			n.drop(fmt.Sprintf("gaps of fewer than %d or more than %d words", rules.MinTokens, rules.MaxTokens))
		case !known(gapTypes, g.Type):
			n.drop("gaps of an unknown type")
		case !specific(text):
			n.drop("gaps that name nothing specific")
		case seen[strings.ToLower(text)]:
			n.drop("repeated gaps")
		case len(gaps) == rules.MaxGaps:
			n.drop("gaps beyond the cap")
		default:
			seen[strings.ToLower(text)] = true
			gaps = append(gaps, Gap{fmt.Sprintf("G%d", len(gaps)+1), text, g.Type})
		}
	}
	return gaps, n.list()
}
