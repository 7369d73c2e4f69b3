// Package graph draws a policy: what happens in which order, under which conditions, and what
// sends a question back or queries ahead. It knows three formats: [WriteMermaid] and [WriteDot]
// for tools, [WriteSVG] for eyes.
//
// Texts of the policy are escaped for each format, so that none of them can end a label.
package graph

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Kind tells nodes apart by their meaning.
type Kind string

// The kinds of nodes.
const (
	KindEnd   Kind = "terminal" // question and result
	KindRound Kind = "round"    // a round of retrieval
	KindStep  Kind = "step"     // select, read, assess, answer, calibrate
	KindTrial Kind = "trial"    // falsification
	KindGate  Kind = "gate"
)

// A Flow tells edges apart by their meaning.
type Flow string

// The kinds of edges.
const (
	FlowNext  Flow = "next"  // the way of a question
	FlowAhead Flow = "ahead" // queries that gap analysis injects into a later round
	FlowBack  Flow = "back"  // the draft is made anew, a round is repeated
)

// A Node is one box.
type Node struct {
	Kind  Kind
	Title string
	Lines []string
}

// An Edge goes between two nodes, by index.
type Edge struct {
	From, To int
	Flow     Flow
	Label    string // a condition, or why; may be empty
}

// A Graph is a policy as boxes in the order of a run, and what goes between them. Edges of
// [FlowNext] form one chain through all nodes.
type Graph struct {
	Name  string
	Nodes []Node
	Edges []Edge
}

// New draws a policy.
func New(p *policy.Policy) *Graph {
	g := &Graph{Name: clean(p.Name)}
	g.add("", Node{Kind: KindEnd, Title: "question"})
	first := g.rounds(p)
	g.gaps(p, first)
	g.add("", Node{Kind: KindStep, Title: "select", Lines: scored(p.Select.Stages, p.Select.Terms, fmt.Sprintf("%d to %d documents", p.Select.MinDocuments, p.Select.MaxDocuments))})
	g.add("", Node{Kind: KindStep, Title: "read", Lines: scored(p.Read.Stages, p.Read.Terms, fmt.Sprintf("%d passages of each document", p.Read.PassagesPerDocument))})
	if lines := staged("address", p.Address.Stages); len(lines) > 0 {
		g.add("", Node{Kind: KindStep, Title: "address", Lines: lines})
	}
	draft := g.add("", Node{Kind: KindStep, Title: "claims", Lines: []string{
		fmt.Sprintf("%d of each document, clustered at %s %s", p.Claims.PerDocument, p.Claims.Measure, schema.Spell(p.Claims.ClusterThreshold)),
	}})
	if lines := append(staged("triangulate", p.Triangulate), staged("verify", p.Verify)...); len(lines) > 0 {
		g.reactions(p, g.add("", Node{Kind: KindStep, Title: "assess", Lines: lines}))
	}
	g.add("", Node{Kind: KindStep, Title: "options", Lines: scored(p.Options.Stages, p.Options.Terms)})
	g.trials(p, draft)
	g.add("", Node{Kind: KindStep, Title: "calibrate", Lines: calibration(&p.Calibrate)})
	for _, gate := range p.Gates {
		g.add("", gateNode(gate))
	}
	g.add("", Node{Kind: KindEnd, Title: "result"})
	return g
}

// add appends a node and the edge that leads to it, and returns its index.
func (g *Graph) add(label string, n Node) int {
	n.Title = clean(n.Title)
	for i, line := range n.Lines {
		n.Lines[i] = clean(line)
	}
	g.Nodes = append(g.Nodes, n)
	i := len(g.Nodes) - 1
	if i > 0 {
		g.link(i-1, i, FlowNext, label)
	}
	return i
}

func (g *Graph) link(from, to int, flow Flow, label string) {
	g.Edges = append(g.Edges, Edge{from, to, flow, clean(label)})
}

// rounds adds the rounds and returns the index of the first.
func (g *Graph) rounds(p *policy.Policy) int {
	first := len(g.Nodes)
	for i := range p.Rounds {
		r := &p.Rounds[i]
		label := ""
		if r.When != nil {
			label = "when " + r.When.Text + ", else skipped"
		}
		if a := p.Adaptive; a.Enabled && i >= a.MinRounds && r.CountsAgainstMax {
			label = strings.TrimPrefix(label+"; ", "; ") + "unless little new was found (adaptive)"
		}
		at := g.add(label, roundNode(p, r))
		if r.Repeat.Max > 1 {
			label := fmt.Sprintf("repeated, at most %d passes", r.Repeat.Max)
			if r.Repeat.Until != nil {
				label += ", until " + r.Repeat.Until.Text
			}
			g.link(at, at, FlowBack, label)
		}
	}
	return first
}

