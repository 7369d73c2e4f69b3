package outbound

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// silent is a keeper whose servers answer once.
type silent struct{ asked int }

func (s *silent) Update(ctx context.Context, _ string, change func(Kept) []byte) error {
	if s.asked++; s.asked == 1 {
		change(Kept{Age: time.Hour})
		return nil
	}
	<-ctx.Done()
	return context.Cause(ctx)
}

func (*silent) Names() []string  { return nil }
func (*silent) Holder() string   { return "" }
func (*silent) Gone(string) bool { return false }

func TestTheEndOfARequestIsNotHeldUpByServersThatDoNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, err := NewGovernor(GovernorOptions{Keeper: &silent{}})
		require.NoError(t, err)
		p, err := g.Acquire(t.Context(), "arxiv", "", Limits{})
		require.NoError(t, err)
		began := time.Now()
		p.End(Outcome{Class: OK})
		assert.Equal(t, tellWait, time.Since(began))
		time.Sleep(tellFor) // the telling goes on meanwhile
	})
}
