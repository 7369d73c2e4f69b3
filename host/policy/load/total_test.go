package load_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

func TestConditionsThatCouldFailInARunAreRefused(t *testing.T) {
	for condition, want := range map[string]string{
		"1 / answer.citations > 0.5":                  "The divisor may be zero | Divide by a constant other than 0, or by max(value, 0.01).",
		"5 % pool.documents == 1":                     "The divisor may be zero",
		"answer.score / 0 > 1":                        "The divisor may be zero",
		"answer.score / max(answer.citations, 0) > 1": "The divisor may be zero",
		"clamp(answer.score, 1, 0) > 0.5":             "The bounds of clamp may be in the wrong order",
		"clamp(answer.score, 0, answer.margin) > 0.5": "The bounds of clamp may be in the wrong order",
		"answer.score / 2 > 0.5":                      "",
		"1 / (max(answer.citations, 1)) > 0.5":        "",
		"clamp(answer.score, 0, 2 - 1) > 0.5":         "",
	} {
		_, got := loadText(t, frame(gate(condition), ""))
		if want == "" {
			assert.NotContains(t, got, "P507", condition)
		} else {
			assert.Contains(t, got, want, condition)
		}
	}
}

// A world is a policy with something of everything; what is generated are its
// conditions and the state that they meet.
const world = `policy "p" {
  order = [one, two, three]
  adaptive { min_rounds = %d }
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
    searches = 90
  }
  intent "all" { queries = ["{question}"] }
  gap "coverage" {
    measure   = "containment"
    threshold = 0.2
    templates = ["{gap}"]
  }
  round "one" { intents = [all] }
  round "two" {
    intents = [all]
    when    = %s
  }
  round "three" {
    intents = [all]
    repeat {
      max   = 3
      until = %s
    }
  }
  verify {
    stage "judge" { plugin = plugin.judge }
  }
  options {
    stage "judge" { plugin = plugin.judge }
  }
  falsify "draft" {
    when    = %s
    queries = ["{draft}"]
    stage "judge" { plugin = plugin.judge }
    resynthesise { above = 0.7 }
  }
  calibrate {
    stage "confidence" { plugin = plugin.judge }
  }
  gate "g" { condition = %s }
}

plugin "judge" { source = "builtin" }
`

// numbers and flags are paths of the world above.
func worldPaths() (numbers, flags []string) {
	for _, m := range schema.Metrics() {
		paths := []string{m.Path}
		if strings.HasPrefix(m.Path, "rounds.*.") {
			paths = nil
			for _, name := range []string{"one", "two", "three"} {
				paths = append(paths, strings.Replace(m.Path, "*", name, 1))
			}
		}
		switch m.Type {
		case schema.MetricNumber:
			numbers = append(numbers, paths...)
		case schema.MetricBool:
			flags = append(flags, paths...)
		}
	}
	return append(numbers, "verify.judge.flags", "options.judge.support", "falsify.draft.score"), append(flags, "falsify.draft.ran")
}

// A condition is drawn from the table of metrics, shallow enough to be accepted often.
func drawNumber(t *rapid.T, numbers []string, depth int) string {
	one := func() string { return drawNumber(t, numbers, depth-1) }
	kind := rapid.IntRange(0, 7).Draw(t, "number")
	if depth == 0 {
		kind = min(kind, 2)
	}
	switch kind {
	case 0:
		return rapid.SampledFrom([]string{"0", "0.5", "1", "3"}).Draw(t, "literal")
	case 1, 2:
		return rapid.SampledFrom(numbers).Draw(t, "path")
	case 3, 4:
		return fmt.Sprintf("coalesce(%s, %s)", rapid.SampledFrom(numbers).Draw(t, "path"), one())
	case 5:
		return fmt.Sprintf("max(%s, 1)", one())
	case 6:
		return fmt.Sprintf("(%s / %s)", one(), one())
	}
	return fmt.Sprintf("(%s %s %s)", one(), rapid.SampledFrom([]string{"+", "-", "*"}).Draw(t, "operator"), one())
}

func drawBool(t *rapid.T, numbers, flags []string, depth int) string {
	one := func() string { return drawBool(t, numbers, flags, depth-1) }
	kind := rapid.IntRange(0, 7).Draw(t, "bool")
	if depth == 0 {
		kind = min(kind, 2)
	}
	switch kind {
	case 0:
		return rapid.SampledFrom(flags).Draw(t, "flag")
	case 1, 2:
		return fmt.Sprintf("%s %s %s", drawNumber(t, numbers, min(depth, 1)), rapid.SampledFrom([]string{"<", ">=", "=="}).Draw(t, "compare"), drawNumber(t, numbers, min(depth, 1)))
	case 3:
		return "!(" + one() + ")"
	case 4:
		return `(question.type == "free_form" || ` + one() + ")"
	case 5:
		return fmt.Sprintf("(%s ? %s : %s)", one(), one(), one())
	}
	return fmt.Sprintf("(%s %s %s)", one(), rapid.SampledFrom([]string{"&&", "||"}).Draw(t, "and or"), one())
}

// TestAPolicyThatValidatesIsDecidedInEveryState: whatever conditions a policy has, if it loads
// without errors, no state that rounds, stages and questions can make leaves one undecided.
func TestAPolicyThatValidatesIsDecidedInEveryState(t *testing.T) {
	numbers, flags := worldPaths()
	dir := t.TempDir()
	accepted := 0
	rapid.Check(t, func(rt *rapid.T) {
		condition := func() string { return drawBool(rt, numbers, flags, 2) }
		plain := func(use bool) string {
			if use {
				return condition()
			}
			return "run.rounds >= 0"
		}
		which := rapid.IntRange(0, 3).Draw(rt, "which")
		text := fmt.Sprintf(world, rapid.IntRange(1, 2).Draw(rt, "rounds"), plain(which == 0), plain(which == 1), plain(which == 2), plain(which == 3))
		path := put(t, dir, "p.policy.hcl", text)
		if _, diags := load.Load(load.Options{Path: path}); diags.HasErrors() {
			return
		}
		accepted++
		put(t, dir, "p.policytest.hcl", drawTests(rt))
		for _, one := range policyTests(t, dir).Tests {
			require.NotContains(rt, listing(one.Problems), "cannot be decided", text)
		}
	})
	t.Logf("%d policies were accepted", accepted)
	require.Positive(t, accepted)
}

// drawTests writes tests over states that leave out as much as runs may.
func drawTests(t *rapid.T) string {
	var b strings.Builder
	for i, kind := range []string{"multiple_choice", "free_form", "claim"} {
		fmt.Fprintf(&b, "test \"t%d\" {\n  policy = p\n  given \"question\" { type = \"%s\" }\n", i, kind)
		for _, round := range []string{"two", "three", "three.2"} {
			switch rapid.IntRange(0, 3).Draw(t, round) {
			case 0:
				fmt.Fprintf(&b, "  given %q { ran = false }\n", round)
			case 1:
				fmt.Fprintf(&b, "  given %q { new_documents = 0 }\n", round)
			}
		}
		if rapid.Bool().Draw(t, "zero") {
			b.WriteString("  given \"answer\" {\n    citations = 0\n    score = 0\n    provisional_confidence = 0\n  }\n")
		}
		b.WriteString("  expect { verdict = \"answered\" }\n}\n")
	}
	return b.String()
}
