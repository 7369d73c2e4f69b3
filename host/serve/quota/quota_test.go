package quota_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve/quota"
)

func TestABudgetIsReservedBeforeItIsSpentAndRenewedByTheDay(t *testing.T) {
	now := time.Duration(0)
	b := quota.NewBookAt(func() time.Duration { return now })
	l := quota.Limits{Questions: 3, CostMicroUSD: 100}
	first, err := b.Reserve("a", l, 60)
	require.NoError(t, err)
	_, err = b.Reserve("a", l, 60)
	var spent *quota.ExceededError
	require.ErrorAs(t, err, &spent)
	assert.Equal(t, "money", spent.What)
	first.Settle(10)
	first.Settle(99)
	second, err := b.Reserve("a", l, 60)
	require.NoError(t, err, "what was not spent is free again")
	second.Release()
	second.Release()
	assert.Equal(t, quota.Usage{Questions: 1, CostMicroUSD: 10, Limits: l, ResetsInSeconds: 86400}, b.Usage("a", l))
	for range 2 {
		_, err = b.Reserve("a", l, 0)
		require.NoError(t, err)
	}
	_, err = b.Reserve("a", l, 0)
	require.ErrorAs(t, err, &spent)
	assert.Equal(t, "questions", spent.What)
	_, err = b.Reserve("b", l, 0)
	require.NoError(t, err, "another client has a budget of its own")
	now = 25 * time.Hour
	_, err = b.Reserve("a", l, 100)
	require.NoError(t, err)
}

func TestAFloodOfClientsSharesOneAccountInTheEnd(t *testing.T) {
	b := quota.NewBookAt(func() time.Duration { return 0 })
	refused := 0
	for i := range 10_100 {
		if _, err := b.Reserve(fmt.Sprint(i), quota.Limits{Questions: 10}, 0); err != nil {
			refused++
		}
	}
	assert.Equal(t, 90, refused)
}
