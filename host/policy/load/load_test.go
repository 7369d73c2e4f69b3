package load_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

func TestShippedPoliciesLoadWithoutAWarning(t *testing.T) {
	files, err := fs.Glob(policies.FS, "*.policy.hcl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(file, ".policy.hcl")
		set, diags := load.Load(load.Options{Path: name, Shipped: policies.FS, Version: "0.1.0"})
		require.Empty(t, listing(diags), name)
		p, diags := set.Policy("")
		require.Empty(t, diags)
		assert.Equal(t, name, p.Name)
		assert.Len(t, p.Digest, 64)
		assert.Contains(t, p.At.File, "shipped:")
		assert.NotEmpty(t, p.Gates, "of its own or inherited")
	}
}

func TestStandardKeepsTheEngineAsWrittenAndAddsToIt(t *testing.T) {
	set, _ := load.Load(load.Options{Path: "standard", Shipped: policies.FS})
	p, diags := set.Policy("")
	require.Empty(t, diags)
	var names []string
	for _, term := range p.Select.Terms {
		names = append(names, term.Name)
	}
	assert.Equal(t, []string{"title", "abstract", "recency", "rerank", "hybrid", "retrieval", "discriminative", "authority"}, names)
	assert.Equal(t, "shipped:as_written.policy.hcl", p.Select.Terms[0].At.File)
	assert.Equal(t, "shipped:standard.policy.hcl", p.Select.Terms[3].At.File)
	assert.Equal(t, "answer.support_coverage > 0", p.Gates[0].Condition.Text)
	assert.Equal(t, "not_addressed", p.Gates[0].Reason, "reader changes the gate of the engine as written")
	var used []string
	for _, plugin := range p.Plugins {
		used = append(used, plugin.Name)
	}
	assert.Subset(t, used, []string{"discriminative", "authority", "triangulation", "falsification", "calibration"})
	assert.Equal(t, int64(3_000_000), p.Budget.MaxCostMicroUSD)
	assert.Equal(t, [2]float64{0.02, 0.98}, p.Calibrate.Clamp)
}

func shippedPolicies() fs.FS { return policies.FS }

const small = `policy "base" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  select {
    term "title" {
      feature = document.title_overlap
      weight  = 2.0
    }
  }
}
`

func weight(t *testing.T, opts load.Options) float64 {
	t.Helper()
	set, diags := load.Load(opts)
	require.Empty(t, listing(diags))
	p, diags := set.Policy("")
	require.Empty(t, listing(diags))
	return p.Select.Terms[0].Weight
}

func TestALoneFileMayExtendAShippedPolicy(t *testing.T) {
	path := write(t, "x.policy.hcl", `policy "x" { extends = [base] }`)
	shipped := fstest.MapFS{"base.policy.hcl": {Data: []byte(small)}, "broken.policy.hcl": {Data: []byte("{")}}
	assert.Equal(t, 2.0, weight(t, load.Options{Path: path, Shipped: shipped}))
}

func TestASiblingThatIsReferredToShadowsTheShippedOne(t *testing.T) {
	mine := `policy "base" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  round "one" {}
  select {
    term "title" {
      feature = document.title_overlap
      weight  = 5
    }
  }
}`
	path := write(t, "x.policy.hcl", `policy "x" { extends = [base] }`, "base.policy.hcl", mine, "other.policy.hcl", `nonsense {`)
	shipped := fstest.MapFS{"base.policy.hcl": {Data: []byte(small)}}
	assert.Equal(t, 5.0, weight(t, load.Options{Path: path, Shipped: shipped}))
}

func TestTheSamePolicyIsFoundByNameFileFolderAndFragment(t *testing.T) {
	path := write(t, "base.policy.hcl", small+"policy \"child\" {\n  extends = [base]\n  select {\n    term \"title\" { weight = 3 }\n  }\n}\n")
	assert.Equal(t, 2.0, weight(t, load.Options{Path: path}), "named like the file")
	assert.Equal(t, 3.0, weight(t, load.Options{Path: path + "#child"}))
	assert.Equal(t, 3.0, weight(t, load.Options{Path: filepath.Dir(path) + "#child"}))
	set, diags := load.Load(load.Options{Path: filepath.Dir(path)})
	require.Empty(t, diags)
	assert.Equal(t, []string{"base", "child"}, set.Names())
	_, diags = set.Policy("")
	assert.Contains(t, listing(diags), "P006 no-policy: Several policies, none chosen | Add #NAME to the path. Must be one of: base, child.")
	_, diags = set.Policy("chidl")
	assert.Contains(t, listing(diags), `Did you mean "child"?`)
	_, diags = load.Load(load.Options{Path: path + "#chidl"})
	assert.Contains(t, listing(diags), `Did you mean "child"?`)
}

