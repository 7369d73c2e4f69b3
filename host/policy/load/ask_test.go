package load_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

func standardSet(t *testing.T) *load.Set {
	t.Helper()
	set, diags := load.Load(load.Options{Path: "standard", Shipped: policies.FS})
	require.False(t, diags.HasErrors())
	return set
}

func TestAskComputesOverVariablesAndState(t *testing.T) {
	set := standardSet(t)
	state := policy.State{"rounds.primary.selected_quality": 0.35, "question.type": "claim"}
	tests := []struct {
		name, text, typ string
		value           any
	}{
		{"a number", "1 + 2", "number", 3.0},
		{"a variable", "var.min_confidence", "number", 0.3},
		{"a metric compared as the decimal it prints as", "rounds.primary.selected_quality < 0.35", "bool", false},
		{"a text", "question.type", "string", "claim"},
		{"a list", "[1, 2]", "list", []float64{1, 2}},
		{"what the state lacks is null", "answer.margin", "number", nil},
		{"a fallback for null", "coalesce(answer.margin, 0.5)", "number", 0.5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, diags := set.Ask("", tt.text, state)
			require.False(t, diags.HasErrors(), "%v", diags)
			assert.Equal(t, tt.typ, got.Type)
			assert.Equal(t, tt.value, got.Value)
		})
	}
	got, _ := set.Ask("", "answer.margin == var.min_confidence || question.type == \"claim\"", policy.State{"answer.margin": 0.1, "question.type": "claim"})
	assert.Equal(t, []policy.Used{{Path: "answer.margin", Value: 0.1}, {Path: "var.min_confidence", Value: 0.3}, {Path: "question.type", Value: "claim"}}, got.Reads)
}

func TestAskPointsAtMistakes(t *testing.T) {
	set := standardSet(t)
	tests := []struct{ name, text, code, says string }{
		{"a typo gets a hint", "answer.margn > 0", "P501", `Did you mean "answer.margin"?`},
		{"two types", "question.type == 3", "P502", "left side"},
		{"null in a comparison names the path", "answer.margin > 0", "P507", "Not known in this state: answer.margin"},
		{"no syntax", "1 +", "P005", ""},
		{"nested too deep", strings.Repeat("(", 70) + "1" + strings.Repeat(")", 70), "P003", ""},
		{"division by zero", "1 / 0", "P507", "It divides by zero."},
		{"null in a comparison has a next step", "answer.margin > 0", "P507", "If that can happen, write coalesce(answer.margin, fallback)."},
		{"bounds the wrong way round", "clamp(1, 3, 2)", "P507", "The bounds of clamp are in the wrong order."},
		{"nothing to fall back to", "coalesce(answer.margin)", "P507", "All values given to coalesce are unknown."},
		{"null in a choice", "(answer.answerable ? 1 : 2) > 1", "P507", "If that can happen, write coalesce(answer.answerable, fallback)."},
		{"null in a text", `"is ${question.type}" == "x"`, "P507", "write coalesce(question.type, fallback)"},
		{"two reasons at once", "answer.margin > 0 || 1 / 0 > 1", "P507", "Not known in this state: answer.margin."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, diags := set.Ask("", tt.text, nil)
			require.True(t, diags.HasErrors())
			assert.Equal(t, tt.code, diags[0].Extra.(diag.Code).ID)
			assert.Contains(t, diags[0].Detail, tt.says)
			assert.Equal(t, load.ExpressionName, diags[0].Subject.Filename)
		})
	}
}

// What hcl and cty say is of their own types and parameters; operators are told in the words of the language.
func TestNothingThatCannotBeComputedIsToldInTheWordsOfALibrary(t *testing.T) {
	set := standardSet(t)
	raw := regexp.MustCompile(`do not fit together|cty\.|Unsuitable|parameter|during operation|Call to function|operand|argument`)
	numbers := []string{"answer.margin", "1 / 0", "clamp(1, 3, 2)", "coalesce(answer.margin)", "-answer.margin", "1 % (1 - 1)", "min(answer.margin, 1)", "abs(answer.margin)", "answer.margin * 2"}
	bools := []string{"answer.answerable", "!answer.answerable", `contains(["a"], question.type)`, `question.type == "claim"`}
	for _, n := range numbers {
		bools = append(bools, n+" > 0", "0.5 >= "+n, n+" == 1", n+" != "+n)
	}
	failed := 0
	for _, b := range bools {
		for _, text := range []string{b, "!(" + b + ")", b + " && true", "false || " + b, "(" + b + " ? 1 : 2) > 1", "true ? " + b + " : false"} {
			_, diags := set.Ask("", text, nil)
			for _, d := range diags {
				failed++
				assert.NotRegexp(t, raw, d.Summary+" "+d.Detail, text)
			}
		}
	}
	assert.Greater(t, failed, 200)
	c := condition(t, "answer.score > 1")
	_, err := c.Eval(policy.State{})
	assert.ErrorContains(t, err, `condition "answer.score > 1": answer.score not known here`)
	assert.NotRegexp(t, raw, err.Error())
}

func TestSecretsCannotBeAsked(t *testing.T) {
	text := "variable \"key\" {\n  type = string\n  sensitive = true\n}\nsource \"web\" { key = var.key }\npolicy \"p\" {\n  extends = [as_written]\n  sources = [web]\n}\n"
	set, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", text), Shipped: policies.FS, Vars: map[string]string{"key": "hunter2"}})
	require.False(t, diags.HasErrors(), "%v", diags)
	_, diags = set.Ask("", "var.key", nil)
	require.True(t, diags.HasErrors())
	assert.NotContains(t, diags.Error(), "hunter2")
	settings, err := set.Settings("")
	require.NoError(t, err)
	for _, s := range settings {
		assert.NotContains(t, s.Value, "hunter2")
	}
}

func TestParseMetricHoldsValuesToTheirType(t *testing.T) {
	set := standardSet(t)
	tests := []struct {
		name, path, text string
		want             any
		err              string
	}{
		{"a number in its range", "rounds.primary.selected_quality", "0.4", 0.4, ""},
		{"a flag", "answer.answered", "true", true, ""},
		{"a word", "question.type", "claim", "claim", ""},
		{"a signal of a stage", "verify.stance.anything", "-3", -3.0, ""},
		{"a percentage", "rounds.primary.selected_quality", "40", nil, "in the range 0 to 1"},
		{"no flag", "answer.answered", "yes", nil, "neither true nor false"},
		{"no such word", "question.type", "poll", nil, "not one of multiple_choice"},
		{"NaN", "answer.score", "NaN", nil, "is not a number"},
		{"no such path", "rounds.primry.ran", "true", nil, `Did you mean "rounds.primary.ran"?`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := set.ParseMetric("", tt.path, tt.text)
			if tt.err != "" {
				require.ErrorContains(t, err, tt.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}
