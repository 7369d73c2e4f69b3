package load_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/suite"
)

// reacting is a policy with a handler of each kind of decision.
const reacting = `policy "p" {
  order = [one]
  mode  = routed
  adaptive { enabled = false }
  budget { max_cost = "1.20 USD" }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  verify {
    stage "judge" { plugin = plugin.judge }
  }
  on "contradiction" {
    when    = verify.judge.flags > 1
    queries = ["systematic review {hypothesis_a} {hypothesis_b}"]
  }
  on "disagreement" {
    queries = ["{core_terms} reconcile conflicting"]
    upgrade {
      reserve_factor = FACTOR
      estimate       = "1.00 USD"
    }
  }
  options { min_margin = 0.1 }
  calibrate {
    stage "confidence" { plugin = plugin.judge }
    term "resolved" {
      feature = on.contradiction.resolved
      weight  = 0.04
    }
  }
  gate "settled" {
    level     = "advisory"
    condition = !on.contradiction.ran || on.contradiction.new_documents > 0
  }
}

plugin "judge" { source = "builtin" }
`

func reactionTests(t *testing.T, factor, text string) *suite.Report {
	t.Helper()
	src := strings.Replace(reacting, "FACTOR", factor, 1)
	return suite.Run(suite.Options{Paths: []string{write(t, "p.policytest.hcl", text, "p.policy.hcl", src)}, Shipped: shippedPolicies()})
}

// The vector of S3-17: 1.2 dollars left, an estimate of 1.0, two factors.
func TestPolicyTestsFollowHandlers(t *testing.T) {
	tests := []struct{ name, factor, text string }{
		{"an upgrade that can be paid (S3-17, k = 1.0)", "1.0", `
			given "on.disagreement" { found = 1 }
			expect {
				reactions   = [disagreement]
				answered_in = research_max
				reasons     = ["source_disagreement_detected"]
			}`},
		{"one that cannot keeps the mode and says why (S3-18, k = 1.5)", "1.5", `
			given "on.disagreement" { found = 1 }
			expect {
				reactions   = [disagreement]
				answered_in = routed
				reasons     = ["source_disagreement_detected"]
			}`},
		{"nothing found, nothing done", "1.0", `
			given "verify.judge" { flags = 9 }
			expect {
				reactions   = []
				answered_in = routed
			}`},
		{"a condition that is false", "1.0", `
			given "verify.judge" { flags = 1 }
			given "on.contradiction" { found = 1 }
			expect { reactions = [] }`},
		{"a pivot that resolves (S2-19)", "1.0", `
			given "verify.judge" { flags = 2 }
			given "on.contradiction" {
				found         = 1
				new_documents = 1
			}
			expect {
				reactions = [contradiction]
				gates     = { settled = true }
			}
			assert {
				condition     = on.contradiction.resolved
				error_message = "a new document resolves"
			}`},
		{"a pivot that finds nothing new", "1.0", `
			given "verify.judge" { flags = 2 }
			given "on.contradiction" {
				found         = 1
				new_documents = 0
			}
			expect { gates = { settled = false } }`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report := reactionTests(t, tt.factor, "test \""+tt.name+"\" {\n policy = p\n"+tt.text+"\n}")
			require.Len(t, report.Tests, 1)
			assert.Empty(t, listing(report.Tests[0].Problems)+listing(report.Problems))
		})
	}
}

func TestPolicyTestsMayNotGiveWhatFollows(t *testing.T) {
	report := reactionTests(t, "1.0", `test "x" {
		policy = p
		given "on.contradiction" { new_documents = 3 }
		expect { reactions = [] }
	}`)
	assert.Contains(t, listing(report.Tests[0].Problems), "Nothing found")
	for _, follows := range []string{"ran", "resolved"} {
		report = reactionTests(t, "1.0", `test "x" {
			policy = p
			given "on.contradiction" { `+follows+` = true }
			expect { reactions = [] }
		}`)
		assert.Contains(t, listing(report.Tests[0].Problems), "cannot be given", follows)
	}
}

func TestAPolicyTestMayAskAsABatchDoesThatHasNoUpgradesLeft(t *testing.T) {
	asked := func(cap string) string {
		report := reactionTests(t, "1.0\n max_per_batch = "+cap, `test "x" {
			policy = p
			given "on.disagreement" {
				found    = 1
				withheld = true
			}
			expect {
				answered_in = routed
				reasons     = ["source_disagreement_detected"]
			}
		}`)
		return listing(report.Tests[0].Problems) + listing(report.Problems)
	}
	assert.Empty(t, asked("3"))
	assert.Contains(t, asked("0"), "no cap for a batch", "there is nothing to withhold")
}

func TestAffordableIsExactAtItsBorder(t *testing.T) {
	assert.True(t, (&policy.Upgrade{ReserveFactor: 1.5}).Affordable(1.2, 0.8), "1.5 × 0.8 is 1.2 although its binary product is a hair more")
	assert.False(t, (&policy.Upgrade{ReserveFactor: 1.5}).Affordable(1.199999, 0.8))
	assert.True(t, (&policy.Upgrade{ReserveFactor: 1}).Affordable(1.2, 1))
	assert.False(t, (&policy.Upgrade{ReserveFactor: 1.5}).Affordable(1.2, 1))
}
