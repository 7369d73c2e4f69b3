package run

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/run/claims"
	"github.com/sparkhost/sparkhost/host/internal/run/confidence"
	"github.com/sparkhost/sparkhost/host/internal/run/gap"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy/schema"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// fuelled is a policy of four calls, each of which may use a billion units: select.authority,
// verify.markers and calibrate.confidence twice.
func fuelled(fuel, reserved, onExhausted string) string {
	return oneRound("") + `
	select {
		stage "authority" {
			plugin = plugin.authority
			limits { fuel = "1G" }
		}
		term "authority" {
			stage  = stage.authority
			weight = 5.0
		}
	}
	verify {
		stage "markers" {
			limits { fuel = "1G" }
		}
	}
	calibrate {
		stage "confidence" {
			limits { fuel = "1G" }
		}
	}
	budget {
		fuel         = "` + fuel + `"
		reserve_for  = ` + reserved + `
		on_exhausted = "` + onExhausted + `"
	}`
}

func TestABudgetOfFuelRefusesTheCallsThatItDoesNotCover(t *testing.T) {
	for _, tt := range []struct {
		name, fuel, reserved string
		called               []string
		refused              string
	}{
		{"all are paid", "4G", "[]", []string{"select.authority", "verify.markers", "calibrate.confidence", "calibrate.confidence"}, ""},
		{"the last is not", "3999999k", "[]", []string{"select.authority", "verify.markers", "calibrate.confidence"}, "calibration"},
		{"what is reserved goes to the confidence", "3G", "[calibration]", []string{"select.authority", "calibrate.confidence", "calibrate.confidence"}, "verify.markers"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var first []string
			p := partsOf(t, fuelled(tt.fuel, tt.reserved, "finish"), shelfOf(kinase, growth))
			for range 2 { // the second time from a warm cache and on warm instances
				p.Records = recordsOf(t)
				r := answered(t, p, inhibits)
				var called []string
				for _, c := range recorded[record.PluginCall](t, r, record.KindPluginCall) {
					called = append(called, c.Stage)
					assert.EqualValues(t, 1_000_000_000, c.FuelLimit)
				}
				assert.Equal(t, tt.called, called)
				refused := slices.DeleteFunc(recorded[record.Reservation](t, r, record.KindReservation), func(e record.Reservation) bool { return e.Granted })
				assert.Equal(t, tt.refused == "", len(refused) == 0)
				if tt.refused != "" {
					assert.Equal(t, tt.refused, refused[0].Stage)
					assert.Contains(t, refused[0].Reason, "fuel: ")
					assert.EqualValues(t, 1_000_000_000, refused[0].Asked.Fuel)
					assert.Regexp(t, `^stage ".*" \(.*policy\.hcl:\d+\) was skipped: budget: `, r.Result.Warnings[0])
				}
				if first == nil {
					first = eventsOf(t, r)
				}
				assert.Equal(t, first, eventsOf(t, r))
			}
		})
	}
}

func TestABudgetOfFuelEndsTheRunWhereThePolicySaysFail(t *testing.T) {
	r := answered(t, partsOf(t, fuelled("1500M", "[]", "fail"), shelfOf(kinase, growth)), inhibits)
	assert.Equal(t, record.VerdictBudget, r.Result.Verdict)
	assert.Equal(t, 6, r.Result.ExitCode)
	assert.Regexp(t, `^stage "markers" \(test\.policy\.hcl:\d+\): budget: verify\.markers: fuel: 1000000000 used, 0 reserved and 1000000000 asked, over the limit of 1500000000$`, r.Result.Error)
}

func TestARunWithoutABudgetOfFuelReservesNone(t *testing.T) {
	r := answered(t, partsOf(t, oneRound("")+weighed, shelfOf(kinase, growth)), inhibits)
	for _, e := range recorded[record.Reservation](t, r, record.KindReservation) {
		assert.Zero(t, e.Asked.Fuel)
	}
	assert.NotContains(t, r.State, "budget.fuel_left")
}

func TestACallsFuelStandsBesideItsRecordNotInIt(t *testing.T) {
	p := partsOf(t, oneRound("")+weighed, shelfOf(kinase, growth))
	r := answered(t, p, inhibits)
	reader, err := p.Records.(*record.Store).Read(r.Result.Run)
	require.NoError(t, err)
	var calls int
	var call record.PluginCall
	var last record.Event
	for e := range reader.Events() {
		if e.Kind == record.KindPluginCall {
			require.NoError(t, e.Decode(&call))
			assert.EqualValues(t, plugin.DefaultFuel, call.FuelLimit)
			calls++
		}
		if e.Kind == record.KindTiming && last.Kind == record.KindPluginCall {
			var timing record.Timing
			require.NoError(t, e.Decode(&timing))
			assert.Equal(t, last.Seq, e.Seq)
			assert.Equal(t, record.TimingCall+call.Stage, timing.What)
			assert.Positive(t, timing.Fuel)
			calls--
		}
		last = e
	}
	assert.Zero(t, calls, "every call has its timing")
}

