package load_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

const moded = `
variable "bridge" {
  type    = bool
  default = mode == "research_max"
  env     = "BRIDGE"
}

variable "ssas" {
  type    = bool
  default = true
  env     = "SSAS"
}

locals { deep = mode == "standard" ? 10 : 20 }

policy "moded" {
  extends = [as_written]
  order   = [primary, bridge, methods, adversarial]

  intent "bridge" {
    modes   = [research_max, routed]
    queries = ["{core_terms} bridge"]
  }

  round "bridge" {
    enabled = var.bridge
    intents = [primary, bridge]
  }

  round "adversarial" {
    when    = !rounds.bridge.ran || rounds.bridge.new_documents > 0
    results = local.deep
  }

  select {
    term "title" { weight = var.ssas ? 1.8 : 2.0 }
    term "recency" { enabled = var.ssas }
  }

  falsify "draft" {
    modes   = [research_max]
    queries = ["{draft}"]
    stage "score" {
      plugin = plugin.falsification
      config = { mode = "draft" }
    }
  }

  calibrate {
    term "falsification" {
      feature = falsify.draft.score
      weight  = -0.1
    }
  }
}
`

func loadMode(t *testing.T, text string, mode policy.Mode, env map[string]string) *policy.Policy {
	t.Helper()
	lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	set, diags := load.Load(load.Options{Path: write(t, "moded.policy.hcl", text), Shipped: policies.FS, Mode: mode, Env: lookup})
	require.Empty(t, listing(diags))
	p, diags := set.Policy("")
	require.Empty(t, diags)
	return p
}

func roundNames(p *policy.Policy) []string {
	var out []string
	for _, r := range p.Rounds {
		out = append(out, r.Name)
	}
	return out
}

func TestABlockIsThereInItsModesOnly(t *testing.T) {
	for _, tt := range []struct {
		name    string
		mode    policy.Mode
		env     map[string]string
		rounds  []string
		intents []string // of the round bridge
		results int      // of the round adversarial
		against int      // falsify blocks
	}{
		{"the default is standard", "", nil, []string{"primary", "methods", "adversarial"}, nil, 10, 0},
		{"routed has the intent and not the round", policy.ModeRouted, nil, []string{"primary", "methods", "adversarial"}, nil, 20, 0},
		{"research_max has everything", policy.ModeResearchMax, nil, []string{"primary", "bridge", "methods", "adversarial"}, []string{"primary", "bridge"}, 20, 1},
		{"the environment turns a round on", policy.ModeStandard, map[string]string{"BRIDGE": "1"}, []string{"primary", "bridge", "methods", "adversarial"}, []string{"primary"}, 10, 0},
		{"and off", policy.ModeResearchMax, map[string]string{"BRIDGE": "off"}, []string{"primary", "methods", "adversarial"}, nil, 20, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := loadMode(t, moded, tt.mode, tt.env)
			assert.Equal(t, tt.rounds, roundNames(p))
			for _, r := range p.Rounds {
				if r.Name == "bridge" {
					assert.Equal(t, tt.intents, r.Intents, "an intent that is switched off leaves the lists that it stands in")
				}
				if r.Name == "adversarial" {
					assert.Equal(t, tt.results, r.Results, "locals may read the mode")
				}
			}
			assert.Len(t, p.Falsify, tt.against)
		})
	}
}

func TestWhatIsSwitchedOffIsListedWithItsReason(t *testing.T) {
	p := loadMode(t, moded, "", map[string]string{"SSAS": "no"})
	var got []string
	for _, a := range p.Absent {
		got = append(got, a.String()+": "+a.Why)
	}
	assert.ElementsMatch(t, []string{
		`round "bridge": enabled is false`, `intent "bridge": only in mode research_max or routed`,
		`falsify "draft": only in mode research_max`, `term "recency": enabled is false`,
	}, got)
}

