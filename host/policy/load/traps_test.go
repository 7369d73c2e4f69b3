package load_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
)

// frame is a small correct policy; extra goes inside the policy block, outside
// after it.
func frame(extra, outside string) string {
	return `policy "p" {
  order = [one, two]

  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
    searches = 9
  }

  intent "all" {
    queries = ["{question}"]
  }

  round "one" {
    intents = [all]
  }

  round "two" {
    intents = [all]
  }

` + extra + "\n}\n" + outside
}

func gate(condition string) string {
	return "  gate \"g\" {\n    condition = " + condition + "\n  }\n"
}

// write puts files into a folder and returns the path of the first.
func write(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o644))
	}
	return filepath.Join(dir, files[0])
}

func loadText(t testing.TB, text string) (*load.Set, string) {
	t.Helper()
	set, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", text)})
	return set, listing(diags)
}

// Condition compiles one gate condition.
func condition(t testing.TB, expr string) *policy.Condition {
	t.Helper()
	set, problems := loadText(t, frame(gate(expr), ""))
	require.Empty(t, problems)
	p, diags := set.Policy("")
	require.Empty(t, diags)
	return p.Gates[0].Condition
}

func TestTrap1AThresholdAndItsOppositeNeverBothHold(t *testing.T) {
	for i := 0; i <= 1000; i += 7 {
		text := fmt.Sprintf("%d.%03d", i/1000, i%1000)
		below := condition(t, "answer.support_coverage * 1 < "+text)
		above := condition(t, "answer.support_coverage * 1 >= "+text)
		state := policy.State{"answer.support_coverage": float64(i) / 1000}
		a, err := below.Eval(state)
		require.NoError(t, err)
		b, err := above.Eval(state)
		require.NoError(t, err)
		require.False(t, a.Result, text)
		require.True(t, b.Result, text)
	}
	sum, err := condition(t, "answer.score + pool.documents == 0.3").Eval(policy.State{"answer.score": 0.1, "pool.documents": 0.2})
	require.NoError(t, err)
	assert.True(t, sum.Result)
	for expr, want := range map[string]bool{"<": false, "<=": true, ">=": true, ">": false, "!=": false} {
		d, err := condition(t, "answer.score + pool.documents "+expr+" 0.3").Eval(policy.State{"answer.score": 0.1, "pool.documents": 0.2})
		require.NoError(t, err)
		assert.Equal(t, want, d.Result, expr)
	}
}

func TestTrap1OfTwoNumbersExactlyOneOrderHolds(t *testing.T) {
	ask := map[string]*policy.Condition{}
	for _, op := range []string{"<", "<=", "==", "!=", ">=", ">"} {
		ask[op] = condition(t, "answer.score / 3 * 3 + pool.documents "+op+" run.elapsed_seconds")
	}
	for i := range 40 {
		for j := range 40 {
			state := policy.State{"answer.score": float64(i) / 10, "pool.documents": float64(j) / 10, "run.elapsed_seconds": float64(i+j) / 10}
			for op, c := range ask {
				d, err := c.Eval(state)
				require.NoError(t, err)
				require.Equal(t, op == "<=" || op == "==" || op == ">=", d.Result, "%d/10 + %d/10 %s %d/10", i, j, op, i+j)
			}
		}
	}
}

func TestTrap2WhatIsNotKnownIsNeverTakenForFalse(t *testing.T) {
	state := policy.State{"answer.answerable": nil, "answer.score": 0.5}
	for expr, want := range map[string]bool{
		"answer.answerable && answer.score > 1": false, "answer.score > 1 && answer.answerable": false,
		"answer.answerable || answer.score < 1": true, "answer.score < 1 || answer.answerable": true,
		"coalesce(answer.answerable, true) && answer.score < 1": true,
	} {
		d, err := condition(t, expr).Eval(state)
		require.NoError(t, err, "one side decides")
		assert.Equal(t, want, d.Result, expr)
	}
	for _, expr := range []string{
		"answer.answerable && answer.score < 1", "answer.score < 1 && answer.answerable", "!(answer.answerable && answer.score < 1)",
		"answer.answerable || answer.score > 1", "answer.score > 1 || answer.answerable", "!(answer.score > 1 || answer.answerable)",
	} {
		_, err := condition(t, expr).Eval(state)
		var failed *policy.EvalError
		require.ErrorAs(t, err, &failed, expr)
		assert.Equal(t, []string{"answer.answerable"}, failed.Null, expr)
	}
}

