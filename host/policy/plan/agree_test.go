package plan_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/policies"
)

// TestChangesAndDigestsAgree changes each number and each flag of a shipped policy, one at a
// time: whenever the text still loads, it has another digest exactly if Compare lists something.
func TestChangesAndDigestsAgree(t *testing.T) {
	src, err := policies.FS.ReadFile("standard.policy.hcl")
	require.NoError(t, err)
	text := string(src)
	was, p := loadPolicy(t, text, nil)
	before, tried := settings(t, was), 0
	for _, at := range thorough.Each(regexp.MustCompile(`\b(true|false|[0-9]+\.?[0-9]*)\b`).FindAllStringIndex(text, -1), 4) {
		edited := text[:at[0]] + another(text[at[0]:at[1]]) + text[at[1]:]
		is, q, ok := tryLoad(t, edited)
		if !ok {
			continue
		}
		tried++
		changes := plan.Compare(before, settings(t, is))
		assert.Equal(t, p.Digest == q.Digest, len(changes) == 0, "%q at byte %d: %v", text[at[0]:at[1]], at[0], changes)
	}
	assert.Greater(t, tried, thorough.Number(30, 8))
}

// TestOrderWithoutMeaningIsNoChange holds Compare to the same as the digest.
func TestOrderWithoutMeaningIsNoChange(t *testing.T) {
	const text = `
plugin "discriminative" {
  source = "builtin"
  deny   = [text, items.venue]
}

policy "standard" {
  extends = [as_written]
  order   = [primary]
  budget { reserve_for = [synthesis, calibration] }
  intent "b" { queries = ["{question} b"] }
  intent "a" { queries = ["{question} a"] }
  round "primary" { intents = [a, b] }
  select {
    stage "extra" { plugin = plugin.discriminative }
    term "title" { types = ["claim", "free_form"] }
  }
}
`
	was, p := loadPolicy(t, text, nil)
	for _, swap := range [][2]string{
		{"[text, items.venue]", "[items.venue, text]"}, {"[synthesis, calibration]", "[calibration, synthesis]"}, {`["claim", "free_form"]`, `["free_form", "claim"]`},
		{"  intent \"b\" { queries = [\"{question} b\"] }\n  intent \"a\" { queries = [\"{question} a\"] }\n", "  intent \"a\" { queries = [\"{question} a\"] }\n  intent \"b\" { queries = [\"{question} b\"] }\n"},
	} {
		edited := strings.Replace(text, swap[0], swap[1], 1)
		require.NotEqual(t, text, edited)
		is, q := loadPolicy(t, edited, nil)
		assert.Equal(t, p.Digest, q.Digest, swap[1])
		assert.Empty(t, plan.Compare(settings(t, was), settings(t, is)), swap[1])
	}
	is, q := loadPolicy(t, strings.Replace(text, "[a, b]", "[b, a]", 1), nil)
	assert.NotEqual(t, p.Digest, q.Digest)
	assert.NotEmpty(t, plan.Compare(settings(t, was), settings(t, is)))
}

func another(word string) string {
	switch word {
	case "true":
		return "false"
	case "false":
		return "true"
	}
	f, _ := strconv.ParseFloat(word, 64)
	if f >= 1 {
		return strconv.FormatFloat(f+1, 'f', -1, 64)
	}
	return strconv.FormatFloat(f+0.01, 'f', -1, 64)
}

func tryLoad(t *testing.T, text string) (*load.Set, *policy.Policy, bool) {
	t.Helper()
	path := t.TempDir() + "/standard.policy.hcl"
	writeFile(t, path, text)
	set, diags := load.Load(load.Options{Path: path, Shipped: policies.FS})
	if diags.HasErrors() {
		return nil, nil, false
	}
	p, diags := set.Policy("standard")
	return set, p, !diags.HasErrors()
}
