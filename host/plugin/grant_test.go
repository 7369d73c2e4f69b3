package plugin

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// loadDenied loads the stock-Go guest, which needs items.tokens and takes items.year.
func loadDenied(t *testing.T, deny ...string) (*Plugin, error) {
	t.Helper()
	h := newTestSandbox(t, Options{CacheDir: world.cache})
	return h.Load(context.Background(), Source{Name: "specimen", Wasm: guestWasm(t), Deny: deny}, Limits{})
}

// dated is a request with the optional column.
func dated(t *testing.T, p *Plugin) *contract.Request {
	t.Helper()
	r := guestRequest(t, p, "mean")
	r.Tables[0].Columns = append(r.Tables[0].Columns, contract.NumbersColumn("year", []float64{1999, 2001}, nil))
	return r
}

func TestAPluginThatNeedsADeniedColumnIsRefused(t *testing.T) {
	for _, name := range []string{"tokens", "items.tokens"} {
		_, err := loadDenied(t, "secret", name)
		require.ErrorIs(t, err, KindCapability, name)
		assert.ErrorContains(t, err, "plugin specimen (sha256 ")
		assert.ErrorContains(t, err, "load: capability: it cannot work without items.tokens, which is denied to it: use another plugin, or take it out of deny")
	}
}

func TestADeniedOptionalColumnIsNeverSent(t *testing.T) {
	open, err := loadDenied(t)
	require.NoError(t, err)
	_, bare, err := open.Call(context.Background(), guestRequest(t, open, "mean"))
	require.NoError(t, err)
	for _, tt := range []struct {
		deny string
		sent bool
	}{
		{"year", false}, {"items.year", false}, {"passages.year", true}, {"text", true},
	} {
		t.Run(tt.deny, func(t *testing.T) {
			p, err := loadDenied(t, tt.deny)
			require.NoError(t, err)
			_, call, err := p.Call(context.Background(), dated(t, p))
			require.NoError(t, err)
			assert.Equal(t, tt.sent, call.InputDigest != bare.InputDigest)
			assert.Equal(t, open.Manifest(), p.Manifest(), "what it says of itself stays as it is")
			assert.Equal(t, tt.sent, len(p.Inputs()) == len(open.Inputs()))
		})
	}
}

func TestOfTwoLimitsOfACallTheSmallerHolds(t *testing.T) {
	two := []contract.Table{items([]uint32{1}, []uint32{2})}
	for _, tt := range []struct {
		name   string
		plugin Limits
		call   limit.Call
		want   allowance
	}{
		{"none of the call", Limits{Fuel: 1000, Wall: time.Second}, limit.Call{}, allowance{1000, time.Second}},
		{"less", Limits{Fuel: 1000, Wall: time.Second}, limit.Call{Fuel: 10, Wall: time.Minute}, allowance{10, time.Second}},
		{"more", Limits{Fuel: 1000, Wall: time.Second}, limit.Call{Fuel: 2000, Wall: time.Millisecond}, allowance{1000, time.Millisecond}},
		{"per item of the call only", Limits{Fuel: 1000}, limit.Call{FuelPerItem: 7}, allowance{14, DefaultWall}},
		{"per item of both", Limits{Fuel: 1000, FuelPerItem: 5}, limit.Call{FuelPerItem: 7}, allowance{10, DefaultWall}},
		{"per item of the plugin, all of the call", Limits{Fuel: 1000, FuelPerItem: 5}, limit.Call{Fuel: 9}, allowance{9, DefaultWall}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, err := tt.plugin.withDefaults()
			require.NoError(t, err)
			assert.Equal(t, tt.want, l.allow(two, tt.call))
		})
	}
}

func TestACallUnderASmallerLimitOfFuelSaysWhatItUsedAndMight(t *testing.T) {
	p := loadGuest(t, Limits{})
	request := guestRequest(t, p, "mean")
	_, whole, err := p.Call(context.Background(), request)
	require.NoError(t, err)
	assert.EqualValues(t, DefaultFuel, whole.FuelLimit)

	_, call, err := p.CallWithin(context.Background(), request, limit.Call{Fuel: 1000})
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, KindFuel, e.Kind)
	assert.EqualValues(t, 1000, e.Limit)
	assert.Greater(t, e.Used, e.Limit)
	assert.Equal(t, e.Used, call.Fuel)
	assert.EqualValues(t, 1000, call.FuelLimit)
	assert.ErrorContains(t, err, "stopped at the limit of 1000 units of fuel")

	_, _, err = p.Call(context.Background(), request)
	require.NoError(t, err, "the next call has the plugin's limits again")
}

func TestACallUnderASmallerLimitOfTimeNamesThatLimit(t *testing.T) {
	p := loadGuest(t, Limits{Wall: time.Minute})
	_, _, err := p.CallWithin(context.Background(), guestRequest(t, p, "spin"), limit.Call{Wall: 20 * time.Millisecond})
	require.ErrorIs(t, err, KindTime)
	assert.ErrorContains(t, err, "stopped at the wall limit of 20ms")
}

func TestTheFuelLimitOfACallIsKnownBeforeIt(t *testing.T) {
	p := loadGuest(t, Limits{FuelPerItem: 10_000_000})
	request := guestRequest(t, p, "mean")
	request.Tables = append(request.Tables, contract.Table{Name: "options", Rows: 1000})
	within := limit.Call{Fuel: 15_000_000}
	most := p.FuelLimit(request.Tables, within)
	_, call, err := p.CallWithin(context.Background(), request, within)
	require.NoError(t, err)
	assert.Equal(t, call.FuelLimit, most)
	assert.EqualValues(t, 20_000_000, p.FuelLimit(request.Tables, limit.Call{}), "rows of a table that is not sent do not count")
}

func TestARememberedAnswerThatCostMoreThanAllowedIsNotUsed(t *testing.T) {
	memo := &mapMemo{kept: map[[32]byte][]byte{}}
	p := loadMemoised(t, memo)
	request := guestRequest(t, p, "mean")
	_, first, err := p.Call(context.Background(), request)
	require.NoError(t, err)
	_, again, err := p.CallWithin(context.Background(), request, limit.Call{Fuel: first.Fuel})
	require.NoError(t, err)
	assert.True(t, again.Cached)
	_, _, err = p.CallWithin(context.Background(), request, limit.Call{Fuel: first.Fuel / 100})
	assert.ErrorIs(t, err, KindFuel, "a warm cache does not make a limit larger")
}
