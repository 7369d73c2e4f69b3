package load_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/suite"
	"github.com/sparkhost/sparkhost/policies"
)

// tested is a policy with one of each kind of decision.
const tested = `variable "floor" {
  type    = number
  default = 0.5
}

policy "p" {
  order = [one, two, three]
  adaptive { min_rounds = 2 }
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" {
    intents = [all]
    when    = rounds.one.selected_quality < var.floor
  }
  round "three" { intents = [all] }
  verify {
    stage "judge" { plugin = plugin.judge }
  }
  options { min_margin = 0.1 }
  falsify "draft" {
    when    = answer.provisional_confidence > 0.3
    queries = ["{draft}"]
    stage "judge" { plugin = plugin.judge }
    resynthesise { above = 0.7 }
  }
  calibrate {
    stage "confidence" { plugin = plugin.judge }
  }
  gate "soft" {
    level     = "soft"
    condition = verify.judge.flags < 3
    reason    = "many_flags"
  }
  gate "fatal" {
    condition = pool.documents > 0
    otherwise = "fail"
  }
  gate "advice" {
    level     = "advisory"
    condition = answer.citations > 0
  }
}

plugin "judge" { source = "builtin" }
`

// runTests runs a test file's text beside the policy above.
func runTests(t *testing.T, text string) *suite.Report {
	t.Helper()
	return suite.Run(suite.Options{Paths: []string{write(t, "p.policytest.hcl", text, "p.policy.hcl", tested)}, Shipped: shippedPolicies()})
}

func one(body string) string { return "test \"t\" {\n  policy = p\n" + body + "\n}\n" }

func TestPolicyTestsSayWhatComesOfAState(t *testing.T) {
	for name, body := range map[string]string{
		"enough quality skips the second round":          `expect {; path = [one, three]; skipped = { two = "when: false" }; }`,
		"thin evidence opens it":                         `given "one" { selected_quality = 0.4 }; expect {; path = [one, two, three]; }`,
		"a variable moves the threshold":                 `variables = { floor = 1 }; given "rounds.one" { selected_quality = 0.9 }; expect {; path = [one, two, three]; }`,
		"few documents end retrieval":                    `given "one" { selected_quality = 0.4 }; given "two" { new_documents = 1 }; expect {; skipped = { three = "adaptive: new_documents_low" }; }`,
		"a round without new queries":                    `given "three" { ran = false }; expect {; path = [one]; skipped = { three = "no new queries" }; }`,
		"an ordinary answer passes every gate":           `expect {; verdict = "answered"; reasons = []; challenged = [draft]; gates = { soft = true, fatal = true, advice = true }; }`,
		"a gate withholds an answer":                     `given "verify.judge" { flags = 3 }; expect {; verdict = "abstained"; reasons = ["many_flags"]; gates = { soft = false }; }`,
		"a fatal gate refuses":                           `given "pool" { documents = 0 }; given "verify.judge" { flags = 3 }; expect {; verdict = "refused"; reasons = ["fatal", "many_flags"]; }`,
		"an advisory gate only warns":                    `given "answer" { citations = 0 }; expect {; verdict = "answered"; reasons = ["advice"]; }`,
		"without an answer nothing is asked":             `given "answer" { answered = false }; expect {; verdict = "abstained"; challenged = []; reasons = []; }`,
		"a weak draft is not challenged":                 `given "answer" { provisional_confidence = 0.3 }; expect {; challenged = []; }`,
		"a refuted draft is said":                        `given "falsify.draft" { score = 0.8 }; expect {; reasons = ["high_falsification_risk"]; }`,
		"a score at the threshold is not":                `given "falsify.draft" { score = 0.7 }; expect {; reasons = []; }`,
		"a narrow lead is said":                          `given "answer" { margin = 0.09 }; expect {; reasons = ["margin_below_minimum"]; }`,
		"a free answer has no margin":                    `given "question" { type = "free_form" }; expect {; reasons = []; }; assert {; condition = question.options == 0 && !question.polar; error_message = "free"; }`,
		"a claim is polar":                               `given "question" { type = "claim" }; assert {; condition = question.polar; error_message = "polar"; }`,
		"documents of the rounds that ran add up":        `given "one" { new_documents = 7 }; assert {; condition = pool.documents == 9 && run.rounds == 2; error_message = "7 and the neutral 2"; }`,
		"an assertion may read variables and the budget": `assert {; condition = budget.remaining_usd == 1 && var.floor == 0.5; error_message = "whole"; }`,
	} {
		t.Run(name, func(t *testing.T) {
			r := runTests(t, one(strings.ReplaceAll(body, "; ", "\n")))
			require.Empty(t, listing(r.Problems))
			require.Len(t, r.Tests, 1)
			assert.Empty(t, listing(r.Tests[0].Problems))
		})
	}
}