func roundNode(p *policy.Policy, r *policy.Round) Node {
	n := Node{Kind: KindRound, Title: "round " + r.Name}
	for _, name := range r.Intents {
		for _, in := range p.Intents {
			if in.Name != name {
				continue
			}
			head := name
			if in.Against {
				head += " (against)"
			}
			for _, q := range in.Queries {
				n.Lines = append(n.Lines, fmt.Sprintf("%s: “%s”", head, q))
			}
		}
	}
	if len(r.Intents) == 0 {
		n.Lines = append(n.Lines, "only queries that gap analysis injects")
	}
	asked := r.Sources
	if len(asked) == 0 {
		for _, s := range p.Sources {
			asked = append(asked, s.Name)
		}
	}
	limit := ""
	if r.MaxQueries > 0 {
		limit = fmt.Sprintf(", at most %d queries", r.MaxQueries)
	}
	n.Lines = append(n.Lines, fmt.Sprintf("%d results per query of %s%s", r.Results, strings.Join(asked, ", "), limit))
	return n
}

// gaps adds the edges along which gap analysis sends queries ahead.
func (g *Graph) gaps(p *policy.Policy, first int) {
	index := func(name string) int {
		return slices.IndexFunc(p.Rounds, func(r policy.Round) bool { return r.Name == name })
	}
	for i := range p.Gaps {
		gap := &p.Gaps[i]
		label := fmt.Sprintf("gap %s: ≤ %d queries", gap.Kind, gap.MaxPerRound)
		for _, line := range staged("", gap.Stages) {
			label += "; " + line
		}
		for from := range p.Rounds {
			due := from == index(gap.After) || gap.After == "every_round" && from+1 >= p.Adaptive.MinRounds
			for _, target := range gap.Targets() {
				to := from + 1
				if target != policy.InjectNext {
					to = index(target)
				}
				if due && to > from && to < len(p.Rounds) {
					g.link(first+from, first+to, FlowAhead, label)
				}
			}
		}
	}
}

// trials adds the falsifications, and the edges back to the draft that they may refute.
func (g *Graph) trials(p *policy.Policy, draft int) {
	for i := range p.Falsify {
		f := &p.Falsify[i]
		n := Node{Kind: KindTrial, Title: "falsify " + f.Kind}
		for _, q := range f.Queries {
			n.Lines = append(n.Lines, fmt.Sprintf("“%s”", q))
		}
		n.Lines = append(n.Lines, staged("", f.Stages)...)
		label := ""
		if f.When != nil {
			label = "when " + f.When.Text + ", else skipped"
		}
		at := g.add(label, n)
		if f.ResynthesizeOver > 0 {
			g.link(at, draft, FlowBack, fmt.Sprintf("score > %s: redrafted, at most %d×", schema.Spell(f.ResynthesizeOver), f.MaxResynthesis))
		}
	}
}

func gateNode(g policy.Gate) Node {
	return Node{Kind: KindGate, Title: fmt.Sprintf("gate %s (%s)", g.Name, g.Level), Lines: []string{
		g.Condition.Text, fmt.Sprintf("else %s: %s", g.Otherwise, g.Reason),
	}}
}

func calibration(c *policy.Calibrate) []string {
	var lines []string
	if c.Stage.Plugin != "" {
		lines = staged("", []policy.Stage{c.Stage})
	}
	lines = append(lines, weighed(c.Base)...)
	lines = append(lines, weighed(c.Terms)...)
	return append(lines, fmt.Sprintf("clamped to %s", schema.Spell(c.Clamp)))
}

func scored(stages []policy.Stage, terms []policy.Term, more ...string) []string {
	return append(append(more, staged("", stages)...), weighed(terms)...)
}

func staged(block string, stages []policy.Stage) []string {
	var out []string
	for _, s := range stages {
		out = append(out, strings.TrimSpace(block+" stage "+s.Name)+" → plugin "+s.Plugin)
	}
	return out
}

// weighed lists terms as the sum that they are.
func weighed(terms []policy.Term) []string {
	var out []string
	for _, t := range terms {
		value := t.Feature
		if t.Stage != "" {
			value = strings.TrimSuffix("stage."+t.Stage+" "+t.Part, " ")
		}
		line := fmt.Sprintf("%+g × %s", t.Weight, value)
		if len(t.Types) > 0 {
			line += " (" + strings.Join(t.Types, ", ") + ")"
		}
		out = append(out, line)
	}
	return out
}

// clean keeps a text on one line, without control characters and without marks that reverse
// the direction of what follows.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
