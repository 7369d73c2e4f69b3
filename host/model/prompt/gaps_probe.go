package prompt

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
)

// Probe asks for the claims of a stripped answer (S2-05). Answer cap: 512 tokens.
func Probe(e Evidence, rules GapRules) (model.Request, error) {
	var b blocks
	in := struct {
		shown
		MaxWords int
	}{e.show(&b), rules.withDefaults(4).MaxWords}
	r, err := request(TaskProbe, model.Cheapest, 512, in, &b)
	return shrinking(r, err, e, func(less Evidence) (model.Request, error) { return Probe(less, rules) })
}

// ParseProbe returns the claims that no document supports, as gaps: noun phrases of at most 10 words (S2-06).
// Supported counts the others.
func ParseProbe(raw json.RawMessage, e Evidence, rules GapRules) (gaps []Gap, supported int, said []string) {
	rules = rules.withDefaults(4)
	n := &notes{task: TaskProbe}
	var answer struct {
		Claims []struct {
			Claim     string   `json:"claim"`
			Documents []string `json:"documents"`
		} `json:"claims"`
	}
	if !n.decode(raw, &answer) {
		return nil, 0, n.list()
	}
	seen := map[string]bool{}
	for _, c := range answer.Claims {
		text := strings.TrimRight(oneLine(c.Claim, maxSentence), ".")
		ids, unknown := e.ids(c.Documents)
		n.dropN("documents that do not exist", unknown)
		switch words := len(strings.Fields(text)); {
		case len(ids) > 0:
			supported++
		case words == 0 || words > rules.MaxWords:
			n.drop(fmt.Sprintf("claims of no or more than %d words", rules.MaxWords))
		case seen[strings.ToLower(text)]:
			n.drop("repeated claims")
		case len(gaps) == rules.MaxGaps:
			n.drop("claims beyond the cap")
		default:
			seen[strings.ToLower(text)] = true
			gaps = append(gaps, Gap{ID: fmt.Sprintf("G%d", len(gaps)+1), Text: text})
		}
	}
	return gaps, supported, n.list()
}
