package plugin

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func TestAStandInAnswersWhatIsKnownAndLoadsThePluginForTheRest(t *testing.T) {
	ctx := context.Background()
	p := loadGuest(t, Limits{})
	request := guestRequest(t, p, "mean")
	want, call, err := p.Call(ctx, request)
	require.NoError(t, err)
	loads := 0
	s, err := NewStandIn(Description{Name: p.Name(), Digest: p.Digest(), Manifest: p.Manifest()}, func(context.Context) (*Plugin, error) {
		loads++
		return p, nil
	})
	require.NoError(t, err)
	assert.Equal(t, p.Digest(), s.Digest())
	assert.Equal(t, p.Inputs(), s.Inputs())
	assert.Equal(t, p.FuelLimit(request.Tables, limit.Call{Fuel: 7}), s.FuelLimit(request.Tables, limit.Call{Fuel: 7}))
	ask := func(b limit.Call, k Known) (*contract.Response, Call, error) {
		return s.CallKnown(ctx, request, b, func(input string) (Known, bool) { return k, input == call.InputDigest })
	}
	known := Known{Output: call.Output, Fuel: call.Fuel, FuelLimit: call.FuelLimit}

	got, replayed, err := ask(limit.Call{}, known)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Equal(t, call.OutputDigest, replayed.OutputDigest)
	assert.Equal(t, call.FuelLimit, replayed.FuelLimit)
	assert.Zero(t, loads)

	_, _, err = ask(limit.Call{Fuel: call.FuelLimit}, Known{Error: "it trapped", FuelLimit: call.FuelLimit})
	require.EqualError(t, err, "it trapped", "a failure is known too")
	assert.Zero(t, loads)

	_, _, err = ask(limit.Call{Fuel: 1}, known)
	var e *Error
	require.ErrorAs(t, err, &e, "it used more than it may now")
	assert.Equal(t, KindFuel, e.Kind)
	got, _, err = ask(limit.Call{}, Known{Error: "out of fuel", FuelLimit: 1})
	require.NoError(t, err, "it may use more now")
	assert.Equal(t, want, got)
	assert.Equal(t, 1, loads, "once")

	_, _, err = ask(limit.Call{}, Known{Output: []byte("damaged"), FuelLimit: 1})
	require.ErrorAs(t, err, &e)
	assert.Equal(t, KindContract, e.Kind)
}

func TestAStandInWithoutItsPluginSaysThatTheCallIsNotKnown(t *testing.T) {
	p := loadGuest(t, Limits{})
	d := Description{Name: p.Name(), Digest: p.Digest(), Manifest: p.Manifest()}
	nothing := func(string) (Known, bool) { return Known{}, false }
	gone := errors.New("the module is gone")
	for name, load := range map[string]func(context.Context) (*Plugin, error){
		"none": nil, "failing": func(context.Context) (*Plugin, error) { return nil, gone },
	} {
		s, err := NewStandIn(d, load)
		require.NoError(t, err)
		_, _, err = s.CallKnown(context.Background(), guestRequest(t, p, "mean"), limit.Call{}, nothing)
		assert.ErrorIs(t, err, ErrUnknownCall, name)
	}
	other := d
	other.Digest = "00" + d.Digest[2:]
	s, err := NewStandIn(other, func(context.Context) (*Plugin, error) { return p, nil })
	require.NoError(t, err)
	_, _, err = s.CallWithin(context.Background(), guestRequest(t, p, "mean"), limit.Call{})
	require.ErrorIs(t, err, ErrUnknownCall)
	assert.ErrorContains(t, err, "its module has digest")
	other.Digest = "short"
	_, err = NewStandIn(other, nil)
	assert.ErrorContains(t, err, "no sha256")
}
