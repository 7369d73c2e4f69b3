package gap

import (
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
)

// bridge finds what the names in the best abstracts could still decide (S4-07). Each query has two of the names.
type bridge struct{ usual }

func (bridge) suspects(r *Run, block int, _ Look) (suspects, Look) {
	names := r.bridgeEntities(block)
	if len(names) == 0 {
		return suspects{}, Look{}
	}
	return suspects{gaps: r.stated(block), names: names}, r.topAbstracts(block)
}

func (bridge) task() prompt.Task { return prompt.TaskEvidenceGaps }

func (bridge) ask(e prompt.Evidence, _ []string, rules prompt.GapRules) (model.Request, error) {
	return prompt.EvidenceGaps(e, rules)
}

// shown gives whole abstracts: names lead anywhere.
func (bridge) shown(r *Run, block int, _ Look) []prompt.Document {
	var out []prompt.Document
	for _, d := range r.topAbstracts(block).Documents {
		out = append(out, promptDocument(d, d.Document.Abstract))
	}
	return out
}

func (bridge) read(reply model.Reply, e prompt.Evidence, rules prompt.GapRules) ([]prompt.Gap, haul) {
	missing, dropped := prompt.ParseEvidenceGaps(reply.Text, e, rules)
	f := haul{dropped: dropped}
	f.entities = f.longEnough(missing.Entities)
	var told []prompt.Gap
	for _, text := range missing.Gaps {
		told = append(told, prompt.Gap{Text: text})
	}
	return told, f
}

// longEnough drops names that would stand inside of many words.
func (f *haul) longEnough(names []string) []string {
	var out []string
	for _, n := range names {
		if len([]rune(n)) < evidence.MinNameLength {
			f.dropped = append(f.dropped, fmt.Sprintf("entity %q: too short to be looked for", n))
			continue
		}
		out = append(out, n)
	}
	return out
}

func (bridge) found(r *Run, g *policy.Gap, f *haul, l Look) { r.buildBridge(g, f.entities, l) }

// arrange puts names first that may leave a source's sites (S4-06).
func (bridge) arrange(g *policy.Gap, names []string) {
	open := func(name string) float64 { return score.Flag(evidence.HasForm(name, g.Bridge.OpenWeb)) }
	slices.SortStableFunc(names, func(a, b string) int { return compareDown(open(a), open(b)) })
}

// pair takes two names, the next ones in the next query. Without a name there is nothing to build on (S4-09).
func (bridge) pair(names []string, n int) ([]string, bool) {
	if len(names) < 2 {
		return names, len(names) > 0
	}
	return []string{names[n%len(names)], names[(n+1)%len(names)]}, true
}

// asked lets the first query leave a source's sites if its name may (S4-06).
func (bridge) asked(r *Run, g *policy.Gap, n int, text string, names []string) {
	if r.Written[g.Kind] == 0 && n == 0 && evidence.HasForm(names[0], g.Bridge.OpenWeb) {
		r.OpenWeb[text] = true
	}
}

func (bridge) publish(r *Run, g *policy.Gap) {
	r.Set("bridge.queries", r.Written[g.Kind])
	r.Set("bridge.documents", r.foundByBridge())
}
