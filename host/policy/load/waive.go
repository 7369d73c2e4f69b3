package load

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// waiver builds and checks a gate's waive block; nil if it has none.
func (b *builder) waiver(gate *syntax.Node) *policy.Waiver {
	n := gate.Child("waive", "")
	if n == nil {
		return nil
	}
	w := &policy.Waiver{Reason: n.Text("reason"), Until: n.Text("until"), From: "policy", At: n.Pos()}
	if d := checkWaiver(w, policy.Level(gate.Text("level")), gate.Label, b.opts.Today); d != nil {
		d.Subject = n.ValueAt(d.Attribute).Ptr()
		b.report(d.Diagnostic)
	}
	return w
}

// Waive returns a copy of a policy with waivers as operators give them to a run:
// GATE=REASON or GATE=REASON,until=YEAR-MONTH-DAY. They win over those of the policy and
// count in the digest. today, in the same form, decides what has expired. All mistakes are
// reported at once, without a place; the policy is then nil.
func Waive(p *policy.Policy, given []string, today string) (*policy.Policy, hcl.Diagnostics) {
	out := *p
	out.Gates = append([]policy.Gate(nil), p.Gates...)
	var diags hcl.Diagnostics
	for _, text := range given {
		if d := waive(&out, text, today); d != nil {
			diags = append(diags, d)
		}
	}
	if diags.HasErrors() {
		return nil, diags
	}
	out.Digest = policy.DigestOf(&out)
	return &out, nil
}

func waive(p *policy.Policy, text, today string) *hcl.Diagnostic {
	name, reason, ok := strings.Cut(text, "=")
	if !ok {
		return diag.Error(diag.CodeWaiver, hcl.Range{}, fmt.Sprintf("%q is not a waiver", text), "Write GATE=REASON or GATE=REASON,until=YEAR-MONTH-DAY.")
	}
	w := &policy.Waiver{Reason: reason, From: "flag"}
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
		if d := checkWaiver(w, g.Level, name, today); d != nil {
			return d.Diagnostic
		}
		g.Waiver = w
		return nil
	}
	return diag.Error(diag.CodeUnknownName, hcl.Range{}, fmt.Sprintf("There is no gate %q to waive", name), diag.DidYouMean(name, names))
}

// expired says whether the waiver has ended by today; an empty today asks nothing.
func expired(w *policy.Waiver, today string) bool {
	return today != "" && w.Until != "" && w.Until < today
}

// day is the layout of dates.
const day = "2006-01-02"

// A waiverProblem says which setting of a waiver is wrong.
type waiverProblem struct {
	*hcl.Diagnostic
	Attribute string
}

// checkWaiver says what is wrong with a waiver of a gate; nil: nothing.
func checkWaiver(w *policy.Waiver, level policy.Level, gate, today string) *waiverProblem {
	wrong := func(attribute, summary, detail string) *waiverProblem {
		return &waiverProblem{diag.Error(diag.CodeWaiver, hcl.Range{}, summary, detail), attribute}
	}
	_, err := time.Parse(day, w.Until)
	switch {
	case level == policy.LevelHard:
		return wrong("", fmt.Sprintf("Gate %q is hard", gate), "Hard gates cannot be waived. To allow waivers, write level = \"soft\" in the gate.")
	case strings.TrimSpace(w.Reason) == "":
		return wrong("reason", fmt.Sprintf("The waiver of gate %q has no reason", gate), "Give a reason, such as a ticket; it is recorded with every answer.")
	case w.Until != "" && err != nil:
		return wrong("until", fmt.Sprintf("%q is not a date", w.Until), "Write the last day of the waiver as YEAR-MONTH-DAY, such as \"2030-01-31\".")
	case expired(w, today):
		return wrong("until", fmt.Sprintf("The waiver of gate %q has expired", gate), fmt.Sprintf("It expired on %s and today is %s. Remove it, or renew it with a new date.", w.Until, today))
	}
	return nil
}