func TestFailedPolicyTestsSayWhy(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"path", `  expect { path = [one, two, three] }`, `3:19: error P901 test-failed: The path is [one, three], not [one, two, three] | two did not run: `},
		{"a round too many", "  given \"one\" { selected_quality = 0.4 }\n  expect { path = [one, three] }", `4:19: error P901 test-failed: The path is [one, two, three], not [one, three] | `},
		{"skipped round ran", `  expect { skipped = { one = "when" } }`, `3:22: error P901 test-failed: Round "one" ran | `},
		{"skipped for another reason", `  expect { skipped = { two = "adaptive" } }`, `Round "two" was skipped for another reason | The reason is `},
		{"gate", `  expect { gates = { soft = false } }`, `3:20: error P901 test-failed: Gate "soft" is true, not false | `},
		{"gate that was not asked", "  given \"answer\" { answered = false }\n  expect { gates = { soft = false } }", `Gate "soft" was not checked | Without an answer no gate is checked.`},
		{"verdict", `  expect { verdict = "refused" }`, `3:22: error P901 test-failed: The verdict is answered, not refused | Every gate passed.`},
		{"reasons", `  expect { reasons = ["many_flags"] }`, `reasons is [], not [many_flags]`},
		{"challenged", `  expect { challenged = [] }`, `challenged is [draft], not []`},
		{"assert", "  assert {\n    condition     = run.rounds == 3\n    error_message = \"three rounds run\"\n  }", `4:21: error P901 test-failed: Three rounds run | `},
		{"nothing expected", ``, `1:1: error P902 expects-nothing: The test has no expectation | `},
		{"an empty expect", `  expect {}`, `P902 expects-nothing`},
		{"given to a round that does not run", "  given \"two\" { new_documents = 4 }\n  expect { path = [one, three] }", `3:3: error P903 not-reached: Given "two" was not reached | Round "two" did not run: `},
		{"given to a draft that is not challenged", "  given \"answer\" { provisional_confidence = 0 }\n  given \"falsify.draft\" { score = 1 }\n  expect { challenged = [] }", `4:3: error P903 not-reached: Given "falsify.draft" was not reached | `},
		{"gaps where none are looked for", "  given \"one\" { open_gaps = 4 }\n  expect { path = [one, three] }", `3:29: error P903 not-reached: No gap analysis runs after this round | `},
		{"a round misspelt", "  given \"tow\" { new_documents = 4 }\n  expect { path = [one, three] }", `3:3: error P401 unknown-name: This policy has no state "tow" | Did you mean "two"?`},
		{"a metric misspelt", "  given \"one\" { selectd_quality = 0.4 }\n  expect { path = [one, three] }", `error P501 unknown-metric: one has no selectd_quality | Did you mean "selected_quality"?`},
		{"a percentage", "  given \"one\" { selected_quality = 40 }\n  expect { path = [one, three] }", `error P206 out-of-range: round.selected_quality is never 40 | Its range is 0 to 1.`},
		{"a text for a number", "  given \"one\" { selected_quality = \"low\" }\n  expect { path = [one, three] }", `error P205 wrong-type: round.selected_quality is a number | Got a string.`},
		{"a type that no question has", "  given \"question\" { type = \"clam\" }\n  expect { path = [one, three] }", `error P209 not-one-of: question.type is never "clam" | Did you mean "claim"?`},
		{"what follows from the path", "  given \"run\" { rounds = 3 }\n  expect { path = [one, three] }", `error P210 conflict: run.rounds cannot be given | It is computed from the rounds of the path.`},
		{"a second pass of a round without repeat", "  given \"one.2\" { new_documents = 3 }\n  expect { path = [one, three] }", `error P401 unknown-name: Round "one" has no pass 2 | `},
		{"a gate misspelt", `  expect { gates = { softt = true } }`, `There is no gate "softt" | Did you mean "soft"?`},
		{"an unknown round in the path", `  expect { path = [one, thre] }`, `3:25: error P401 unknown-name: There is no round "thre" | Did you mean "three"?`},
		{"an assertion with a typo", "  assert {\n    condition     = run.round == 3\n    error_message = \"x\"\n  }", `P501 unknown-metric: There is no run.round | Did you mean "run.rounds"?`},
		{"an undeclared variable", "  variables = { flor = 1 }\n  expect { path = [one] }", `3:15: error P301 undeclared-variable: The test sets "flor", which no policy declares | Did you mean "floor"?`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := runTests(t, one(tt.body))
			require.Empty(t, listing(r.Problems))
			require.Len(t, r.Tests, 1)
			require.Equal(t, 1, r.Failed())
			assert.Contains(t, listing(r.Tests[0].Problems), tt.want)
			assert.Len(t, r.Tests[0].Problems, 1)
		})
	}
}

