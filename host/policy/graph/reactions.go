package graph

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// reactions adds the handlers after the assessment, and the edge along which what they find is assessed anew.
func (g *Graph) reactions(p *policy.Policy, assess int) {
	for i := range p.Handlers {
		h := &p.Handlers[i]
		n := Node{Kind: KindTrial, Title: "on " + h.Kind}
		for _, q := range h.Queries {
			n.Lines = append(n.Lines, fmt.Sprintf("“%s”", q))
		}
		if len(h.Queries) > 0 {
			asked := "every source"
			if len(h.Sources) > 0 {
				asked = strings.Join(h.Sources, ", ")
			}
			n.Lines = append(n.Lines, fmt.Sprintf("%d results per query of %s, at most %d queries", h.Results, asked, h.MaxQueries))
		}
		if u := h.Upgrade; u != nil {
			n.Lines = append(n.Lines, fmt.Sprintf("answer in mode %s if %s× its cost remain, else %s", u.To, schema.Spell(u.ReserveFactor), u.Reason))
			if u.MaxPerBatch > 0 {
				n.Lines = append(n.Lines, fmt.Sprintf("at most %d questions of a batch", u.MaxPerBatch))
			}
		}
		label := "if found, else skipped"
		if h.When != nil {
			label = "if one was found, when " + h.When.Text + ", else skipped"
		}
		at := g.add(label, n)
		if len(h.Queries) > 0 {
			g.link(at, assess, FlowBack, "new documents are read and assessed once")
		}
	}
}
