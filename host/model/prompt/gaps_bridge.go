package prompt

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
)

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
