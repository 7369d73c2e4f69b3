package plan_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/policies"
)

const base = `
variable "floor" {
  type    = number
  default = 0.4
}

locals { half = 0.5 }

source "web" { url = "https://example.org" }

policy "p" {
  extends = [as_written]
  sources = [local, web]
  order   = [primary, bridge, methods]

  budget {
    max_wall = "90s"
    searches = 500
  }

  intent "bridge" { queries = ["{option} of {question}", "{sub_claim}"] }

  round "bridge" {
    intents     = [bridge]
    sources     = [web]
    when        = rounds.primary.selected_quality < var.floor && local.half < 1
    max_queries = 7
    results     = 10
  }

  gap "coverage" {
    measure   = "containment"
    threshold = 0.1
    templates = ["{gap}", "{gap} {core_terms}"]
  }

  gate "sure" { condition = answer.confidence >= 0.2 }
}
`

func loadPolicy(t *testing.T, text string, vars map[string]string) (*load.Set, *policy.Policy) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.policy.hcl")
	writeFile(t, path, text)
	set, diags := load.Load(load.Options{Path: path, Shipped: policies.FS, Vars: vars})
	require.False(t, diags.HasErrors(), "%v", diags)
	p, diags := set.Policy("")
	require.False(t, diags.HasErrors(), "%v", diags)
	return set, p
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

func settings(t *testing.T, set *load.Set) []load.Setting {
	t.Helper()
	out, err := set.Settings("")
	require.NoError(t, err)
	return out
}

func TestCompareSeesMeaningOnly(t *testing.T) {
	tests := []struct {
		name     string
		from, to string
		want     []string // kind and path
	}{
		{"a comment is no change", "  order ", "  # why\n  order ", nil},
		{"another spelling of a duration is no change", `"90s"`, `"1m30s"`, nil},
		{"another layout of a condition is no change", "< var.floor &&", "<   var.floor &&", nil},
		{"a default written out is no change", "results     = 10", "results     = 10\n    counts_against_max = true", nil},
		{"a gate's own name as its reason is no change", "{ condition = answer.confidence >= 0.2 }", "{\n    reason    = \"sure\"\n    condition = answer.confidence >= 0.2\n  }", nil},
		{"an empty message is no change", "{ condition = answer.confidence >= 0.2 }", "{\n    message   = \"\"\n    condition = answer.confidence >= 0.2\n  }", nil},
		{"a number", "results     = 10", "results     = 11", []string{"changed round.bridge.results"}},
		{"a condition", "answer.confidence >= 0.2", "answer.confidence > 0.2", []string{"changed gate.sure.condition"}},
		{"a local that a condition reads", "half = 0.5", "half = 0.6", []string{"changed local.half"}},
		{"a variable", "default = 0.4", "default = 0.3", []string{"changed var.floor"}},
		{"the order of rounds", "[primary, bridge, methods]", "[primary, methods, bridge]", []string{"changed order", "moved round"}},
		{"a setting of a source", "example.org", "example.com", []string{"changed source.web.url"}},
		{"a round that goes", "[primary, bridge, methods]", "[primary, bridge]", []string{"changed order", "removed round.methods", "removed round.methods.intents"}},
		{"a term", "  gate \"sure\"", "  select {\n    term \"recency\" { weight = 1 }\n  }\n  gate \"sure\"", []string{"changed select.term.recency.weight"}},
	}
	was, p := loadPolicy(t, base, nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Contains(t, base, tt.from)
			is, q := loadPolicy(t, strings.Replace(base, tt.from, tt.to, 1), nil)
			var got []string
			for _, c := range plan.Compare(settings(t, was), settings(t, is)) {
				got = append(got, c.Kind+" "+c.Path)
			}
			assert.Equal(t, tt.want, got)
			assert.Equal(t, p.Digest == q.Digest, len(got) == 0, "changes and digests agree")
		})
	}
}

func TestCompareGivesValuesAndPlacesOfBoth(t *testing.T) {
	was, _ := loadPolicy(t, base, nil)
	is, _ := loadPolicy(t, strings.Replace(base, "results     = 10", "\n    results = 99", 1), nil)
	changes := plan.Compare(settings(t, was), settings(t, is))
	require.Len(t, changes, 1)
	assert.Equal(t, []string{"10", "99"}, []string{changes[0].Old, changes[0].New})
	assert.Equal(t, changes[0].OldAt.Line+1, changes[0].NewAt.Line)
}

func TestWorstCase(t *testing.T) {
	_, p := loadPolicy(t, base, nil)
	got := plan.New(p, plan.Question{Options: 3, SubClaims: 5})
	rounds := map[string][3]int64{}
	for _, r := range got.Rounds {
		rounds[r.Name] = [3]int64{r.Most.Queries, r.Most.Searches, r.Most.Results}
	}
	assert.Equal(t, map[string][3]int64{
		"primary": {5, 10, 200}, // 2 + 3 options, two sources, 20 results
		"bridge":  {7, 7, 70},   // 3 options + 5 sub-claims, cut at max_queries
		"methods": {2, 4, 80},
	}, rounds)
	require.Len(t, got.Searches, 1)
	assert.Equal(t, plan.Searches{Of: "gap.coverage", Queries: 4, Searches: 8, Results: 160, Why: "1 time, 4 queries each, to 2 sources"}, got.Searches[0])
	assert.Equal(t, int64(10+7+4+8), got.Worst.Searches.Most)
	assert.Equal(t, int64(90_000), got.Worst.Wall.Most)
	assert.Equal(t, int64(3), got.Worst.Calls.Most, "verify once, calibrate twice")
	assert.Zero(t, got.Worst.ModelTokens.Most)
}

