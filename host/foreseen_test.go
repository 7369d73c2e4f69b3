package host_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/record"
)

// drawPolicy writes a policy that extends standard in what decides how much is spent.
func drawPolicy(t *rapid.T) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	maybe := func(what string, write func()) {
		if rapid.Bool().Draw(t, what) {
			write()
		}
	}
	few := func(what string, low, high int) int { return rapid.IntRange(low, high).Draw(t, what) }
	rounds := rapid.Permutation([]string{"primary", "methods", "adversarial", "again"}).Draw(t, "order")
	rounds = rounds[:few("rounds", 1, 4)]
	line("policy \"test\" {\n  extends = [standard]\n  order = [%s]", strings.Join(rounds, ", "))
	bounded := false // a round's own budget must fit into that of the policy
	for _, name := range rounds {
		line("  round %q {", name)
		if name == "again" {
			line("    intents = [%s]", rapid.SampledFrom([]string{"wide", "wide, narrow", "primary"}).Draw(t, "intents"))
		}
		maybe("results", func() { line("    results = %d", few("n", 1, 30)) })
		maybe("max_queries", func() { line("    max_queries = %d", few("n", 1, 6)) })
		maybe("counts", func() { line("    counts_against_max = %v", rapid.Bool().Draw(t, "counts")) })
		maybe("repeat", func() { line("    repeat {\n      max = %d\n    }", few("n", 2, 4)) })
		maybe("round budget", func() { bounded = true; line("    budget {\n      searches = %d\n    }", few("n", 1, 8)) })
		line("  }")
	}
	line("  intent \"wide\" {\n    queries = [\"{focus}\", \"{core_terms} {option}\", \"{sub_claim}\"]\n  }")
	line("  intent \"narrow\" {\n    queries = [\"{question} {option}\"]\n  }")
	line("  adaptive {\n    enabled = %v\n    max_rounds = %d\n    min_rounds = 1\n  }", rapid.Bool().Draw(t, "adaptive"), few("max_rounds", 1, 5))
	maybe("gap", func() {
		line("  gap \"coverage\" {\n    threshold = %g\n    queries {\n      per_gap = [1, %d]\n      per_round = %d\n    }\n  }", rapid.Float64Range(0, 1).Draw(t, "threshold"), few("n", 1, 5), few("n", 1, 9))
	})
	maybe("falsify", func() {
		line("  falsify \"draft\" {\n    resynthesise {\n      above = %g\n      max = %d\n    }\n  }", rapid.Float64Range(0, 0.8).Draw(t, "above"), few("n", 1, 3))
	})
	if !bounded {
		maybe("budget", func() {
			line("  budget {\n    searches = %d\n    fuel     = \"%dG\"\n  }", few("n", 1, 20), few("n", 5, 60))
		})
	}
	line("}")
	return b.String()
}

// used adds up a record: calls of each stage, and what plugins computed.
func used(t require.TestingT, path string) (calls map[string]int64, fuel int64) {
	r, err := record.ReadFile(path)
	require.NoError(t, err)
	calls = map[string]int64{}
	for e := range r.Events() {
		switch e.Kind {
		case record.KindPluginCall:
			var call record.PluginCall
			require.NoError(t, e.Decode(&call))
			calls[call.Stage]++
		case record.KindTiming:
			var timing record.Timing
			require.NoError(t, e.Decode(&timing))
			if strings.HasPrefix(timing.What, record.TimingCall) {
				fuel += timing.Fuel
			}
		}
	}
	return calls, fuel
}

func TestARunNeverUsesMoreThanThePlanForesaw(t *testing.T) {
	questions := []evidence.Question{
		rapamycin,
		{ID: "claim", Question: "Lemmings commit mass suicide by jumping off cliffs.", Type: evidence.TypeClaim},
		{ID: "free", Question: "Which protein must rapamycin bind before it inhibits mTORC1, and which substrate loses phosphate first?", Type: evidence.TypeFreeForm},
	}
	home, base := t.TempDir(), t.TempDir()
	seen := map[string]bool{}
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		if n > 40 { // each is a whole run
			return
		}
		path, records := filepath.Join(base, "test.policy.hcl"), filepath.Join(base, fmt.Sprint("records", n))
		require.NoError(rt, os.WriteFile(path, []byte(drawPolicy(rt)), 0o600))
		h, err := tryOpen(t, host.Config{Policy: path, Home: home, RecordDir: records})
		require.NoError(rt, err)
		defer func() { require.NoError(rt, h.Close()) }()
		q := questions[n%len(questions)]
		r, err := h.Ask(context.Background(), q)
		require.NoError(rt, err)
		var options []string
		for _, o := range q.Options {
			options = append(options, o.Text)
		}
		foreseen := plan.New(h.Policy(), plan.Question{Options: len(q.Options), SubClaims: len(evidence.SubClaims(q.Question, options))})
		worst := foreseen.Worst
		calls, fuel := used(rt, filepath.Join(records, r.Run+".jsonl"))
		require.LessOrEqual(rt, r.Budget.Searches, worst.Searches.Most, "searches")
		require.LessOrEqual(rt, fuel, worst.Fuel.Most, "fuel")
		require.Zero(rt, r.Budget.ModelTokens)
		require.Zero(rt, r.Budget.CostUSD)
		most := map[string]int64{}
		for _, c := range foreseen.Calls {
			parts := strings.Split(c.Stage, ".") // the record has no label of a falsification
			most[parts[0]+"."+parts[len(parts)-1]] += c.Most
		}
		for stage, count := range calls {
			require.LessOrEqual(rt, count, most[stage], stage)
			seen[stage] = true
		}
		seen["searched"] = seen["searched"] || r.Budget.Searches == worst.Searches.Most
	})
	require.True(t, seen["searched"], "the bound is reached")
	require.True(t, seen["falsify.score"] && seen["calibrate.confidence"], "calls are counted")
}
