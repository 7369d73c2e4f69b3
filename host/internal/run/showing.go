package run

import (
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
)

// A showing holds what solvers and their judge are shown.
type showing struct {
	prompt.Evidence
	passages map[string]*passage // by the document ids of the prompt
}

// show gathers the best passages, those first that speak against a draft that was refuted (S0-20), and what the
// policy wants shown beside them. Where chains are shown, linked passages stand after all others.
func (r *run) show(s *policy.Synthesis) showing {
	out := showing{Evidence: prompt.Evidence{Question: r.plan.Question.Question}, passages: map[string]*passage{}}
	for _, o := range r.plan.Options {
		out.Options = append(out.Options, prompt.Option{Label: o.Label, Text: o.Text})
	}
	names := map[*passage]string{}
	for i, p := range r.topFor(s.Passages) {
		id := fmt.Sprintf("P%d", i+1)
		names[p], out.passages[id] = id, p
		d := prompt.Document{
			ID: id, Title: p.doc.Document.Title, Text: r.excerptOf(p), Year: p.doc.Document.Year, Source: p.doc.source, Section: p.Section, Stance: r.side(p.stance, p.judged),
		}
		if slices.Contains(r.refuting, p) {
			out.Falsifying = append(out.Falsifying, d)
		} else {
			out.Documents = append(out.Documents, d)
		}
	}
	if s.Chain {
		out.Chain = r.chainLinks(names)
		slices.SortStableFunc(out.Documents, func(a, b prompt.Document) int { // by provenance (S4-15)
			return compareDown(score.Flag(out.passages[b.ID].link != nil), score.Flag(out.passages[a.ID].link != nil))
		})
	}
	for _, c := range r.contrasts {
		one := prompt.Contrast{Options: [2]string{r.plan.Options[c.first].Label, r.plan.Options[c.second].Label}}
		for _, p := range c.passages {
			if id := names[p]; id != "" {
				one.DocumentIDs = append(one.DocumentIDs, id)
			}
		}
		if len(one.DocumentIDs) > 0 {
			out.Contrasts = append(out.Contrasts, one)
		}
	}
	out.Dossiers, out.Claims = r.promptDossiers(names), r.promptClaims(names)
	if s.Convergence {
		out.Convergence = r.convergenceAs(func(p *passage) string { return out.Name(names[p]) })
	}
	return out
}

// topFor are the passages that must be shown and the best of the others, n in all, in their order.
func (r *run) topFor(n int) []*passage {
	must := map[*passage]bool{}
	all := r.onTopic()
	for _, p := range append(slices.Clone(r.refuting), r.telling()...) {
		if len(must) < n && slices.Contains(all, p) {
			must[p] = true
		}
	}
	left := n - len(must)
	var out []*passage
	for _, p := range all {
		switch {
		case len(out) == n:
			return out
		case must[p]:
			out = append(out, p)
		case left > 0:
			out = append(out, p)
			left--
		}
	}
	return out
}

// telling is the best passage of each pair of options that some passage mentions together (S3-16).
func (rd *reading) telling() []*passage {
	out := make([]*passage, len(rd.contrasts))
	for i, c := range rd.contrasts {
		out[i] = c.passages[0]
	}
	return out
}

// chainLinks pairs claims of linked passages with the names that link them (S4-14, S4-15).
func (rd *reading) chainLinks(names map[*passage]string) []prompt.ChainLink {
	var out []prompt.ChainLink
	for _, c := range rd.claims {
		if l := c.passage.link; l != nil && names[c.passage] != "" {
			out = append(out, prompt.ChainLink{Claim: c.Text, Antecedent: l.entity, DocumentID: names[c.passage]})
		}
	}
	return out
}

// reversed shows the documents in the opposite order, to a second solver of the same role.
func (s showing) reversed() showing {
	s.Documents = slices.Clone(s.Documents)
	slices.Reverse(s.Documents)
	return s
}

// cited are the passages that ids name, each once.
func (s showing) cited(ids []string) []*passage {
	var out []*passage
	for _, id := range ids {
		if p := s.passages[id]; p != nil {
			out = appendNew(out, p)
		}
	}
	return out
}
