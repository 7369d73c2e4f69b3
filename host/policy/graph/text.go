package graph

import (
	"fmt"
	"io"
	"strings"
)

// WriteMermaid writes the graph as a flowchart of Mermaid, which Markdown on GitHub and GitLab shows.
func WriteMermaid(w io.Writer, g *Graph) error {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	shapes := map[Kind][2]string{KindEnd: {"([", "])"}, KindRound: {"[", "]"}, KindStep: {"[", "]"}, KindTrial: {"[[", "]]"}, KindGate: {"{{", "}}"}}
	for i, n := range g.Nodes {
		shape := shapes[n.Kind]
		fmt.Fprintf(&b, "  n%d%s\"%s\"%s:::%s\n", i, shape[0], mermaidLabel(n), shape[1], n.Kind)
	}
	for _, e := range g.Edges {
		arrow := "-->"
		if e.Flow != FlowNext {
			arrow = "-.->"
		}
		label := ""
		if e.Label != "" {
			label = "|\"" + mermaidText(e.Label) + "\"|"
		}
		fmt.Fprintf(&b, "  n%d %s%s n%d\n", e.From, arrow, label, e.To)
	}
	for _, k := range []Kind{KindEnd, KindRound, KindStep, KindTrial, KindGate} {
		fmt.Fprintf(&b, "  classDef %s fill:%s,stroke:%s,color:#1b1f24\n", k, colors[k].fill, colors[k].line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func mermaidLabel(n Node) string {
	parts := []string{mermaidText(n.Title)}
	for _, l := range n.Lines {
		parts = append(parts, mermaidText(l))
	}
	return strings.Join(parts, "<br/>")
}

// mermaidEscapes are the entities of Mermaid, for what could end a label or begin markup in it.
var mermaidEscapes = strings.NewReplacer(
	"#", "#35;", "\"", "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "`", "#96;", "\\", "#92;")

func mermaidText(s string) string { return mermaidEscapes.Replace(s) }

// WriteDot writes the graph in the language of Graphviz.
func WriteDot(w io.Writer, g *Graph) error {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n  rankdir=TB;\n  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=10];\n", dotText(g.Name))
	for i, n := range g.Nodes {
		label := dotEscapes.Replace(n.Title)
		for _, l := range n.Lines {
			label += `\n` + dotEscapes.Replace(l)
		}
		fmt.Fprintf(&b, "  n%d [label=\"%s\", fillcolor=\"%s\", color=\"%s\"];\n", i, label, colors[n.Kind].fill, colors[n.Kind].line)
	}
	for _, e := range g.Edges {
		style := ""
		if e.Flow != FlowNext {
			style = ", style=dashed, constraint=false"
		}
		fmt.Fprintf(&b, "  n%d -> n%d [label=%s%s];\n", e.From, e.To, dotText(e.Label), style)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// dotEscapes are for a quoted string, in which a backslash begins an escape such as \N.
var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func dotText(s string) string { return `"` + dotEscapes.Replace(s) + `"` }
