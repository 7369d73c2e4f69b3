package policy

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// A Waiver lets an answer pass a gate that says no. It is recorded with every answer.
type Waiver struct {
	Reason string
	Until  string // last day on which it holds, 2006-01-02 in UTC; empty: no end
	From   string // "policy" or "flag"
	At     Pos    // zero for a flag
}

// day is the layout of dates.
const day = "2006-01-02"

// expired says whether the waiver has ended by today; an empty today asks nothing.
func (w *Waiver) expired(today string) bool { return today != "" && w.Until != "" && w.Until < today }

// waiver builds and checks a gate's waive block; nil if it has none.
func (b *builder) waiver(gate *syntax.Node) *Waiver {
	n := gate.Child("waive", "")
	if n == nil {
		return nil
	}
	w := &Waiver{Reason: n.Text("reason"), Until: n.Text("until"), From: "policy", At: n.Pos()}
	if d := w.check(Level(gate.Text("level")), gate.Label, b.opts.Today); d != nil {
		d.Subject = n.ValueAt(d.attribute).Ptr()
		b.report(d.Diagnostic)
	}
	return w
}

// A waiverProblem says which setting of a waiver is wrong.
type waiverProblem struct {
	*hcl.Diagnostic
	attribute string
}

func (w *Waiver) check(level Level, gate, today string) *waiverProblem {
	wrong := func(attribute, summary, detail string) *waiverProblem {
		return &waiverProblem{diag.Error(diag.CodeWaiver, hcl.Range{}, summary, detail), attribute}
	}
	_, err := time.Parse(day, w.Until)
	switch {
	case level == LevelHard:
		return wrong("", fmt.Sprintf("Gate %q is hard", gate), "Hard gates cannot be waived. To allow waivers, write level = \"soft\" in the gate.")
	case strings.TrimSpace(w.Reason) == "":
		return wrong("reason", fmt.Sprintf("The waiver of gate %q has no reason", gate), "Give a reason, such as a ticket; it is recorded with every answer.")
	case w.Until != "" && err != nil:
		return wrong("until", fmt.Sprintf("%q is not a date", w.Until), "Write the last day of the waiver as YEAR-MONTH-DAY, such as \"2030-01-31\".")
	case w.expired(today):
		return wrong("until", fmt.Sprintf("The waiver of gate %q has expired", gate), fmt.Sprintf("It expired on %s and today is %s. Remove it, or renew it with a new date.", w.Until, today))
	}
	return nil
}

// Waive returns a copy of a policy with waivers as operators give them to a run:
// GATE=REASON or GATE=REASON,until=YEAR-MONTH-DAY. They win over those of the policy and
// count in the digest. today, in the same form, decides what has expired. All mistakes are
// reported at once, without a place; the policy is then nil.
func Waive(p *Policy, given []string, today string) (*Policy, hcl.Diagnostics) {
	out := *p
	out.Gates = append([]Gate(nil), p.Gates...)
	var diags hcl.Diagnostics
	for _, text := range given {
		if d := out.waive(text, today); d != nil {
			diags = append(diags, d)
		}
	}
	if diags.HasErrors() {
		return nil, diags
	}
	out.Digest = digest(&out)
	return &out, nil
}

func (p *Policy) waive(text, today string) *hcl.Diagnostic {
	name, reason, ok := strings.Cut(text, "=")
	if !ok {
		return diag.Error(diag.CodeWaiver, hcl.Range{}, fmt.Sprintf("%q is not a waiver", text), "Write GATE=REASON or GATE=REASON,until=YEAR-MONTH-DAY.")
	}
	w := &Waiver{Reason: reason, From: "flag"}
	if i := strings.LastIndex(reason, ",until="); i >= 0 {
		w.Reason, w.Until = reason[:i], reason[i+len(",until="):]
		if w.Until == "" {
			w.Until = "?"
		}
	}
	var names []string
	for i := range p.Gates {
		g := &p.Gates[i]
		names = append(names, g.Name)
		if g.Name != name {
			continue
		}
		if d := w.check(g.Level, name, today); d != nil {
			return d.Diagnostic
		}
		g.Waiver = w
		return nil
	}
	return diag.Error(diag.CodeUnknownName, hcl.Range{}, fmt.Sprintf("There is no gate %q to waive", name), diag.DidYouMean(name, names))
}
