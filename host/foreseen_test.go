package host_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/thorough"
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
		line("  gap \"coverage\" {\n    threshold = %g\n    queries {\n      per_gap = [1, %d]\n      per_round = %d\n    }", float64(few("threshold, thousandths", 0, 1000))/1000, few("n", 1, 5), few("n", 1, 9))
		for _, stage := range []string{"coverage", "saturation"} { // any plugin that gives shares measures something
			maybe(stage, func() { line("    stage %q {\n      plugin = plugin.discriminative\n    }", stage) })
		}
		maybe("subround", func() {
			line("    subround {\n      measure = \"containment\"\n      below = 0.9\n      max = %d\n      counts_against_max = %v\n    }", few("n", 1, 3), rapid.Bool().Draw(t, "counts"))
		})
		line("  }")
	})
	maybe("falsify", func() {
		line("  falsify \"draft\" {\n    resynthesise {\n      above = %g\n      max = %d\n    }\n  }", float64(few("above, thousandths", 0, 800))/1000, few("n", 1, 3))
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

// A foresight asks questions under policies of a test, one home for all.
type foresight struct {
	t          *testing.T
	home, base string
	asked      int
}

// A foreseenRun compares the use of a run with what the plan foresaw for it.
type foreseenRun struct {
	result *record.Result
	calls  map[string]int64
	fuel   int64
	plan   *plan.Plan
}

func newForesight(t *testing.T) *foresight {
	return &foresight{t: t, home: t.TempDir(), base: t.TempDir()}
}

func (f *foresight) ask(rt require.TestingT, policy string, q evidence.Question) foreseenRun {
	f.asked++
	path, records := filepath.Join(f.base, "test.policy.hcl"), filepath.Join(f.base, fmt.Sprint("records", f.asked))
	require.NoError(rt, os.WriteFile(path, []byte(policy), 0o600))
	h, err := tryOpen(f.t, host.Config{Policy: path, Home: f.home, RecordDir: records})
	require.NoError(rt, err)
	defer func() { require.NoError(rt, h.Close()) }()
	r, err := h.Ask(context.Background(), q)
	require.NoError(rt, err)
	var options []string
	for _, o := range q.Options {
		options = append(options, o.Text)
	}
	out := foreseenRun{result: r, plan: plan.New(h.Policy(), plan.Question{Options: len(q.Options), SubClaims: len(evidence.SubClaims(q.Question, options))})}
	out.calls, out.fuel = used(rt, filepath.Join(records, r.Run+".jsonl"))
	return out
}

// within fails if the run used more than the plan foresaw.
func (r foreseenRun) within(t require.TestingT) {
	require.LessOrEqual(t, r.result.Budget.Searches, r.plan.Worst.Searches.Most, "searches")
	require.LessOrEqual(t, r.fuel, r.plan.Worst.Fuel.Most, "fuel")
	require.Zero(t, r.result.Budget.ModelTokens)
	require.Zero(t, r.result.Budget.CostUSD)
	most := map[string]int64{}
	ends := func(stage string) string { // the record has no label of a falsification
		parts := strings.Split(stage, ".")
		return parts[0] + "." + parts[len(parts)-1]
	}
	for _, c := range r.plan.Calls {
		most[ends(c.Stage)] += c.Most
	}
	for stage, count := range r.calls {
		require.LessOrEqual(t, count, most[ends(stage)], stage)
	}
}

var claimed = evidence.Question{ID: "claim", Question: "Lemmings commit mass suicide by jumping off cliffs.", Type: evidence.TypeClaim}

func TestARunNeverUsesMoreThanThePlanForesaw(t *testing.T) {
	free := evidence.Question{
		ID: "free", Question: "Which protein must rapamycin bind before it inhibits mTORC1, and which substrate loses phosphate first?", Type: evidence.TypeFreeForm,
	}
	questions := []evidence.Question{rapamycin, claimed, free}
	f := newForesight(t)
	rapid.Check(t, func(rt *rapid.T) {
		if f.asked == thorough.Number(40, 6) { // each is a whole run
			return
		}
		f.ask(rt, drawPolicy(rt), questions[f.asked%len(questions)]).within(rt)
	})
}

func TestTheBoundsOfAPlanAreReached(t *testing.T) {
	r := newForesight(t).ask(t, `policy "test" {
  extends = [as_written]
  order   = [wide]
  round "wide" {
    intents = [wide]
  }
  intent "wide" {
    queries = ["{focus}", "{question}"]
  }
}`, claimed)
	r.within(t)
	require.Positive(t, r.result.Budget.Searches)
	require.Equal(t, r.plan.Worst.Searches.Most, r.result.Budget.Searches, "the bound is reached")
	require.Positive(t, r.calls["calibrate.confidence"], "calls are counted")
}

func TestTheCallsThatMeasureGapsAreForeseenExactly(t *testing.T) {
	r := newForesight(t).ask(t, `policy "test" {
  extends = [standard]
  order   = [primary, methods]
  adaptive {
    min_rounds       = 1
    min_new_docs     = 0
    min_quality_gain = 0
  }
  gap "coverage" {
    after     = primary
    threshold = 1
    stage "coverage" {
      plugin = plugin.discriminative
    }
  }
}`, rapamycin)
	r.within(t)
	for _, c := range r.plan.Calls {
		if c.Stage == "gap.coverage.coverage" {
			require.Equal(t, c.Most, r.calls[c.Stage], "what may be a gap, those kept, after the next round, and in the end")
		}
	}
	require.EqualValues(t, 4, r.calls["gap.coverage.coverage"])
}

// The pass after all rounds asks what the last one left open, of all sources, and measures the gaps once more.
func TestThePassForWhatIsLeftOverIsForeseen(t *testing.T) {
	r := newForesight(t).ask(t, `policy "test" {
  extends = [standard]
  order   = [again]
  round "again" {
    intents = [primary]
    results = 2
  }
  adaptive {
    min_rounds = 1
  }
  gap "coverage" {
    threshold = 0.9
    queries {
      per_gap   = [1, 2]
      per_round = 2
    }
    stage "coverage" {
      plugin = plugin.discriminative
    }
  }
}`, rapamycin)
	r.within(t)
	require.True(t, slices.ContainsFunc(r.result.Rounds, func(rd record.RoundResult) bool { return rd.Name == "gaps" && rd.Ran }))
	for _, c := range r.plan.Calls {
		if c.Stage == "gap.coverage.coverage" {
			require.Equal(t, c.Most, r.calls[c.Stage], "what may be a gap, those kept, after the pass, and in the end")
		}
	}
	i := slices.IndexFunc(r.plan.Searches, func(s plan.Searches) bool { return s.Of == "gap.coverage" })
	require.Positive(t, r.plan.Searches[i].Queries)
}
