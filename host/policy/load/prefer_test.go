package load

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/policy"
)

func TestWhichSourceIsPreferredCountsInTheDigestUnlessItIsTheDefault(t *testing.T) {
	loadOne := func(prefer string) *policy.Policy {
		return loadWhole(t, `
source "europepmc" {}
source "papers" {}
policy "whole" {
  sources = [local, europepmc, papers]
  order   = [one]
  budget {
    max_cost = "1 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  gap "epistemic" {
    inject = next_round
    subround {
      below   = 0.5
      measure = "containment"
      `+prefer+`
    }
  }
}
`)
	}
	plain := loadOne("")
	subround := func(p *policy.Policy) *policy.Subround { return p.Gaps[0].Subround }
	assert.Equal(t, "europepmc", subround(plain).Preferred("mechanistic"))
	assert.Equal(t, "crossref", subround(plain).Preferred("quantitative"), "the policy need not have it")
	assert.Empty(t, subround(plain).Preferred("factual"))
	assert.Equal(t, plain.Digest, loadOne("prefer {\n mechanistic = europepmc\n temporal = none\n}").Digest)

	other := loadOne("prefer {\n mechanistic = none\n factual = papers\n}")
	assert.NotEqual(t, plain.Digest, other.Digest)
	assert.Empty(t, subround(other).Preferred("mechanistic"))
	assert.Equal(t, "papers", subround(other).Preferred("factual"))
	assert.Equal(t, "crossref", subround(other).Preferred("quantitative"), "what is not written stays")
}
