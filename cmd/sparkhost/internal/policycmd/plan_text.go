package policycmd

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// write tells the plan in the order of a run.
func (p planned) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "policy %s  %s\n", shell.Plain(p.Policy), flags.ShownAt(p.At))
	if p.Description != "" {
		fmt.Fprintf(t, "%s\n", shell.Plain(p.Description))
	}
	fmt.Fprintf(t, "digest %s\nmode %s\n", p.Digest, shell.Plain(p.Mode))
	p.writeRounds(t)
	p.writeCalls(t)
	p.writeModelCalls(t)
	p.writeGates(t)
	p.writeAbsent(t)
	p.writeRoles(t)
	p.writeVariables(t)
	p.writeWorst(t)
	p.writeConstant(t)
	p.writeWarnings(t)
	return t.Flush()
}

func (p planned) writeRounds(w io.Writer) {
	fmt.Fprintf(w, "\nrounds, in this order\n")
	for i, r := range p.Rounds {
		fmt.Fprintf(w, "  %d  %s\t%s\t%s\t%s\n", i+1, shell.Plain(r.Name), found(r.Most), shell.Plain(r.Most.Why), flags.ShownAt(r.At))
		if r.When != "" {
			fmt.Fprintf(w, "  \twhen %s\n", shell.Plain(r.When))
		}
		if r.Passes > 1 {
			fmt.Fprintf(w, "  \tat most %d passes%s\n", r.Passes, until(r.Until))
		}
		for _, in := range r.Intents {
			against := ""
			if in.Against {
				against = " (against)"
			}
			fmt.Fprintf(w, "  \t%s%s: %s\n", shell.Plain(in.Name), against, quoted(in.Queries))
		}
		if len(r.Intents) == 0 {
			fmt.Fprintf(w, "  \tonly queries that gap analysis injects\n")
		}
		fmt.Fprintf(w, "  \tsources: %s\n", shell.Plain(strings.Join(r.Sources, ", ")))
	}
	for _, s := range p.Searches {
		fmt.Fprintf(w, "  +  %s\t%s\t%s\n", shell.Plain(s.Of), found(s), shell.Plain(s.Why))
	}
	if p.Adaptive != "" {
		fmt.Fprintf(w, "  %s\n", p.Adaptive)
	}
}

func until(condition string) string {
	if condition == "" {
		return ""
	}
	return ", until " + shell.Plain(condition)
}

func found(s plan.Searches) string {
	return fmt.Sprintf("≤ %d searches, %d results", s.Searches, s.Results)
}

func quoted(texts []string) string {
	var out []string
	for _, t := range texts {
		out = append(out, fmt.Sprintf("%q", shell.Plain(t)))
	}
	return strings.Join(out, ", ")
}

func (p planned) writeCalls(w io.Writer) {
	if len(p.Calls) > 0 {
		fmt.Fprintf(w, "\nstages\n")
	}
	for _, c := range p.Calls {
		fmt.Fprintf(w, "  %s\tplugin %s\t≤ %d calls, %s fuel\t%s\n", shell.Plain(c.Stage), shell.Plain(c.Plugin), c.Most, count(c.Fuel), flags.ShownAt(c.At))
	}
}

func (p planned) writeModelCalls(w io.Writer) {
	if len(p.ModelCalls) > 0 {
		fmt.Fprintf(w, "\nlanguage models, where the budget pays for them\n")
	}
	for _, c := range p.ModelCalls {
		output := ""
		if c.MaxOutput > 0 {
			output = fmt.Sprintf(", %d tokens of answer each", c.MaxOutput)
		}
		fmt.Fprintf(w, "  %s\t%s → %s\t≤ %d calls%s\t%s\t%s\n", shell.Plain(c.Stage), shell.Plain(c.Role), shell.Plain(c.Model), c.Most, output, shell.Plain(c.Why), flags.ShownAt(c.At))
	}
}

func (p planned) writeGates(w io.Writer) {
	if len(p.Gates) > 0 {
		fmt.Fprintf(w, "\ngates, in this order\n")
	}
	for _, g := range p.Gates {
		fmt.Fprintf(w, "  %s\t%s, else %s (%s)\t%s\t%s\n", shell.Plain(g.Name), g.Level, g.Otherwise, shell.Plain(g.Reason), shell.Plain(g.Condition), flags.ShownAt(g.At))
	}
}

func (p planned) writeVariables(w io.Writer) {
	if len(p.Variables) > 0 {
		fmt.Fprintf(w, "\nvariables\n")
	}
	for _, v := range p.Variables {
		value := "(sensitive)"
		if !v.Sensitive {
			value = shell.Plain(schema.Spell(v.Value))
		}
		from := shell.Plain(v.From)
		switch {
		case v.From == "default":
			from += " at " + flags.ShownAt(v.Origin)
		case strings.HasPrefix(v.From, "file "):
			from = "file " + flags.ShownAt(v.Origin)
		}
		fmt.Fprintf(w, "  %s\t= %s\t%s\n", shell.Plain(v.Name), value, from)
	}
}

