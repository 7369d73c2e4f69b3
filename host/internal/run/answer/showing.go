package answer

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
)

// A showing holds what solvers and their judge are shown.
type showing struct {
	prompt.Evidence
	passages map[string]*state.Passage // by the document ids of the prompt
}

// show gathers the best passages, those first that speak against a draft that was refuted (S0-20), and what the
// policy wants shown beside them. Where chains are shown, linked passages stand after all others.
func (r *Run) show(s *policy.Synthesis) showing {
	out := showing{Evidence: prompt.Evidence{Question: r.Plan.Question.Question}, passages: map[string]*state.Passage{}}
	for _, o := range r.Plan.Options {
		out.Options = append(out.Options, prompt.Option{Label: o.Label, Text: o.Text})
	}
	names := map[*state.Passage]string{}
	for i, p := range r.topFor(s.Passages) {
		id := fmt.Sprintf("P%d", i+1)
		names[p], out.passages[id] = id, p
		d := prompt.Document{
			ID: id, Title: p.Doc.Document.Title, Text: r.read.ExcerptOf(p), Year: p.Doc.Document.Year, Source: p.Doc.Source, Section: p.Section,
			Stance: r.side(p.Stance, p.Judged),
		}
		if slices.Contains(r.Refuting, p) {
			out.Falsifying = append(out.Falsifying, d)
		} else {
			out.Documents = append(out.Documents, d)
		}
	}
	if s.Chain {
		out.Chain = r.chainLinks(names)
		slices.SortStableFunc(out.Documents, func(a, b prompt.Document) int { // by provenance (S4-15)
			return cmp.Compare(score.Flag(out.passages[a.ID].Link != nil), score.Flag(out.passages[b.ID].Link != nil))
		})
	}
	for _, c := range r.Contrasts {
		one := prompt.Contrast{Options: [2]string{r.Plan.Options[c.First].Label, r.Plan.Options[c.Second].Label}}
		for _, p := range c.Passages {
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
		out.Convergence = r.assess.ConvergenceAs(func(p *state.Passage) string { return out.Name(names[p]) })
	}
	return out
}

// topFor returns the passages that must be shown and the best of the others, n in all, in their order.
func (r *Run) topFor(n int) []*state.Passage {
	must := map[*state.Passage]bool{}
	all := r.onTopic()
	for _, p := range append(slices.Clone(r.Refuting), r.telling()...) {
		if len(must) < n && slices.Contains(all, p) {
			must[p] = true
		}
	}
	left := n - len(must)
	var out []*state.Passage
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

// telling returns the best passage of each pair of options that some passage mentions together (S3-16).
func (rd *Run) telling() []*state.Passage {
	out := make([]*state.Passage, len(rd.Contrasts))
	for i, c := range rd.Contrasts {
		out[i] = c.Passages[0]
	}
	return out
}

// chainLinks pairs claims of linked passages with the names that link them (S4-14, S4-15).
func (rd *Run) chainLinks(names map[*state.Passage]string) []prompt.ChainLink {
	var out []prompt.ChainLink
	for _, c := range rd.Claims {
		if l := c.In.Link; l != nil && names[c.In] != "" {
			out = append(out, prompt.ChainLink{Claim: c.Text, Antecedent: l.Entity, DocumentID: names[c.In]})
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

// cited returns the passages that ids name, each once.
func (s showing) cited(ids []string) []*state.Passage {
	var out []*state.Passage
	for _, id := range ids {
		if p := s.passages[id]; p != nil {
			out = appendNew(out, p)
		}
	}
	return out
}