func TestTrap2NumbersThatAreNotFiniteAreRefused(t *testing.T) {
	c := condition(t, "answer.score > 0.5")
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		d, err := c.Eval(policy.State{"answer.score": v})
		require.ErrorContains(t, err, "not a finite number")
		assert.False(t, d.Result)
	}
	for _, expr := range []string{"1 / answer.score > 1", "5 % answer.score > 1"} {
		_, problems := loadText(t, frame(gate(expr), ""))
		require.Contains(t, problems, "The divisor may be zero")
		_, problems = loadText(t, frame("", "locals {\n  x = "+strings.Replace(expr, "answer.score", "0", 1)+"\n}\n"))
		require.Contains(t, problems, "P507 evaluation")
	}
}

func TestTrap3NestingIsRefusedBeforeTheParserSeesIt(t *testing.T) {
	n := 60000
	for name, text := range map[string]string{
		"brackets":       "locals { x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + " }",
		"lists":          "locals { x = " + strings.Repeat("[", n),
		"blocks":         strings.Repeat("a {\n", n),
		"minus":          "locals { x = " + strings.Repeat("-", n) + "1 }",
		"not over lines": "locals { x = (" + strings.Repeat("!\n", n) + "true) }",
		"conditionals":   "locals { x = " + strings.Repeat("true?1:", 30000) + "1 }",
		"over lines":     "locals { x = (" + strings.Repeat("true ?\n1 :\n", 20000) + "1) }",
		"templates":      "locals { x = " + strings.Repeat(`"${`, n),
		"functions":      "locals { x = " + strings.Repeat("min(", n),
		"after a minus":  "locals { x = " + strings.Repeat("-(", n),
		"in a heredoc":   "locals {\n x = <<A\n" + strings.Repeat("${\"", n),
	} {
		t.Run(name, func(t *testing.T) {
			_, problems := loadText(t, text)
			assert.Contains(t, problems, "P003 too-deep")
		})
	}
	_, problems := loadText(t, "# "+strings.Repeat("x", 256<<10))
	assert.Contains(t, problems, "P002 too-large")
}

func TestTrap4ATypoBesideAnUnknownOperandIsFound(t *testing.T) {
	for _, expr := range []string{
		"answer.score > 3 && answer.typo < 1",
		"answer.score > 3 || (answer.answered && (answer.typo < 1))",
		"answer.answered ? answer.typo < 1 : true",
		"min(answer.score, max(answer.typo, 1)) > 1",
		"answer.score > 3 && answer.citations < \"x\"",
	} {
		_, problems := loadText(t, frame(gate(expr), ""))
		assert.Regexp(t, "P50[12]", problems, expr)
	}
}

func TestTrap5NothingIsConvertedSilently(t *testing.T) {
	for _, expr := range []string{
		`question.type == 3`, `question.type < 3`, `answer.answered == "true"`, `"1" < answer.score`,
		`answer.answered && "true"`,
	} {
		_, problems := loadText(t, frame(gate(expr), ""))
		assert.Contains(t, problems, "P502 operand-type", expr)
	}
	for _, expr := range []string{`length([for x in [1] : x.typo]) > 0`, `length({for x in [1] : x => x.typo}) > 0`} {
		_, problems := loadText(t, frame(gate(expr), ""))
		assert.Contains(t, problems, "P504 construct", expr)
	}
}

func TestTrap6DiagnosticsAreSortedByFileAndPlace(t *testing.T) {
	text := "policy \"p\" {\n  order = [one]\n\n" + gate("answer.typo > 1") + `
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }

  intent "all" {
    queries = ["{question}"]
  }

  round "one" {
    intents = [all]
    when    = question.typo > 1
  }
}
`
	first := write(t, "a.policy.hcl", text)
	put(t, filepath.Dir(first), "b.policy.hcl", strings.Replace(text, `policy "p"`, `policy "a"`, 1))
	_, diags := load.Load(load.Options{Path: filepath.Dir(first)})
	var got []string
	for _, d := range diags {
		got = append(got, fmt.Sprintf("%s:%d", filepath.Base(d.Subject.Filename), d.Subject.Start.Line))
	}
	assert.Equal(t, []string{"a.policy.hcl:5", "a.policy.hcl:19", "b.policy.hcl:5", "b.policy.hcl:19"}, got, "gates are checked after rounds, and b before a")
}

