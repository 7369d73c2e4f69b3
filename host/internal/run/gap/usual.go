package gap

import (
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/excerpt"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// usual does what most kinds of gap analysis do alike: the parts of the question are gaps where nothing has their terms, and
// a model is asked for missing information by type (S1-05).
type usual struct{}

func (usual) suspects(r *Run, block int, l Look) (suspects, Look) {
	return suspects{gaps: r.stated(block)}, l
}

func (usual) settle([]*state.Gap) {}

func (usual) carries(m evidence.Measure, c *state.Gap, set []uint32) float64 {
	return m.Of(c.Terms, set)
}

func (usual) admits(*state.Gap, *state.Passage) bool { return true }

func (usual) task() prompt.Task { return prompt.TaskEpistemicGaps }

func (usual) ask(e prompt.Evidence, subClaims []string, rules prompt.GapRules) (model.Request, error) {
	return prompt.EpistemicGaps(e, subClaims, rules)
}

func (usual) read(reply model.Reply, _ prompt.Evidence, rules prompt.GapRules) ([]prompt.Gap, haul) {
	told, dropped := prompt.ParseEpistemicGaps(reply.JSON, rules)
	return told, haul{dropped: dropped}
}

func (usual) found(*Run, *policy.Gap, *haul, Look) {}

func (usual) arrange(*policy.Gap, []string) {}

func (usual) pair([]string, int) ([]string, bool) { return nil, true }

func (usual) asked(*Run, *policy.Gap, int, string, []string) {}

func (usual) tell(*Run, *record.Step) {}

func (usual) publish(*Run, *policy.Gap) {}

// stated returns the parts of the question as gaps that they could be.
func (r *Run) stated(block int) []*state.Gap {
	out := make([]*state.Gap, len(r.Plan.SubClaims))
	for i, s := range r.Plan.SubClaims {
		out[i] = r.NewGap(block, s, s)
	}
	return out
}

// What a model is shown that says what is missing: of the best documents the sentences that are nearest.
const (
	documentsOfGap = 10
	sentencesOfGap = 2
)

func (usual) shown(r *Run, block int, l Look) []prompt.Document {
	read := map[*state.Document]string{}
	for _, p := range l.Passages {
		if read[p.Doc] != "" {
			read[p.Doc] += "\n"
		}
		read[p.Doc] += "- " + p.Text
	}
	var out []prompt.Document
	for _, d := range l.Documents[:min(len(l.Documents), documentsOfGap)] {
		text := d.Document.Abstract
		if r.Policy.Gaps[block].Read {
			text = read[d]
		}
		out = append(out, promptDocument(d, r.nearestText(text)))
	}
	return out
}

func promptDocument(d *state.Document, text string) prompt.Document {
	return prompt.Document{ID: d.Digest, Title: d.Document.Title, Text: text, Year: d.Document.Year}
}

// nearestText returns the sentences of a text that share most with question and options.
func (r *Run) nearestText(text string) string {
	var sentences []string
	for _, s := range evidence.Sentences(text) {
		sentences = append(sentences, text[s.Start:s.End])
	}
	return excerpt.Nearest(sentences, sentencesOfGap, func(s string) float64 { return evidence.Containment(r.Focus, r.LookupSet(s)) })
}
