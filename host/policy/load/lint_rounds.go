package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// adversary warns of a policy that states a confidence, and never looks for what speaks against.
// For and against are told by the intents of the rounds that run; a falsification looks against
// the draft.
func (b *builder) adversary() {
	pro, con := b.sides()
	calibrates := len(b.p.Calibrate.Base)+len(b.p.Calibrate.Terms) > 0
	if len(con) == 0 && len(b.p.Falsify) == 0 && len(b.p.Rounds) > 0 && calibrates {
		b.report(diag.Warning(diag.CodeOneSided, b.n.ValueAt("order"), fmt.Sprintf("%s never searches for contrary evidence", syntax.Title(b.n)),
			"Its confidence then reflects only supporting evidence. Add a round with an intent that has against = true, or a falsify block."))
	}
	if len(con) > 0 && slices.Equal(pro, con) && len(con) < len(b.p.Sources) {
		b.report(diag.Warning(diag.CodeSameSources, b.n.ValueAt("order"), fmt.Sprintf("Rounds for and against search the same sources: %s", strings.Join(con, ", ")),
			fmt.Sprintf("Evidence that these sources lack is missing from both. The policy also has %s: use it in the round against.", strings.Join(b.without(con), ", "))))
	}
}

// sides returns the sources that rounds ask for evidence, and for evidence against, sorted. A round with
// intents of both sides counts for both.
func (b *builder) sides() (pro, con []string) {
	against := map[string]bool{}
	for _, i := range b.p.Intents {
		against[i.Name] = i.Against
	}
	for _, r := range b.p.Rounds {
		asked := r.Sources
		if len(asked) == 0 {
			asked = b.without(nil)
		}
		for _, i := range r.Intents {
			if against[i] {
				con = append(con, asked...)
			} else {
				pro = append(pro, asked...)
			}
		}
	}
	return distinct(pro), distinct(con)
}

func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// without lists the policy's sources but some.
func (b *builder) without(some []string) []string {
	var out []string
	for _, s := range b.p.Sources {
		if !slices.Contains(some, s.Name) {
			out = append(out, s.Name)
		}
	}
	return out
}
