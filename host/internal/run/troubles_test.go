package run

import (
	"context"
	"fmt"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/record"
)

// refusedFrom is a connection that nobody took, at a port, as an endpoint tells of it after a while.
func refusedFrom(port int, after time.Duration) error {
	cause := &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}, Err: syscall.ECONNREFUSED}
	return &model.EndpointError{
		Endpoint: "test", Purpose: "test.v1", Kind: model.ErrUnavailable, Cause: outbound.CauseOf(cause), Detail: cause.Error(), Attempts: port % 7, After: after,
	}
}

// many are so many different inquiries of a stage.
func many(stage string, n int) []inquiry.Inquiry {
	out := make([]inquiry.Inquiry, n)
	for i := range out {
		out[i] = question(fmt.Sprintf("%s %d", stage, i))
		out[i].Stage = stage
	}
	return out
}

// withoutTime are the events of a run apart from its timings.
func withoutTime(t *testing.T, r *run) (same []record.Event, raw string) {
	t.Helper()
	reader, err := r.Records.(*record.Store).Read(r.Result.Run)
	require.NoError(t, err)
	for e := range reader.Events() {
		if e.Kind == record.KindTiming {
			raw += string(e.Data)
			continue
		}
		same = append(same, e)
	}
	return same, raw
}

func TestAnEndpointThatIsDownIsLeftAloneAndNamedOnce(t *testing.T) {
	var events [][]record.Event
	for _, port := range []int{4711, 35017} {
		m := fails(refusedFrom(port, time.Duration(port)*time.Second))
		r := modelled(t, "", m)
		r.Asker.AskAll(context.Background(), many("claims.extract", 12))
		r.Ask(context.Background(), many("synthesis", 1)[0])
		result, err := r.finish(context.Background())
		require.NoError(t, err)
		assert.Equal(t, []string{
			"claims.extract ×12, synthesis go on without a model: endpoint \"test\": the connection was refused (13 calls, 7 of them not tried: " +
				"endpoint_down); look at it with `sparkhost model check`",
		}, result.Warnings)
		assert.Equal(t, 6, m.asked, "three failures in a row, and three calls that were begun before the third was known")
		for i, c := range recorded[record.ModelCall](t, r, record.KindModelCall) {
			assert.Equal(t, i >= 6, c.Skipped != "", "%d", i)
			assert.Equal(t, "refused", c.Class)
		}
		assert.Equal(t, int64(6*7), r.Guard.Spent().CostMicroUSD, "what was not tried is not paid")
		same, raw := withoutTime(t, r)
		assert.Contains(t, raw, fmt.Sprintf("127.0.0.1:%d", port), "what the system said is kept where times are")
		events = append(events, same)
	}
	assert.Equal(t, events[0], events[1], "another port and other waits make no difference but in timings")
}

func TestWhatIsLeftAloneDoesNotDependOnWhoIsFaster(t *testing.T) {
	skipped := map[int]int{}
	for seed := range 8 {
		m := fails(refusedFrom(4711, 0))
		failing := m.reply
		m.reply = func(q model.Request) (model.Reply, error) {
			time.Sleep(time.Duration((len(q.Messages[0].Text)+int(q.Messages[0].Text[len(q.Messages[0].Text)-1]))*(seed+1)%5) * time.Millisecond)
			return failing(q)
		}
		r := modelled(t, "", m)
		r.Asker.AskAll(context.Background(), many("claims.extract", 20))
		n := 0
		for _, trouble := range r.Asker.Troubles.Kinds {
			n += trouble.Skipped
		}
		skipped[n]++
	}
	assert.Equal(t, map[int]int{14: 8}, skipped)
}

func TestAnEndpointThatAnswersBetweenFailuresIsAskedOn(t *testing.T) {
	for name, between := range map[string]error{"an answer": nil, "a refusal": &model.StopError{Purpose: "test.v1", Model: "scripted", Stop: model.Refusal}} {
		t.Run(name, func(t *testing.T) {
			m := says("yes")
			good := m.reply
			m.reply = func(q model.Request) (model.Reply, error) {
				switch {
				case m.asked%3 != 0:
					return model.Reply{}, refusedFrom(1, 0)
				case between != nil:
					return model.Reply{}, between
				}
				return good(q)
			}
			r := modelled(t, "", m)
			for _, q := range many("gap.probe", 12) {
				r.Ask(context.Background(), q)
			}
			assert.Equal(t, 12, m.asked)
		})
	}
}

func TestAReplayLeavesAnEndpointAloneWhereTheRunDid(t *testing.T) {
	m := fails(refusedFrom(4711, 0))
	r := modelled(t, "", m)
	r.Asker.AskAll(context.Background(), many("claims.extract", 12))
	want, err := r.finish(context.Background())
	require.NoError(t, err)
	again := taped(t, r, tape.MuteModel{Description: m.Describe()})
	again.Asker.AskAll(context.Background(), many("claims.extract", 12))
	assert.NoError(t, again.Err)
	again.conclude(nil)
	assert.Equal(t, want.Warnings, again.Result.Warnings)
	assert.Equal(t, r.Guard.Spent().CostMicroUSD, again.Guard.Spent().CostMicroUSD)

	fewer := taped(t, r, tape.MuteModel{Description: m.Describe()})
	fewer.Ask(context.Background(), many("claims.extract", 12)[11])
	assert.ErrorContains(t, fewer.Err, "endpoint_down", "what it would have said is not known")
}