func TestARoundThatIsSwitchedOffHasNotRun(t *testing.T) {
	p := loadMode(t, moded, "", nil)
	state := policy.State{}
	policy.NewCourse(p, state, func(string, *policy.Condition) (bool, error) { return true, nil })
	d, err := p.Rounds[2].When.Eval(state)
	require.NoError(t, err)
	assert.True(t, d.Result, "!rounds.bridge.ran holds")
	value, constant := p.Rounds[2].When.Constant()
	assert.True(t, constant && value, "and always does")
}

func TestModeIsPartOfTheDigestUnlessItIsStandard(t *testing.T) {
	plain := "policy \"moded\" {\n  extends = [as_written]\n}\n"
	written := "policy \"moded\" {\n  extends = [as_written]\n  mode    = research_max\n}\n"
	none, standard := loadMode(t, plain, "", nil), loadMode(t, plain, policy.ModeStandard, nil)
	assert.Equal(t, none.Digest, standard.Digest)
	assert.Equal(t, policy.ModeStandard, none.Mode)
	deep := loadMode(t, plain, policy.ModeResearchMax, nil)
	assert.NotEqual(t, none.Digest, deep.Digest)
	own := loadMode(t, written, "", nil)
	assert.Equal(t, policy.ModeResearchMax, own.Mode)
	assert.Equal(t, deep.Digest, own.Digest)
	assert.Equal(t, none.Digest, loadMode(t, written, policy.ModeStandard, nil).Digest, "who runs it may say otherwise")
}

func TestTurningATermOffRestoresTheOtherWeights(t *testing.T) {
	on, off := loadMode(t, moded, "", nil), loadMode(t, moded, "", map[string]string{"SSAS": "0"})
	assert.Equal(t, 1.8, on.Select.Terms[0].Weight)
	assert.Equal(t, 2.0, off.Select.Terms[0].Weight)
	assert.Len(t, off.Select.Terms, len(on.Select.Terms)-1)
}

func TestEveryModeIsCheckedUnlessOneIsNamed(t *testing.T) {
	text := "policy \"moded\" {\n  extends = [as_written]\n  adaptive { min_rounds = mode == \"research_max\" ? 9 : 2 }\n}\n"
	path := write(t, "moded.policy.hcl", text)
	_, diags := load.Load(load.Options{Path: path, Shipped: policies.FS})
	require.Len(t, diags, 1)
	assert.Contains(t, diags[0].Summary, "min_rounds is above max_rounds")
	assert.Contains(t, diags[0].Detail, "applies to mode research_max")
	_, diags = load.Load(load.Options{Path: path, Shipped: policies.FS, Mode: policy.ModeRouted})
	assert.Empty(t, listing(diags))
	_, diags = load.Load(load.Options{Path: path, Shipped: policies.FS, Mode: "reserch_max"})
	require.Len(t, diags, 1)
	assert.Contains(t, diags[0].Detail, `Did you mean "research_max"?`)
}

func TestABoolFromOutsideHasManySpellings(t *testing.T) {
	for text, on := range map[string]bool{"1": true, "on": true, "yes": true, "TRUE": true, "0": false, "off": false, "No": false, "false": false} {
		p := loadMode(t, moded, "", map[string]string{"BRIDGE": text})
		assert.Equal(t, on, len(p.Rounds) == 4, text)
	}
}

func TestAWrongValueNamesTheVariableAndTheEnvironment(t *testing.T) {
	set := func(env map[string]string) string {
		lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
		_, diags := load.Load(load.Options{Path: write(t, "moded.policy.hcl", moded), Shipped: policies.FS, Env: lookup})
		return listing(diags)
	}
	assert.Equal(t, "2:1: error P302 variable-value: The value of bridge is not a bool | It comes from env BRIDGE: \"2\" is neither true (1, on, yes) nor false (0, off, no).\n",
		set(map[string]string{"BRIDGE": "2"}))
}