func TestAPathThatNamesNothingSaysWhatThereIs(t *testing.T) {
	shipped := fstest.MapFS{"standard.policy.hcl": {Data: []byte(small)}}
	_, diags := load.Load(load.Options{Path: "standrad", Shipped: shipped})
	assert.Contains(t, listing(diags), `P001 unreadable: No policy at "standrad": it does not exist | Did you mean "standard"?`)
	_, diags = load.Load(load.Options{Path: t.TempDir()})
	assert.Contains(t, listing(diags), "P006 no-policy")
	dir := write(t, "x.policy.hcl", "")
	require.NoError(t, os.Mkdir(filepath.Join(filepath.Dir(dir), "d.policy.hcl"), 0o755))
	_, diags = load.Load(load.Options{Path: dir})
	assert.Empty(t, diags, "an empty file is a library without policies")
}

func TestPositionsAreRelativeAsTheUserWroteThem(t *testing.T) {
	path := write(t, "x.policy.hcl", small)
	t.Chdir(filepath.Dir(path))
	for given, shown := range map[string]string{"x.policy.hcl": "x.policy.hcl", "./x.policy.hcl": "./x.policy.hcl", ".": "x.policy.hcl"} {
		set, diags := load.Load(load.Options{Path: given})
		require.Empty(t, diags)
		p, _ := set.Policy("")
		assert.Equal(t, shown, p.Rounds[0].At.File)
	}
}

const withVariable = `
variable "w" {
  type    = number
  default = 1
  env     = "MY_WEIGHT"
}

policy "child" {
  extends = [base]
  select {
    term "title" { weight = var.w }
  }
}
`

func TestAVariableTakesTheStrongestOfItsSourcesAndSaysWhich(t *testing.T) {
	path := write(t, "child.policy.hcl", small+withVariable, "v.policyvars.hcl", "w = 4\n")
	varFile := filepath.Join(filepath.Dir(path), "v.policyvars.hcl")
	env := map[string]string{}
	opts := load.Options{Path: path, Env: func(name string) (string, bool) { v, ok := env[name]; return v, ok }}
	check := func(value float64, from string) {
		t.Helper()
		set, diags := load.Load(opts)
		require.Empty(t, listing(diags))
		p, _ := set.Policy("child")
		require.Len(t, p.Variables, 1)
		assert.Equal(t, value, p.Variables[0].Value)
		assert.Equal(t, value, p.Select.Terms[0].Weight)
		assert.Equal(t, from, p.Variables[0].From)
		base, _ := set.Policy("base")
		assert.Empty(t, base.Variables, "a policy lists the variables it depends on")
	}
	check(1, "default")
	env["MY_WEIGHT"] = "2"
	check(2, "env MY_WEIGHT")
	env["SPARKHOST_VAR_W"] = "3"
	check(3, "env SPARKHOST_VAR_W")
	opts.VarFiles = []string{varFile}
	check(4, "file "+filepath.ToSlash(varFile))
	opts.Vars = map[string]string{"w": "5"}
	check(5, "flag")
}

func TestAValueForAnUndeclaredVariableIsAnErrorWhereverItComesFrom(t *testing.T) {
	path := write(t, "child.policy.hcl", small+withVariable, "v.policyvars.hcl", "ww = 4\n")
	_, diags := load.Load(load.Options{
		Path: path, Vars: map[string]string{"weigth": "1"}, VarFiles: []string{filepath.Join(filepath.Dir(path), "v.policyvars.hcl")},
		EnvNames: []string{"HOME", "SPARKHOST_VAR_V", "SPARKHOST_VAR_W"},
	})
	text := listing(diags)
	assert.Contains(t, text, `--var sets "weigth"`)
	assert.Contains(t, text, `1:6: error P301 undeclared-variable: The file sets "ww", which no policy declares | Did you mean "w"?`)
	assert.Contains(t, text, "SPARKHOST_VAR_V")
	assert.NotContains(t, text, "HOME")
	assert.Len(t, diags, 3)
}

func TestAnEnvironmentVariableInSmallLettersIsAnErrorBecauseItSetsNothing(t *testing.T) {
	path := write(t, "child.policy.hcl", small+withVariable)
	_, diags := load.Load(load.Options{Path: path, EnvNames: []string{"SPARKHOST_VAR_W", "SPARKHOST_VAR_w"}})
	assert.Contains(t, listing(diags), "The environment variable SPARKHOST_VAR_w has no effect | Write SPARKHOST_VAR_W")
	assert.Len(t, diags, 1)
}

