package run

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

func TestAResultNamesTheSourcesThatItHadToDoWithout(t *testing.T) {
	local, second := shelfOf(kinase, binding), shelfOf(growth)
	second.name = "second"
	second.before = func(context.Context, retrieval.Query) error {
		return &outbound.Error{Provider: "second", Class: outbound.RateLimited, Detail: "slow down", After: time.Minute, Tries: 5}
	}
	failed := false
	local.before = func(context.Context, retrieval.Query) error {
		if failed {
			return nil
		}
		failed = true
		return errors.New("broken")
	}
	p := partsOf(t, "sources = [local, second]\n"+`
	order = [one, two]
	intent "one" { queries = ["{question}"] }
	intent "two" { queries = ["more of {core_terms}"] }
	round "one" { intents = [one] }
	round "two" { intents = [two] }`, local, second)
	r := answered(t, p, inhibits)
	assert.Equal(t, []record.FailedSource{
		{Source: "local", Searches: 2, Failed: 1, Reason: "broken"},
		{Source: "second", Searches: 2, Failed: 2, Reason: "second: rate limited: slow down"},
	}, r.Result.FailedSources, "in the policy's order, without what depends on time")
	assert.Contains(t, r.Result.UncertaintyReasons, "source_failed")

	whole := answered(t, partsOf(t, oneRound(""), shelfOf(kinase)), inhibits)
	assert.Empty(t, whole.Result.FailedSources)
	assert.NotContains(t, whole.Result.UncertaintyReasons, "source_failed")
}
