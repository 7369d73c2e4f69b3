package prompt

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
)

// GapRules bound what is asked for and taken over; a zero takes the catalogue's number.
type GapRules struct {
	MaxGaps int // S4-07: 4; S1-05: 6; S2-05: 4
	// MinTokens and MaxTokens of a description, in words (S1-07): 5 and 30.
	MinTokens, MaxTokens int
	// MaxWords of a probe's claim (S2-06): 10.
	MaxWords int
	// CaseSensitive holds entities to the case of the abstracts; by default it is folded (S4-08).
	CaseSensitive bool
}

func (g GapRules) withDefaults(maxGaps int) GapRules {
	for _, d := range []struct {
		n     *int
		value int
	}{{&g.MaxGaps, maxGaps}, {&g.MinTokens, 5}, {&g.MaxTokens, 30}, {&g.MaxWords, 10}} {
		if *d.n <= 0 {
			*d.n = d.value
		}
	}
	return g
}

// EvidenceGaps asks for what is missing after round 1, over the top abstracts (S4-07, S4-10). Answer cap: 400 tokens.
func EvidenceGaps(e Evidence, rules GapRules) (model.Request, error) {
	var b blocks
	in := struct {
		shown
		MaxGaps int
	}{e.show(&b), rules.withDefaults(4).MaxGaps}
	r, err := request(TaskEvidenceGaps, model.Planning, 400, in, &b)
	return shrinking(r, err, e, func(less Evidence) (model.Request, error) { return EvidenceGaps(less, rules) })
}

// MissingFacts are the answer to EvidenceGaps.
type MissingFacts struct {
	Entities []string // that stand in the abstracts, as the answer writes them
	Gaps     []string
}

// The most of an answer that is looked at, and of its parts.
const (
	maxAnswer   = 64 << 10
	maxEntities = 12
	maxName     = 100
	maxSentence = 300
)

// ParseEvidenceGaps reads the two lines of S4-07. An entity must stand word for word in one of the documents (S4-08). Pipes
// in the wrong place make empty parts, which are dropped; so are repeated ones and those beyond the caps.
func ParseEvidenceGaps(text string, e Evidence, rules GapRules) (MissingFacts, []string) {
	rules = rules.withDefaults(4)
	n := &notes{task: TaskEvidenceGaps}
	lines := n.lines(text, "entities", "gaps")
	var abstracts strings.Builder
	for _, d := range e.All() {
		abstracts.WriteString(d.Title + "\n" + d.Text + "\n")
	}
	all := abstracts.String()
	if !rules.CaseSensitive {
		all = strings.ToLower(all)
	}
	var m MissingFacts
	for _, entity := range n.parts("entities", lines["entities"], maxName) {
		name := entity
		if !rules.CaseSensitive {
			name = strings.ToLower(entity)
		}
		switch {
		case len(name) < 2 || !strings.Contains(all, name):
			n.drop("entities that are not in the documents")
		case len(m.Entities) == maxEntities:
			n.drop("entities beyond the cap")
		default:
			m.Entities = append(m.Entities, entity)
		}
	}
	for _, gap := range n.parts("gaps", lines["gaps"], maxSentence) {
		if len(m.Gaps) == rules.MaxGaps {
			n.drop("gaps beyond the cap")
			continue
		}
		m.Gaps = append(m.Gaps, gap)
	}
	return m, n.list()
}

// A Gap is something that the evidence does not say.
type Gap struct {
	ID   string
	Text string
	Type string // "factual", "mechanistic", "quantitative" or "temporal"; empty: the design has no types
}

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
