package load_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/load"
)

// fitted is a policy of one stage in each block that has outputs, with extra in its blocks.
func fitted(selectTerm, calibrate, extra string) string {
	return frame(`  select {
    stage "s" {
      plugin = plugin.one
      limits { fuel = "5k" }
    }
    term "s" {
      stage  = stage.s
      weight = 0.5
      `+selectTerm+`
    }
  }
  verify {
    stage "v" { plugin = plugin.one }
  }
  calibrate {
    stage "confidence" { plugin = plugin.one }
    term "t" {
      feature = verify.v.flags
      weight  = -0.1
      `+calibrate+`
    }
  }
  `+extra, `
plugin "one" {
  source = "one.wasm"
  limits {
    memory = "1MiB"
    fuel   = "2k"
  }
}
`)
}

var declared = load.Declared{
	Signals: map[string]load.Span{"verify.v.flags": {Min: 0, Max: 3}, "verify.v.supports": {Min: 0, Max: 1}, "falsify.draft.score": {Min: 0.2, Max: 0.6}},
	Outputs: map[string]load.Span{"select.s": {Min: -1, Max: 1}},
	Start:   map[string]int64{"one": 5000},
}

func TestNumbersAreHeldAgainstWhatPluginsDeclare(t *testing.T) {
	draft := func(above string) string {
		return "falsify \"draft\" {\n queries = [\"{draft}\"]\n resynthesise { above = " + above + " }\n}"
	}
	for _, tt := range []struct {
		name, selectTerm, calibrate, extra, want string
	}{
		{"what lies within passes", "floor = -0.4\n cap = 0.4", "floor = -0.2", gate("verify.v.supports < 0.5 || verify.v.flags >= 3") + draft("0.3"), ""},
		{"a bound that the range meets exactly passes", "floor = -0.5\n cap = 0.5", "floor = -0.3\n cap = 0", "", ""},
		{"a cap that no value reaches", "cap = 0.6", "", "",
			"30:13: warning P751 out-of-reach: Term \"s\" never reaches its cap | Its plugin declares select.s between -1 and 1; with weight 0.5 that adds -0.5 to 0.5. Write a cap in that range, or remove it.\n"},
		{"a floor that no value reaches", "floor = -0.6", "", "", "30:15: warning P751 out-of-reach: Term \"s\" never reaches its floor"},
		{"a floor over what a one-sided term can add", "one_sided = true\n floor = 0.5", "", "", "31:10: warning P751 out-of-reach: Term \"s\" always adds its floor"},
		{"a one-sided term never comes near the other side", "one_sided = true\n floor = -0.1", "", "", "31:10: warning P751 out-of-reach: Term \"s\" never reaches its floor"},
		{"a one-sided fine never raises", "", "one_sided = true\n cap = 0.1", "", "42:8: warning P751 out-of-reach: Term \"t\" never reaches its cap | Its plugin declares verify.v.flags between 0 and 3; with weight -0.1 that adds -0.3 to 0."},
		{"a cap under everything", "", "cap = -0.4", "", "41:13: warning P751 out-of-reach: Term \"t\" always adds its cap"},
		{"a threshold beyond the range", "", "", gate("verify.v.supports < 55"),
			"45:17: warning P751 out-of-reach: This is always true | Its plugin declares verify.v.supports between 0 and 1. Write a number within that range.\n"},
		{"a threshold beyond the range, beside what is open", "", "", gate("answer.support_coverage > 0.5 && 4 <= verify.v.flags"), "45:50: warning P751 out-of-reach: This is always false"},
		{"an equality outside the range", "", "", gate("verify.v.flags == 4"), "45:17: warning P751 out-of-reach: This is always false"},
		{"a signal that nothing gives", "", "", gate("verify.v.suports > 0.5"), "45:17: error P752 no-output: No plugin returns verify.v.suports | Did you mean \"verify.v.supports\"?\n"},
		{"a draft that is never made anew", "", "", draft("0.6"), "46:25: warning P751 out-of-reach: No draft is ever redrafted | Its plugin declares falsify.draft.score between 0.2 and 0.6. Redrafting needs a score strictly above this; lower it.\n"},
		{"a draft that is always made anew", "", "", draft("0.1"), "46:25: warning P751 out-of-reach: Every draft is redrafted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, problems := loadText(t, fitted(tt.selectTerm, tt.calibrate, tt.extra))
			require.NotContains(t, problems, "error")
			got := listing(set.Fit("p", declared))
			if tt.want == "" {
				assert.Empty(t, got)
			}
			assert.Contains(t, got, tt.want)
		})
	}
}

func TestARedraftNeedsASignalNamedScore(t *testing.T) {
	set, problems := loadText(t, fitted("", "", "falsify \"draft\" {\n queries = [\"{draft}\"]\n resynthesise { above = 0.5 }\n}"))
	require.NotContains(t, problems, "error")
	got := listing(set.Fit("", load.Declared{}))
	assert.Contains(t, got, `No draft is ever redrafted | No stage of falsify "draft" returns a signal named score.`)
}

func TestAStageThatAllowsLessFuelThanStartingTakesIsSaid(t *testing.T) {
	set, problems := loadText(t, fitted("", "", ""))
	require.NotContains(t, problems, "error")
	assert.Empty(t, set.Fit("p", declared), "5000 units are as many as starting took")
	more := declared
	more.Start = map[string]int64{"one": 5001}
	assert.Contains(t, listing(set.Fit("p", more)), "25:23: warning P754 little-fuel: Stage \"s\" allows a call less fuel than its plugin starts with | Starting plugin \"one\" took 5001 units")
	assert.Contains(t, listing(set.Fit("q", more)), "P401 unknown-name")
}

func TestAShortageOfAPluginPointsAtItsLimit(t *testing.T) {
	set, problems := loadText(t, fitted("", "", ""))
	require.NotContains(t, problems, "error")
	memory := set.Short(load.Shortage{Plugin: "one", Memory: true, Need: 2 << 20, Detail: "too much"})
	assert.Equal(t, "50:14: error P753 little-memory: Plugin \"one\" needs more memory to start | Too much. Its module starts with 2MiB: write limits { memory = \"2MiB\" } or more.\n", listing(hcl.Diagnostics{memory}))
	fuel := set.Short(load.Shortage{Plugin: "one", Detail: "stopped"})
	assert.Equal(t, "51:14: error P754 little-fuel: Plugin \"one\" needs more fuel to start | Stopped. Raise limits { fuel } of the plugin.\n", listing(hcl.Diagnostics{fuel}))
}
