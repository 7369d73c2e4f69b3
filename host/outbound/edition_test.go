package outbound

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ended is the state after an account met these classes, one after the other.
func ended(account string, classes ...Class) (*state, ask, time.Time) {
	now := time.Unix(1000, 0)
	s, a := &state{}, ask{id: "1", account: account, limits: Limits{}.withDefaults()}
	for _, class := range classes {
		s.end(a, Outcome{Class: class}, now)
	}
	return s, a, now
}

func TestAMendedDeclarationIsNotRefusedForTheAnswersThatTheOldOneCouldNotRead(t *testing.T) {
	s, old, now := ended("/old", Malformed, Malformed, Malformed, Malformed, Malformed)
	require.NotNil(t, s.refuse(old, now))
	mended := old
	mended.account = "/new"
	assert.Nil(t, s.refuse(mended, now))
}

func TestAMendedDeclarationIsNotRefusedBecauseTheOldOneWasBlocked(t *testing.T) {
	s, old, now := ended("/old", Blocked)
	require.NotNil(t, s.refuse(old, now))
	old.account = "/new"
	assert.Nil(t, s.refuse(old, now))
}

func TestAServiceThatIsDownIsLeftAloneByEveryDeclaration(t *testing.T) {
	for _, classes := range [][]Class{
		{Transient, Transient, Transient, Transient, Transient},
		{Malformed, Transient, Transient, Transient, Malformed},
	} {
		s, a, now := ended("/old", classes...)
		a.account = "/new"
		assert.NotNil(t, s.refuse(a, now), classes)
	}
}