func TestAStagesLimitEndsItsCallAndNamesItsLine(t *testing.T) {
	body := oneRound("") + weighed + `
	verify {
		stage "markers" {
			limits { fuel = 1000 }
			on_error = "%s"
		}
	}`
	r := answered(t, partsOf(t, fmt.Sprintf(body, "fail"), shelfOf(kinase, growth)), inhibits)
	assert.Equal(t, record.VerdictFault, r.Result.Verdict)
	assert.Equal(t, 7, r.Result.ExitCode)
	assert.Regexp(t, `^stage "markers" \(test\.policy\.hcl:\d+\): plugin .*: fuel: stopped at the limit of 1000 units of fuel$`, r.Result.Error)

	r = answered(t, partsOf(t, fmt.Sprintf(body, "skip"), shelfOf(kinase, growth)), inhibits)
	assert.Equal(t, record.VerdictAnswered, r.Result.Verdict)
	assert.Regexp(t, `^stage "markers" \(test\.policy\.hcl:\d+\) was skipped: plugin .*: fuel: stopped at`, r.Result.Warnings[0])
}

func TestADeniedColumnIsNotEvenBuilt(t *testing.T) {
	wasm, err := plugins.Open("authority")
	require.NoError(t, err)
	deny := []string{"venue"}
	denied, err := world.host.Load(context.Background(), plugin.Source{Name: "authority", Wasm: wasm, Deny: deny}, plugin.Limits{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, denied.Close(context.Background())) })
	p := partsOf(t, oneRound("")+weighed, shelfOf(kinase, growth))
	r := answered(t, p, inhibits)
	req, err := r.search.DocumentFrame(r.Documents).Request(contract.KindScore, denied.Inputs(), nil)
	require.NoError(t, err)
	require.NotEmpty(t, req.Tables)
	for _, table := range req.Tables {
		for _, c := range table.Columns {
			assert.NotContains(t, deny, c.Name)
		}
	}
}

// The policy language knows which columns it may deny; the frames make them.
func TestThePolicyKnowsEveryColumnThatPluginsMayBeSent(t *testing.T) {
	r := answered(t, partsOf(t, everything, shelfOf(kinase, growth)), inhibits)
	reader := claims.Over(r.Run)
	made := map[string]bool{}
	for _, f := range []frame.Frame{
		r.search.DocumentFrame(r.Documents), r.read.PassageFrame("items", r.Passages), reader.ClaimFrame(), r.answer.OptionFrame(optionsOf(r)),
		r.falsify.DraftFrame(r.Passages), r.confidence.TermFrame(r.confidence.TermRows(confidence.PhaseFinal)), r.assess.VerifyFrame(), r.gap.GapFrame(nil, gap.Look{}),
	} {
		for _, name := range strings.Split(f.String(), ", ") {
			made[name] = true
		}
	}
	for _, table := range schema.Tables() {
		for _, c := range table.Columns {
			assert.True(t, made[table.Name+"."+c], "no block offers %s.%s", table.Name, c)
			delete(made, table.Name+"."+c)
		}
	}
	assert.Empty(t, made, "schema.Tables lists these too")
}

// optionsOf are a question's options before anything is known of them.
func optionsOf(r *run) []*state.Option {
	out := make([]*state.Option, len(r.Plan.Options))
	for i, o := range r.Plan.Options {
		out[i] = &state.Option{Index: i, Option: o}
	}
	return out
}

func TestAScoreStageLearnsHowManyItemsThereAre(t *testing.T) {
	offered := frame.Frame{{Name: "items", Rows: 3, Columns: []frame.Column{frame.Texts("text", 3, func(int) string { return "" })}}}
	inputs := []contract.Input{{Table: "items", Column: "year", Type: contract.ColumnNumbers, Optional: true}}
	req, err := offered.Request(contract.KindScore, inputs, nil)
	require.NoError(t, err)
	assert.Equal(t, []contract.Table{{Name: "items", Rows: 3}}, req.Tables)
	req, err = offered.Request(contract.KindAssess, inputs, nil)
	require.NoError(t, err)
	assert.Empty(t, req.Tables)
}