func TestTrap7AnAttributeOfTheStateGetsAHint(t *testing.T) {
	for wrong, right := range map[string]string{
		"answer.suport_coverage":     "answer.support_coverage",
		"rounds.one.selectd_quality": "rounds.one.selected_quality",
		"support_coverage":           "answer.support_coverage",
		"buget.remaining_usd":        "budget.remaining_usd",
	} {
		_, problems := loadText(t, frame(gate(wrong+" > 0.1"), ""))
		assert.Contains(t, problems, fmt.Sprintf("Did you mean %q?", right))
	}
}

func TestNullInAComparisonIsAnErrorAndAGuardAvoidsIt(t *testing.T) {
	for _, expr := range []string{"answer.score > 1", "answer.score == 1", "answer.score != 1", "question.type == \"claim\"", "!answer.answered"} {
		d, err := condition(t, expr).Eval(policy.State{})
		var e *policy.EvalError
		require.ErrorAs(t, err, &e, expr)
		assert.Len(t, e.Null, 1)
		assert.False(t, d.Result)
		assert.Len(t, d.Values, 1)
	}
	for _, expr := range []string{
		"rounds.two.ran && rounds.two.new_documents > 1", "rounds.two.new_documents > 1 && rounds.two.ran",
		"coalesce(rounds.two.new_documents, 0) > 1",
	} {
		d, err := condition(t, expr).Eval(policy.State{"rounds.two.ran": false})
		require.NoError(t, err, expr)
		assert.False(t, d.Result)
	}
}

func TestADecisionNamesTheValuesItReadInOrder(t *testing.T) {
	text := frame(gate("answer.score >= var.least && (question.type == \"claim\" || !answer.answered)"), "variable \"least\" {\n  type    = number\n  default = 0.25\n}\n")
	set, problems := loadText(t, text)
	require.Empty(t, problems)
	p, _ := set.Policy("")
	d, err := p.Gates[0].Condition.Eval(policy.State{"answer.score": 0.5, "question.type": "claim", "answer.answered": true})
	require.NoError(t, err)
	assert.True(t, d.Result)
	assert.Equal(t, []policy.Used{{Path: "answer.score", Value: 0.5}, {Path: "var.least", Value: 0.25}, {Path: "question.type", Value: "claim"}, {Path: "answer.answered", Value: true}}, d.Values)
	assert.Equal(t, 23, p.Gates[0].Condition.At.Line)
}

func TestAStateOfTheWrongTypeIsAnError(t *testing.T) {
	_, err := condition(t, "answer.score > 1").Eval(policy.State{"answer.score": 3})
	require.ErrorContains(t, err, "is a int, not a number")
	_, err = condition(t, "answer.answered").Eval(policy.State{"answer.answered": "yes"})
	require.ErrorContains(t, err, "not a bool")
	_, err = (&policy.Condition{}).Eval(nil)
	require.ErrorContains(t, err, "was not loaded from a policy")
}

func TestAConditionMayBeAskedByManyAtOnce(t *testing.T) {
	c := condition(t, "answer.score > 0.5 && pool.documents > 2")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 200 {
				d, err := c.Eval(policy.State{"answer.score": float64((i + j) % 2), "pool.documents": 3.0})
				if assert.NoError(t, err) {
					assert.Equal(t, (i+j)%2 == 1, d.Result)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkConditionEval(b *testing.B) {
	c := condition(b, "answer.support_coverage >= 0.40 && question.options > 0")
	state := policy.State{"answer.support_coverage": 0.5, "question.options": 4.0}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Eval(state); err != nil {
			b.Fatal(err)
		}
	}
}

// Put writes one file into a folder.
func put(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}