func TestPassesOfARoundMultiplyItsLimits(t *testing.T) {
	_, p := loadPolicy(t, base, nil)
	q := plan.Question{Options: 3, SubClaims: 9}
	once := plan.New(p, q)
	p.Rounds[1].Repeat.Max = 2
	twice := plan.New(p, q)
	assert.Equal(t, int64(7), once.Rounds[1].Most.Queries)
	assert.Equal(t, int64(12), twice.Rounds[1].Most.Queries, "all of its own, as no query is asked twice")
	assert.Equal(t, 2*once.Searches[0].Queries, twice.Searches[0].Queries, "gap queries after one more pass")
	assert.Equal(t, int64(2), twice.Rounds[1].Passes)
}

func TestBudgetCutsTheWorstCase(t *testing.T) {
	_, p := loadPolicy(t, strings.Replace(base, "searches = 500", "searches = 9\n    fuel = \"20G\"", 1), nil)
	got := plan.New(p, plan.Question{Options: 3, SubClaims: 5}).Worst
	assert.Equal(t, plan.Bound{Most: 9, Why: "budget.searches; without it 29"}, got.Searches)
	assert.Equal(t, int64(15_000_000_000), got.Fuel.Most, "three calls of 5G fit")
	p.Budget.MaxWall = 0
	assert.True(t, plan.New(p, plan.Question{}).Worst.Wall.Unbounded)
}

func TestAdaptiveGateBoundsTheRounds(t *testing.T) {
	_, p := loadPolicy(t, strings.Replace(base, "  gate \"sure\"", "  adaptive {\n    min_rounds = 1\n    max_rounds = 1\n  }\n  gate \"sure\"", 1), nil)
	got := plan.New(p, plan.Question{Options: 3, SubClaims: 5})
	assert.Equal(t, int64(10+16), got.Worst.Searches.Most, "the dearest round, and two times gap queries")
	assert.Contains(t, got.Worst.Searches.Why, "adaptive.max_rounds")
}

func TestConstantConditionsSayWhy(t *testing.T) {
	text := strings.Replace(base, "answer.confidence >= 0.2", "answer.confidence >= var.floor", 1)
	_, p := loadPolicy(t, text, map[string]string{"floor": "0"})
	got := plan.New(p, plan.Question{}).Constant
	require.Len(t, got, 2)
	assert.Equal(t, "round.bridge.when", got[0].Where)
	assert.False(t, got[0].Value)
	assert.Equal(t, "gate.sure.condition", got[1].Where)
	assert.True(t, got[1].Value)
	assert.Equal(t, "with var.floor = 0, whatever answer.confidence is", got[1].Why)
	_, p = loadPolicy(t, base, nil)
	assert.Empty(t, plan.New(p, plan.Question{}).Constant)
}

func TestVariablesSayWhereTheirValuesAreFrom(t *testing.T) {
	_, p := loadPolicy(t, base, nil)
	v := plan.New(p, plan.Question{}).Variables
	require.Len(t, v, 1)
	assert.Equal(t, "default", v[0].From)
	assert.Equal(t, 4, v[0].Origin.Line)
	assert.Equal(t, 2, v[0].Declared.Line)
}

func TestShippedPoliciesCompareEqualToThemselves(t *testing.T) {
	files, err := fs.Glob(policies.FS, "*.policy.hcl")
	require.NoError(t, err)
	for _, file := range files {
		set, diags := load.Load(load.Options{Path: strings.TrimSuffix(file, ".policy.hcl"), Shipped: policies.FS})
		require.False(t, diags.HasErrors())
		assert.Empty(t, plan.Compare(settings(t, set), settings(t, set)))
	}
}

func TestThePlanCountsTheCallsThatMeasureGaps(t *testing.T) {
	stages := `templates = ["{gap}", "{gap} {core_terms}"]
    stage "coverage" {
      plugin = plugin.one
      limits { fuel = "1k" }
    }
    stage "saturation" {
      plugin = plugin.one
    }`
	for _, tt := range []struct {
		name, more           string
		coverage, saturation int64
	}{
		{"after each round from the second on", "", 6, 4},
		{"after one round", "after = bridge", 4, 3},
		{"a sub-round measures anew", "subround {\n measure = \"containment\"\n below = 0.5\n max = 3\n}", 12, 9},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(base, `templates = ["{gap}", "{gap} {core_terms}"]`, stages+"\n"+tt.more, 1)
			_, p := loadPolicy(t, text+"\nplugin \"one\" {\n  source = \"one.wasm\"\n  digest = \""+strings.Repeat("0", 64)+"\"\n}\n", nil)
			out := plan.New(p, plan.Question{Options: 4, SubClaims: 3})
			most := map[string]int64{}
			for _, c := range out.Calls {
				most[c.Stage] = c.Most
				if c.Stage == "gap.coverage.coverage" {
					assert.Equal(t, 1000*c.Most, c.Fuel)
				}
			}
			assert.Equal(t, tt.coverage, most["gap.coverage.coverage"])
			assert.Equal(t, tt.saturation, most["gap.coverage.saturation"])
		})
	}
}
