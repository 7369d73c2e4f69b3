package policy

import (
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Handler reacts to what the assessment of claims and passages found, by a search of its own
// before the answer is made. Handlers act once, in the order of the policy.
type Handler struct {
	Kind       string // one of the events
	When       *Condition
	Queries    []string // templates
	Role       string   `digest:"omitzero"` // the model that words the query; empty: none
	Sources    []string // names; empty: all sources of the policy
	Findings   int      // asked about at most, the first ones
	MaxQueries int
	Results    int      // hits asked for per query, and works read at most
	RequireNew bool     // only works new to the pool are read
	Upgrade    *Upgrade // nil: the mode stays
	At         Pos
}

// An Upgrade answers a question in another mode than its policy's, if that can be paid.
type Upgrade struct {
	To               Mode
	ReserveFactor    float64
	EstimateMicroUSD int64 // 0: the host's estimate
	Reason           string
	MaxPerBatch      int `digest:"omitzero"` // questions of a batch that are upgraded; 0: no cap
	At               Pos
}

// UpgradesPerBatch is how many questions of a batch the policy lets be upgraded (S3-19); 0: it names no cap, or upgrades
// nothing in its mode.
func (p *Policy) UpgradesPerBatch() int {
	for i := range p.Handlers {
		if u := p.Handlers[i].Upgrade; u != nil && u.To != p.Mode {
			return u.MaxPerBatch
		}
	}
	return 0
}

func (b *builder) handlers() {
	for _, n := range b.n.all("on") {
		b.askable(n)
		h := Handler{
			Kind: n.label, When: b.condition(n, "when", momentReact), Queries: n.texts("queries"), Role: n.text("role"), Sources: b.askedBy(n),
			Findings: n.whole("findings"), MaxQueries: n.whole("max"), Results: n.whole("results"),
			RequireNew: n.flag("require_new_documents"), Upgrade: b.upgrade(n), At: n.pos(),
		}
		if len(h.Queries) == 0 && h.Upgrade == nil {
			b.report(diag.Error(diag.CodeMissing, n.at, fmt.Sprintf("%s does nothing", title(n)), "Write queries, or in on \"disagreement\" an upgrade block."))
		}
		if h.Role != "" && h.Kind != OnContradiction {
			b.report(diag.Error(diag.CodeConflict, n.valueAt("role"), fmt.Sprintf("%s has role", title(n)), `Only on "contradiction" lets a model word its query.`))
		}
		b.notified(n)
		b.p.Handlers = append(b.p.Handlers, h)
	}
}

func (b *builder) upgrade(handler *node) *Upgrade {
	n := handler.child("upgrade", "")
	if n == nil {
		return nil
	}
	if handler.label != OnDisagreement {
		b.report(diag.Error(diag.CodeConflict, n.at, fmt.Sprintf("%s cannot upgrade", title(handler)), `Only on "disagreement" has an upgrade block.`))
	}
	return &Upgrade{
		To: Mode(n.text("to")), ReserveFactor: n.number("reserve_factor"), EstimateMicroUSD: n.long("estimate"),
		Reason: n.text("reason"), MaxPerBatch: n.whole("max_per_batch"), At: n.pos(),
	}
}

// notified checks that a stage is there that could find the event.
func (b *builder) notified(n *node) {
	block := "verify"
	if n.label == OnDispute || n.label == OnSingleSource {
		block = "triangulate"
	}
	if len(b.n.section(block).all("stage")) == 0 {
		b.report(diag.Error(diag.CodeConflict, n.at, fmt.Sprintf("%s never acts", title(n)), fmt.Sprintf("It reacts to what stages of %s find, and there is none.", block)))
	}
}

// handlers adds what a policy may read of its handlers.
func (s *scope) handlers(policy *node) {
	for _, n := range policy.all("on") {
		for _, m := range schema.HandlerMetrics() {
			s.add("on."+n.label+"."+m.Path, m)
		}
		if n.child("upgrade", "") == nil {
			continue
		}
		for _, m := range schema.UpgradeMetrics() {
			s.add("on."+n.label+"."+m.Path, m)
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
		return early, "It is known once the reaction is over."
	}
	return true, ""
}
