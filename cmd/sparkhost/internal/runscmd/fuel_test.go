package runscmd

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

func timing(t *testing.T, x record.Timing) record.Event {
	t.Helper()
	data, err := json.Marshal(x)
	require.NoError(t, err)
	return record.Event{Kind: record.KindTiming, Data: data}
}

func TestACallIsShownWithTheFuelThatItsTimingTells(t *testing.T) {
	calls := []pluginCall{{PluginCall: record.PluginCall{Stage: "verify.markers", FuelLimit: 5e9}}}
	assert.Equal(t, "?/5G", calls[0].fuel())
	for _, other := range []record.Timing{{What: "verify.markers", Fuel: 1}, {What: "call.select.authority", Fuel: 1}, {What: "call.verify.markers"}} {
		require.NoError(t, addFuel(timing(t, other), calls))
		assert.Nil(t, calls[0].FuelUsed, other.What)
	}
	require.NoError(t, addFuel(timing(t, record.Timing{What: "call.verify.markers", Fuel: 1_234_567}), calls))
	assert.Equal(t, "1.23M/5G", calls[0].fuel())
	require.NoError(t, addFuel(timing(t, record.Timing{What: "call.verify.markers", Fuel: 1_234_567, Cached: true}), calls))
	assert.Equal(t, "1.23M/5G cached", calls[0].fuel())
	require.NoError(t, addFuel(timing(t, record.Timing{What: "call.verify.markers"}), nil))
}

func TestUnitsAreWrittenAsInPolicies(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1k", 12_345: "12.3k", 999_600: "1M", 5e9: "5G", 2e15: "2e+03T"} {
		assert.Equal(t, want, shell.Units(n))
	}
}