func (p planned) writeWorst(w io.Writer) {
	fmt.Fprintf(w, "\nat most, for a question with %d options and %d parts\n", p.Question.Options, p.Question.SubClaims)
	row := func(name string, b plan.Bound, show func(int64) string) {
		value := "unbounded"
		if !b.Unbounded {
			value = show(b.Most)
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", name, value, shell.Plain(b.Why))
	}
	whole := func(n int64) string { return fmt.Sprint(n) }
	row("searches", p.Worst.Searches, whole)
	row("results", p.Worst.Results, whole)
	row("model calls", p.Worst.ModelCalls, whole)
	row("model tokens", p.Worst.ModelTokens, whole)
	row("money", p.Worst.Cost, func(n int64) string { return fmt.Sprintf("%.2f USD", float64(n)/1e6) })
	row("time", p.Worst.Wall, func(n int64) string { return (time.Duration(n) * time.Millisecond).String() })
	row("plugin calls", p.Worst.Calls, whole)
	row("fuel", p.Worst.Fuel, count)
	if u := p.Upgrades; u != nil {
		fmt.Fprintf(w, "  of a file of questions, %d may be upgraded to mode %s; each of those is asked twice, at twice the cost (%s)\n", u.MaxPerBatch, shell.Plain(u.To), flags.ShownAt(u.At))
	}
}

// count writes a large number in the largest unit that leaves it short.
func count(n int64) string {
	for _, u := range []struct {
		size int64
		name string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if n >= u.size {
			return fmt.Sprintf("%.4g%s", float64(n)/float64(u.size), u.name)
		}
	}
	return fmt.Sprint(n)
}

func (p planned) writeConstant(w io.Writer) {
	if len(p.Constant) > 0 {
		fmt.Fprintf(w, "\nconditions that are the same in every run\n")
	}
	for _, c := range p.Constant {
		fmt.Fprintf(w, "  %s\talways %v: %s\t%s\t%s\n", shell.Plain(c.Where), c.Value, shell.Plain(c.Why), shell.Plain(c.Text), flags.ShownAt(c.At))
	}
}

func (p planned) writeWarnings(w io.Writer) {
	if len(p.Warnings) > 0 {
		fmt.Fprintf(w, "\nwarnings\n")
	}
	for _, r := range p.Warnings {
		fmt.Fprintf(w, "  %s %s\t%s. %s\t%s\n", r.Code, r.Name, shell.Plain(r.Summary), shell.Plain(r.Detail), flags.ShownAt(policy.Pos{File: r.File, Line: r.Line}))
	}
}

// write tells the changes one by one, what a block holds below it.
func (d comparison) write(w io.Writer) error { return d.writeFirst(w, len(d.Changes)) }

// writeFirst tells the first n changes, and how many more there are.
func (d comparison) writeFirst(w io.Writer, n int) error {
	if len(d.Changes) == 0 {
		_, err := fmt.Fprintf(w, "%s: no semantic changes since %s, digest %.12s\n", shell.Plain(d.Policy), shell.Plain(d.Against), d.NewDigest)
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s since %s: %d changes of meaning, digest %.12s → %.12s\n", shell.Plain(d.Policy), shell.Plain(d.Against), len(d.Changes), d.OldDigest, d.NewDigest)
	block := ""
	n = min(n, len(d.Changes))
	for _, c := range d.Changes[:n] {
		indent := "  "
		if block != "" && strings.HasPrefix(c.Path, block+".") {
			indent = "    "
		} else if c.Block {
			block = c.Path
		}
		fmt.Fprintf(t, "%s%s %s\t%s\t%s\n", indent, changeMarks[c.Kind], shell.Plain(c.Path), changeText(c), changePlace(c))
	}
	if more := len(d.Changes) - n; more > 0 {
		fmt.Fprintf(t, "  and %d more: sparkhost policy plan %s --against %s\n", more, shell.Plain(d.Policy), shell.Plain(d.Against))
	}
	return t.Flush()
}

var changeMarks = map[string]string{"changed": "~", "added": "+", "removed": "-", "moved": "↕"}

func changeText(c plan.Change) string {
	switch {
	case c.Kind == "changed" || c.Kind == "moved":
		return shell.Shorten(c.Old, maxChangeRunes) + " → " + shell.Shorten(c.New, maxChangeRunes)
	case c.Block:
		return c.Kind
	case c.Kind == "added":
		return shell.Shorten(c.New, maxChangeRunes)
	}
	return shell.Shorten(c.Old, maxChangeRunes)
}

// maxChangeRunes limits how much of a value the text output shows; json has all.
const maxChangeRunes = 80

func changePlace(c plan.Change) string {
	var out []string
	for _, at := range []*policy.Pos{c.OldAt, c.NewAt} {
		if at != nil {
			out = append(out, flags.ShownAt(*at))
		}
	}
	return strings.Join(out, " → ")
}