func TestAValueOfTheWrongTypeIsRefused(t *testing.T) {
	path := write(t, "child.policy.hcl", small+withVariable)
	for _, bad := range []string{"", "one", "NaN", "Inf", "1e999", "0.5x"} {
		_, diags := load.Load(load.Options{Path: path, Vars: map[string]string{"w": bad}})
		assert.Contains(t, listing(diags), "P302 variable-value", bad)
	}
}

func TestASensitiveValueReachesSettingsAndNothingElse(t *testing.T) {
	text := small + `
variable "key" {
  type      = string
  sensitive = true
}

source "papers" { key = var.key }

policy "child" {
  extends = [base]
  sources = [local, papers]
}
`
	path := write(t, "child.policy.hcl", text)
	load := func(key string) *policy.Policy {
		set, diags := load.Load(load.Options{Path: path, Vars: map[string]string{"key": key}})
		require.Empty(t, listing(diags))
		p, _ := set.Policy("child")
		return p
	}
	p := load("hunter2")
	assert.Equal(t, "hunter2", p.Sources[1].Config["key"])
	assert.Equal(t, []string{"key"}, p.Sources[1].Secret)
	assert.Equal(t, p.Digest, load("other").Digest, "a secret is no part of the digest")
}

func TestLocalsBuildOnVariablesAndEachOther(t *testing.T) {
	text := small + withVariable + `
locals {
  b = local.a * 2
  a = clamp(var.w, 3, 9)
}

policy "by_local" {
  extends = [base]
  select {
    term "title" { weight = local.b }
  }
}
`
	path := write(t, "child.policy.hcl", text)
	assert.Equal(t, 6.0, weight(t, load.Options{Path: path + "#by_local"}))
	assert.Equal(t, 8.0, weight(t, load.Options{Path: path + "#by_local", Vars: map[string]string{"w": "4"}}))
}

func TestALongChainOfLocalsIsNotToldToBeACircle(t *testing.T) {
	var text strings.Builder
	text.WriteString(small + "\nlocals {\n")
	for i := range 1100 {
		fmt.Fprintf(&text, "  a%d = local.a%d\n", i, i+1)
	}
	text.WriteString("  a1100 = 1\n}\n")
	_, diags := load.Load(load.Options{Path: write(t, "child.policy.hcl", text.String())})
	assert.Contains(t, listing(diags), "Too many locals in a row")
	assert.NotContains(t, listing(diags), "depends on itself")
}

func TestAnOverrideBeatsWhatAnotherParentMerelyInherits(t *testing.T) {
	text := small + `
policy "changed" {
  extends = [base]
  select {
    term "title" { weight = 7 }
  }
}

policy "added" {
  extends = [base]
  gate "g" { condition = answer.answered }
}

policy "both" { extends = [added, changed] }
policy "turned" { extends = [changed, added] }
`
	path := write(t, "x.policy.hcl", text)
	assert.Equal(t, 7.0, weight(t, load.Options{Path: path + "#both"}))
	assert.Equal(t, 7.0, weight(t, load.Options{Path: path + "#turned"}))
}

func TestOrderStatesTheSequenceAndDropsInheritedRounds(t *testing.T) {
	text := small + `
policy "more" {
  extends = [base]
  order   = [two, one]
  round "two" { intents = [all] }
}

policy "less" {
  extends = [more]
  order   = [two]
}
`
	path := write(t, "x.policy.hcl", text)
	set, diags := load.Load(load.Options{Path: path})
	require.Empty(t, listing(diags))
	more, _ := set.Policy("more")
	less, _ := set.Policy("less")
	assert.Equal(t, []string{"two", "one"}, []string{more.Rounds[0].Name, more.Rounds[1].Name})
	require.Len(t, less.Rounds, 1)
	assert.Equal(t, "two", less.Rounds[0].Name)
}

// A variable of the user's that is named as one of a shipped policy is that one, too: the user is told at the own line, whether the type fits or not.
func TestAVariableOfAShippedPolicyIsNotTakenInSilence(t *testing.T) {
	for typ, value := range map[string]string{"number": "0.9", "string": `"x"`} {
		text := "policy \"p\" {\n  extends = [standard]\n  description = \"at ${var.min_confidence}\"\n}\nvariable \"min_confidence\" {\n  type = " + typ + "\n  default = " + value + "\n}\n"
		_, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", text), Shipped: shippedPolicies()})
		assert.Contains(t, listing(diags), `5:1: warning P402 redefined: variable "min_confidence" is also one of the shipped policies | shipped:standard.policy.hcl also reads it`)
		assert.Equal(t, typ == "string", diags.HasErrors())
	}
}
