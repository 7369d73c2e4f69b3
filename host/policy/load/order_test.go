package load

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// twice is a policy in which much could stand in another order.
const twice = `
variable "floor" {
  type    = number
  default = 0.4
}

plugin "zeta" {
  source = "zeta.wasm"
  config = { b = 1, a = 2 }
  deny   = [title, items.venue]
}

plugin "alpha" {
  source = "alpha.wasm"
}

source "papers" {
  url  = "https://example.org"
  name = "p"
}

locals { half = var.floor / 2 }

policy "whole" {
  sources = [local, papers]
  order   = [one, two]
  intent "second" { queries = ["{question} more"] }
  intent "first" { queries = ["{question}", "{core_terms}"] }
  round "two" {
    intents = [second, first]
    when    = rounds.one.selected_quality < local.half
  }
  round "one" {
    sources = [papers]
    intents = [first]
  }
  budget {
    max_cost    = "3.00 USD"
    max_wall    = "300s"
    searches    = 90
    fuel        = "200G"
    reserve_for = [synthesis, calibration]
  }
  select {
    stage "s" { plugin = plugin.zeta }
    term "a" {
      stage  = stage.s
      weight = 2
      types  = ["claim", "free_form"]
    }
  }
  read {
    stage "r" { plugin = plugin.alpha }
    term "b" {
      stage  = stage.r
      weight = 1
    }
  }
}
`

// piecesAt splits a text into its blocks and lines at an indentation, in their order.
func piecesAt(text, indent string) []string {
	var pieces []string
	piece := ""
	for line := range strings.Lines(text) {
		piece += line
		inside := strings.HasPrefix(line, indent+" ") || strings.HasSuffix(line, "{\n") || line == "\n"
		if !inside {
			pieces, piece = append(pieces, piece), ""
		}
	}
	return append(pieces, piece)
}

func shuffled(t *rapid.T, text string) string {
	blocks := piecesAt(text, "")
	for i, block := range blocks {
		if body, is := strings.CutPrefix(strings.TrimLeft(block, "\n"), "policy \"whole\" {\n"); is {
			inner := piecesAt(strings.TrimSuffix(body, "}\n"), "  ")
			blocks[i] = "policy \"whole\" {\n" + strings.Join(rapid.Permutation(inner).Draw(t, "inner"), "") + "}\n"
		}
	}
	return strings.Join(rapid.Permutation(blocks).Draw(t, "blocks"), "")
}

func TestTheOrderOfBlocksThatHasNoMeaningIsNoneOfTheDigest(t *testing.T) {
	before := loadWhole(t, twice)
	require.Equal(t, []string{"alpha", "zeta"}, []string{before.Plugins[0].Name, before.Plugins[1].Name})
	seen := map[string]bool{}
	rapid.Check(t, func(rt *rapid.T) {
		text := shuffled(rt, twice)
		seen[text] = true
		after := loadWhole(t, text)
		require.Equal(rt, before.Digest, after.Digest, text)
	})
	assert.Greater(t, len(seen), 10, "the texts differ")
}

func TestListsThatAreSetsHaveNoOrder(t *testing.T) {
	before := loadWhole(t, twice).Digest
	for old, other := range map[string]string{
		"[title, items.venue]":     "[items.venue, title]",
		"[synthesis, calibration]": "[calibration, synthesis]",
		`["claim", "free_form"]`:   `["free_form", "claim"]`,
		"{ b = 1, a = 2 }":         "{ a = 2, b = 1 }",
	} {
		assert.Equal(t, before, loadWhole(t, strings.Replace(twice, old, other, 1)).Digest, other)
	}
}

func TestOrderThatHasAMeaningIsOfTheDigest(t *testing.T) {
	before := loadWhole(t, twice).Digest
	for old, other := range map[string]string{
		"[second, first]":                  "[first, second]",
		"sources = [local, papers]":        "sources = [papers, local]",
		`["{question}", "{core_terms}"]`:   `["{core_terms}", "{question}"]`,
		"intents = [first]\n":              "intents = [second]\n",
		"rounds.one.selected_quality < lo": "rounds.one.selected_quality <= lo",
	} {
		require.Contains(t, twice, old)
		assert.NotEqual(t, before, loadWhole(t, strings.Replace(twice, old, other, 1)).Digest, other)
	}
}
