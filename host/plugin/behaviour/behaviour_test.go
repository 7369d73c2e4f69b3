package behaviour_test

import (
	"github.com/sparkhost/sparkhost/internal/testwasm"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/plugin/behaviour"
	"github.com/sparkhost/sparkhost/internal/doubling"
	"github.com/sparkhost/sparkhost/plugins"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func measure(t *testing.T, name string) *behaviour.Behaviour {
	t.Helper()
	wasm, err := plugins.Open(name)
	require.NoError(t, err)
	b, err := behaviour.Measure(t.Context(), "plugin", wasm, 1, testwasm.Folder())
	require.NoError(t, err)
	return b
}

func TestBehaviourIsMeasuredTheSameEachTimeAndTellsPluginsApart(t *testing.T) {
	first := measure(t, "authority")
	assert.Empty(t, first.Failed())
	assert.Positive(t, first.Fuel.Start)
	assert.NotEmpty(t, first.Columns)
	text, err := first.JSON()
	require.NoError(t, err)
	attested, err := behaviour.Parse(text)
	require.NoError(t, err)
	assert.Empty(t, measure(t, "authority").Differences(attested))
	assert.NotEmpty(t, measure(t, "triangulation").Differences(attested))
}

func TestEachPartThatDiffersIsNamed(t *testing.T) {
	b := measure(t, "authority")
	for _, test := range []struct {
		want   string
		change func(*behaviour.Behaviour)
	}{
		{"columns: attested", func(b *behaviour.Behaviour) { b.Columns = b.Columns[:0] }},
		{"fuel: attested", func(b *behaviour.Behaviour) { cost := *b.Fuel; cost.PerItem++; b.Fuel = &cost }},
		{"fuel known: attested false, measured true", func(b *behaviour.Behaviour) { b.Fuel = nil }},
		{"version: attested 9", func(b *behaviour.Behaviour) { b.Version = "9" }},
		{"check " + b.Checks[0].ID + ": attested fail, measured pass", func(b *behaviour.Behaviour) { b.Checks = []behaviour.Check{{ID: b.Checks[0].ID, Status: "fail"}} }},
	} {
		attested := *b
		test.change(&attested)
		differ := b.Differences(&attested)
		require.Len(t, differ, 1, test.want)
		assert.Contains(t, differ[0], test.want)
	}
	other := *b
	other.Checks = append(other.Checks[:len(other.Checks):len(other.Checks)], behaviour.Check{ID: "of_a_later_kit", Status: "fail"})
	assert.Empty(t, b.Differences(&other))
}

func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		if b, err := behaviour.Parse([]byte(text)); err == nil {
			b.Failed()
			b.Differences(&behaviour.Behaviour{})
		}
	}, seed(f))
}

// seed is a behaviour with one of everything.
func seed(t testing.TB) string {
	b := behaviour.Behaviour{Checks: []behaviour.Check{{ID: "c#", Status: "failed"}}, Columns: []behaviour.Column{{Name: "items.c#"}}, Outputs: []behaviour.Output{{Name: "o#"}}}
	text, err := b.JSON()
	require.NoError(t, err)
	return string(text)
}
