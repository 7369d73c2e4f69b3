package load

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

func (b *builder) handlers() {
	for _, n := range b.n.All("on") {
		b.askable(n)
		h := policy.Handler{
			Kind: n.Label, When: b.condition(n, "when", momentReact), Queries: n.Texts("queries"), Role: n.Text("role"), Sources: b.askedBy(n),
			Findings: n.Whole("findings"), MaxQueries: n.Whole("max"), Results: n.Whole("results"),
			RequireNew: n.Flag("require_new_documents"), MinWeight: n.Number("min_weight"), ResolvedBy: n.Text("resolved_by"), Upgrade: b.upgrade(n), At: n.Pos(),
		}
		if len(h.Queries) == 0 && h.Upgrade == nil {
			b.report(diag.Error(diag.CodeMissing, n.At, fmt.Sprintf("%s does nothing", syntax.Title(n)), "Write queries, or in on \"disagreement\" an upgrade block."))
		}
		if h.Role != "" && h.Kind != policy.OnContradiction {
			b.report(diag.Error(diag.CodeConflict, n.ValueAt("role"), fmt.Sprintf("%s has role", syntax.Title(n)), `Only on "contradiction" lets a model write its query.`))
		}
		b.notified(n)
		b.p.Handlers = append(b.p.Handlers, h)
	}
}

func (b *builder) upgrade(handler *syntax.Node) *policy.Upgrade {
	n := handler.Child("upgrade", "")
	if n == nil {
		return nil
	}
	if handler.Label != policy.OnDisagreement {
		b.report(diag.Error(diag.CodeConflict, n.At, fmt.Sprintf("%s cannot upgrade", syntax.Title(handler)), `Only on "disagreement" has an upgrade block.`))
	}
	return &policy.Upgrade{
		To: policy.Mode(n.Text("to")), ReserveFactor: n.Number("reserve_factor"), EstimateMicroUSD: n.Long("estimate"),
		Reason: n.Text("reason"), MaxPerBatch: n.Whole("max_per_batch"), At: n.Pos(),
	}
}

// notified checks that a stage is there that could find the event.
func (b *builder) notified(n *syntax.Node) {
	block := "verify"
	if n.Label == policy.OnDispute || n.Label == policy.OnSingleSource {
		block = "triangulate"
	}
	if len(b.n.Section(block).All("stage")) == 0 {
		b.report(diag.Error(diag.CodeConflict, n.At, fmt.Sprintf("%s never acts", syntax.Title(n)), fmt.Sprintf("It reacts to findings of the stages of %s, but there are no stages.", block)))
	}
}

// handlers adds what a policy may read of its handlers.
func (s *Scope) handlers(outer *syntax.Node) {
	for _, n := range outer.All("on") {
		for _, m := range schema.HandlerMetrics() {
			s.add("on."+n.Label+"."+m.Path, m)
		}
		if n.Child("upgrade", "") == nil {
			continue
		}
		for _, m := range schema.UpgradeMetrics() {
			s.add("on."+n.Label+"."+m.Path, m)
		}
	}
}

// knownOfHandlers says whether a path under "on." has its value at a moment.
func knownOfHandlers(when moment, path string) (bool, string) {
	early := strings.HasSuffix(path, ".found") || strings.HasSuffix(path, ".estimate_usd")
	switch when {
	case momentRound, momentPass, momentGaps, momentSubround, momentSelect:
		return false, "Reactions come after the rounds."
	case momentReact:
		return early, "It is known after the reaction."
	}
	return true, ""
}