func TestAFileOfTestsThatIsWrongIsAProblemOfItsOwn(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"syntax", "test \"x\" {\n", "P005 syntax"},
		{"unknown block", "tset \"x\" {}\n", `P202 unknown-block: a file has no block "tset" | Did you mean "test"?`},
		{"unknown attribute", one("  expect { pth = [one] }"), `P201 unknown-attribute: expect has no attribute "pth" | Did you mean "path"?`},
		{"no policy", "test \"x\" {\n  expect { verdict = \"answered\" }\n}\n", `P203 missing: test "x" needs policy`},
		{"twice", one("expect { path = [one] }") + one("expect { path = [one] }"), `P204 duplicate: test "t" appears twice`},
		{"empty", "# nothing\n", "P902 expects-nothing: The file has no tests"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := runTests(t, tt.text)
			assert.Contains(t, listing(r.Problems), tt.want)
			assert.Empty(t, r.Tests)
		})
	}
	r := suite.Run(suite.Options{Paths: []string{t.TempDir() + "/none"}})
	assert.Contains(t, listing(r.Problems), "P001 unreadable")
}

func TestCoverageCountsEachDecisionBothWays(t *testing.T) {
	r := runTests(t, one("expect { path = [one, three] }"))
	c := r.Coverage
	assert.Equal(t, 16, c.Outcomes, "two for when, documents, gain, challenge, resynthesis and three gates")
	assert.Equal(t, 8, c.Seen)
	require.Len(t, c.Missing, 8)
	first := c.Missing[0]
	assert.Equal(t, []any{"adaptive.min_new_docs", "new_documents < 2", 8, true}, []any{first.Where, first.Text, first.At.Line, first.Outcome})
	when := c.Missing[2]
	assert.Equal(t, []any{"round.two.when", "rounds.one.selected_quality < var.floor", 17, 15, true}, []any{when.Where, when.Text, when.At.Line, when.At.Column, when.Outcome})
}

func TestInheritedDecisionsAreCoveredWhereTheyAreWritten(t *testing.T) {
	child := "policy \"c\" {\n  extends = [p]\n  gate \"own\" { condition = answer.citations > 2 }\n}\n"
	path := write(t, "c.policytest.hcl", "test \"t\" {\n  policy = c\n  expect { gates = { own = false } }\n}\n", "p.policy.hcl", tested, "c.policy.hcl", child)
	r := suite.Run(suite.Options{Paths: []string{path}})
	require.Zero(t, r.Failed(), listing(r.Tests[0].Problems))
	assert.Equal(t, 2, r.Coverage.Outcomes)
	assert.Equal(t, 1, r.Coverage.Seen)
}

func TestOnlyChosenTestsRun(t *testing.T) {
	text := one("expect { path = [one, three] }") + "test \"other\" {\n  policy = p\n  expect { path = [] }\n}\n"
	path := write(t, "p.policytest.hcl", text, "p.policy.hcl", tested)
	r := suite.Run(suite.Options{Paths: []string{path}, Only: regexp.MustCompile("^t$")})
	require.Len(t, r.Tests, 1)
	assert.Zero(t, r.Failed())
}

func TestShippedPoliciesPassTheirTestsWithFullCoverage(t *testing.T) {
	r := suite.Run(suite.Options{Paths: []string{"../../../policies"}, Shipped: shippedPolicies()})
	require.Empty(t, listing(r.Problems))
	for _, one := range r.Tests {
		assert.Empty(t, listing(one.Problems), one.Name)
	}
	assert.Empty(t, r.Coverage.Missing)
	assert.Greater(t, r.Coverage.Outcomes, 10)

	r = suite.Run(suite.Options{Paths: []string{"standard"}, Shipped: shippedPolicies(), Tests: policies.Tests})
	require.Empty(t, listing(r.Problems), "those of the binary run by name")
	assert.NotEmpty(t, r.Tests)
	assert.Empty(t, r.Coverage.Missing)
}

func policyTests(t *testing.T, path string) *suite.Report {
	t.Helper()
	return suite.Run(suite.Options{Paths: []string{path}, Shipped: shippedPolicies()})
}

func TestThePoolOfATestIsEmptyBeforeTheFirstRound(t *testing.T) {
	empty := strings.NewReplacer(
		`round "one" { intents = [all] }`, "round \"one\" {\n intents = [all]\n when = pool.documents == 0 && pool.sources == 0\n }",
		"rounds.one.selected_quality <", "coalesce(rounds.one.selected_quality, 1) <",
	).Replace(tested)
	r := suite.Run(suite.Options{
		Paths:   []string{write(t, "p.policytest.hcl", one("expect { path = [one, three] }"), "p.policy.hcl", empty)},
		Shipped: shippedPolicies(),
	})
	require.Len(t, r.Tests, 1)
	assert.Empty(t, listing(r.Tests[0].Problems))
}

// State of what reacts stands in a block of its own; an object in the parent's is told where it belongs.
func TestStateGivenAsAnObjectIsToldItsBlock(t *testing.T) {
	report := runTests(t, "test \"t\" {\n  policy = p\n  given \"on\" { contradiction = { count = 1 } }\n  expect { verdict = \"answered\" }\n}\n")
	require.Len(t, report.Problems, 1)
	assert.Contains(t, report.Problems[0].Summary, "on.contradiction is not a single value")
	assert.Contains(t, report.Problems[0].Detail, `given "on.contradiction" { … }`)
}
