package load_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
)

func soft(waive string) string {
	return frame("  gate \"g\" {\n    level = \"soft\"\n    condition = answer.citations > 1\n    "+waive+"\n  }\n", "")
}

func TestAWaiverInAPolicyIsHeldToItsRules(t *testing.T) {
	load := func(text string) string {
		_, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", text), Today: "2030-05-01"})
		return listing(diags)
	}
	assert.Empty(t, load(soft(`waive { reason = "ticket 41" }`)))
	assert.Empty(t, load(soft("waive {\n reason = \"ticket 41\"\n until = \"2030-05-01\"\n}")), "until is the last day")
	for waive, want := range map[string]string{
		"waive {}":               "P203 missing: waive needs reason",
		`waive { reason = " " }`: "P605 waiver: The waiver of gate \"g\" has no reason",
		"waive {\n reason = \"x\"\n until = \"2030-04-30\"\n}": "P605 waiver: The waiver of gate \"g\" has expired | It expired on 2030-04-30 and today is 2030-05-01.",
		"waive {\n reason = \"x\"\n until = \"next year\"\n}":  "P605 waiver: \"next year\" is not a date",
	} {
		assert.Contains(t, load(soft(waive)), want)
	}
	hard := frame("  gate \"g\" {\n    condition = answer.citations > 1\n    waive { reason = \"x\" }\n  }\n", "")
	assert.Contains(t, load(hard), "P605 waiver: Gate \"g\" is hard | Hard gates cannot be waived.")
}

func TestWaiversOfARunAreHeldToTheSameRules(t *testing.T) {
	set, got := loadText(t, soft("")+"")
	require.Empty(t, got)
	p, _ := set.Policy("")
	waived, diags := load.Waive(p, []string{"g=ticket 41, with a comma,until=2030-05-01"}, "2030-05-01")
	require.Empty(t, listing(diags))
	assert.Equal(t, &policy.Waiver{Reason: "ticket 41, with a comma", Until: "2030-05-01", From: "flag"}, waived.Gates[0].Waiver)
	assert.Nil(t, p.Gates[0].Waiver, "the policy itself is not changed")
	assert.NotEqual(t, p.Digest, waived.Digest, "a waived run is another run")
	for text, want := range map[string]string{
		"g":                    `"g" is not a waiver | Write GATE=REASON`,
		"g=":                   `The waiver of gate "g" has no reason`,
		"gg=x":                 `There is no gate "gg" to waive | Did you mean "g"?`,
		"g=x,until=":           `"?" is not a date`,
		"g=x,until=2030-04-30": "has expired",
		"g=x,until=30.04.2031": `"30.04.2031" is not a date`,
	} {
		out, diags := load.Waive(p, []string{text}, "2030-05-01")
		assert.Nil(t, out)
		assert.Contains(t, listing(diags), want, text)
	}
}

func TestAWaivedGateIsAskedAndDoesNotCount(t *testing.T) {
	text := func(waive string) string {
		path := write(t, "p.policytest.hcl", one("  given \"answer\" { citations = 0 }\n  expect {\n    gates = { g = false }\n    reasons = [\"g\"]\n    verdict = \"answered\"\n  }"), "p.policy.hcl", soft(waive))
		return listing(policyTests(t, path).Tests[0].Problems)
	}
	assert.Empty(t, text(`waive { reason = "x" }`))
	assert.Contains(t, text(""), "The verdict is abstained, not answered")
}
