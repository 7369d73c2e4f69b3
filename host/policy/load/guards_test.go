package load_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWhatMayBeNullIsAskedAboutInALogicThatHolds: naming the guard is not enough; the
// condition must come out without the value where the guard says that there is none.
func TestWhatMayBeNullIsAskedAboutInALogicThatHolds(t *testing.T) {
	for _, tt := range []struct {
		condition string
		sound     bool
	}{
		{"rounds.two.ran && rounds.two.new_documents > 1", true},
		{"rounds.two.new_documents > 1 && rounds.two.ran", true},
		{"!rounds.two.ran || rounds.two.new_documents > 1", true},
		{"rounds.two.ran || rounds.two.new_documents > 1", false},
		{"!rounds.two.ran && rounds.two.new_documents > 1", false},
		{"rounds.two.ran == true && rounds.two.new_documents > 1", true},
		{"rounds.two.ran == false && rounds.two.new_documents > 1", false},
		{"(rounds.two.ran ? rounds.two.new_documents : 0) > 1", true},
		{"(rounds.two.ran ? 0 : rounds.two.new_documents) > 1", false},
		{"rounds.two.ran && (answer.citations > 1 || rounds.two.new_documents > 1)", true},
		{"answer.citations > 1 || rounds.two.new_documents > 1 && rounds.two.ran", true},
		{"answer.citations > 1 && rounds.two.new_documents > 1", false},
		{"coalesce(rounds.two.new_documents, 0) > 1", true},
		{"coalesce(0, rounds.two.new_documents) > 1", false},
		{"max(rounds.two.new_documents, 1) > 1", false},
		{"question.options == 0 || answer.margin > 0.1", true},
		{"question.options > 0 || answer.margin > 0.1", false},
		{`question.type == "free_form" || answer.margin > 0.1`, true},
		{`question.type != "free_form" || answer.margin > 0.1`, false},
		{`contains(["claim", "multiple_choice"], question.type) && answer.margin > 0.1`, true},
		{"question.polar && answer.margin > 0.1", true},
	} {
		t.Run(tt.condition, func(t *testing.T) {
			_, got := loadText(t, frame(gate(tt.condition), ""))
			assert.Equal(t, !tt.sound, strings.Contains(got, "P603 maybe-null"), got)
			if tt.sound {
				assert.NotContains(t, got, "error")
			}
		})
	}
}

func TestSignalsThatAStageMayWithholdAreAskedAbout(t *testing.T) {
	text := func(stage, budget string) string {
		return frame("  verify {\n    stage \"judge\" {\n      plugin = plugin.judge\n"+stage+"    }\n  }\n"+gate("verify.judge.flags < 3"), "plugin \"judge\" { source = \"builtin\" }\n"+budget)
	}
	_, got := loadText(t, text("", ""))
	assert.NotContains(t, got, "P603")
	_, got = loadText(t, text("      on_error = \"skip\"\n", ""))
	assert.Contains(t, got, `P603 maybe-null: verify.judge.flags may be null | The stage has on_error = "skip". Write coalesce(verify.judge.flags, fallback).`)
}

// repeated is a policy whose second round may be run three times.
const repeated = `policy "r" {
  order = [one, more]
  adaptive { min_rounds = 1 }
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
    searches = 40
  }
  intent "all" { queries = ["{question}"] }
  gap "coverage" {
    measure   = "containment"
    threshold = 0.2
    templates = ["{gap}"]
  }
  round "one" { intents = [all] }
  round "more" {
    when = round.open_gaps > 0
    repeat {
      max   = 3
      until = rounds.more.open_gaps == 0 || rounds.more.passes > 8
    }
    budget { searches = 10 }
  }
}
`

func TestARepeatedRoundGoesOnUntilItsConditionHolds(t *testing.T) {
	for name, tt := range map[string]struct{ given, path string }{
		"as often as allowed":      {`given "one" { open_gaps = 3 }` + "\n" + `given "more" { open_gaps = 2 }`, "one, more, more, more"},
		"until the condition":      {`given "one" { open_gaps = 3 }` + "\n" + `given "more.1" { open_gaps = 1 }`, "one, more, more"},
		"until retrieval ends":     {`given "one" { open_gaps = 3 }` + "\n" + "given \"more\" {\n open_gaps = 2\n quality_gain = 0\n}", "one, more"},
		"until no query is new":    {`given "one" { open_gaps = 3 }` + "\n" + `given "more" { open_gaps = 2 }` + "\n" + `given "more.2" { ran = false }`, "one, more"},
		"not at all without cause": {"", "one"},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, "r.policytest.hcl", "test \"t\" {\n  policy = r\n"+tt.given+"\n  expect { path = ["+tt.path+"] }\n}\n", "r.policy.hcl", repeated)
			r := policyTests(t, path)
			assert.Empty(t, listing(r.Problems))
			assert.Empty(t, listing(r.Tests[0].Problems))
		})
	}
}

func TestTheWorstCaseOfRepeatsFitsTheBudget(t *testing.T) {
	_, got := loadText(t, strings.Replace(repeated, "searches = 40", "searches = 29", 1))
	assert.Contains(t, got, "P701 over-budget: The sum of the rounds' searches exceeds the policy's")
	_, got = loadText(t, strings.Replace(repeated, "searches = 40", "searches = 30", 1))
	assert.Empty(t, got)
}

func TestARepeatAsksOnlyWhatIsKnownAfterAPass(t *testing.T) {
	for until, want := range map[string]string{
		"round.new_documents < 2":       "",
		"rounds.one.new_documents < 2":  "",
		"rounds.more.new_documents < 2": "",
		"answer.score > 0":              "P602 too-early: answer.score is not known after a pass of a round",
	} {
		_, got := loadText(t, strings.Replace(repeated, "rounds.more.open_gaps == 0 || rounds.more.passes > 8", until, 1))
		if want == "" {
			assert.Empty(t, got, until)
		} else {
			assert.Contains(t, got, want)
		}
	}
}

func TestGapsThatMayNotBeLookedForAreAskedAbout(t *testing.T) {
	_, got := loadText(t, strings.Replace(repeated, "min_rounds = 1", "min_rounds = 2", 1))
	assert.Contains(t, got, "P603 maybe-null: round.open_gaps may be null | There may be no gap analysis after that round. Write coalesce(round.open_gaps, fallback).")
}
