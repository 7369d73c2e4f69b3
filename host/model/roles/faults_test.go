package roles_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/standin"
)

func good() standin.Exchange { return standin.Exchange{JSON: []byte(`{ "score":0.5}`)} }

// Every fault, once, before a good answer: what can be tried again is, and no wrong answer is taken for a right one.
func TestAFaultBeforeAGoodAnswer(t *testing.T) {
	overcome := map[standin.Fault]bool{
		standin.RateLimited: true, standin.Timeout408: true, standin.Conflict: true, standin.ServerError: true, standin.Overloaded: true,
		standin.HTML: true, standin.Null: true, standin.NotJSON: true, standin.CutOff: true, standin.Reset: true, standin.ErrorIn200: true,
		standin.NoChoices: true, standin.InvalidAnswer: true, standin.WrongSchema: true, standin.EmptyAnswer: true, standin.UnknownStop: true,
		standin.NoUsage: true,
	}
	final := map[standin.Fault]error{
		standin.Quota: model.ErrQuota, standin.Unauthorized: model.ErrAuth, standin.Rejected: model.ErrRejected,
		standin.Redirect: model.ErrUnavailable, standin.Switched: model.ErrUnavailable, standin.ManyChoices: model.ErrUnavailable, standin.Endless: model.ErrUnavailable,
	}
	for _, wire := range wires {
		for _, fault := range standin.Faults() {
			t.Run(fmt.Sprintf("%s over %s", fault, wire), func(t *testing.T) {
				bad := standin.Exchange{Fault: fault, RetryAfterMs: "1"}
				if fault == standin.NoUsage {
					bad.JSON = good().JSON
				}
				_, base := serve(t, bad, good())
				o := options(t)
				o.MaxBytes = 1 << 20
				reply, err := opened(t, config(wire, base), o).Complete(t.Context(), structured("score it"))
				if !overcome[fault] {
					require.ErrorIs(t, err, final[fault])
					assert.NotContains(t, fmt.Sprintf("%v %+v %#v", err, err, err), canary)
					assert.Nil(t, reply.JSON)
					return
				}
				require.NoError(t, err)
				assert.JSONEq(t, `{"score":0.5}`, string(reply.JSON))
				assert.Equal(t, model.Complete, reply.Stop)
			})
		}
	}
}

// Every fault, always: the error is typed, the tries are few, and the cost stays within the worst case.
func TestAFaultThatStays(t *testing.T) {
	for _, wire := range wires {
		for _, fault := range standin.Faults() {
			t.Run(fmt.Sprintf("%s over %s", fault, wire), func(t *testing.T) {
				s, base := serve(t, standin.Exchange{Fault: fault, RetryAfterMs: "1", Times: -1})
				o := options(t)
				o.MaxBytes = 1 << 20
				m := opened(t, config(wire, base), o)
				r := structured("score it")
				reply, err := m.Complete(t.Context(), r)
				sentinels := 0
				for _, sentinel := range []error{model.ErrUnavailable, model.ErrQuota, model.ErrAuth, model.ErrRejected, model.ErrSchema} {
					if assert.Error(t, err); errors.Is(err, sentinel) {
						sentinels++
					}
				}
				assert.Equal(t, 1, sentinels, "%v", err)
				assert.LessOrEqual(t, reply.Cost.MicroUSD, m.WorstCase(r).MicroUSD)
				assert.LessOrEqual(t, reply.Cost.Tokens, m.WorstCase(r).Tokens)
				assert.LessOrEqual(t, len(s.Requests()), 4)
				assert.Equal(t, len(s.Requests()), reply.Attempts)
			})
		}
	}
}

func TestRepliesThatAreNoAnswersAreErrorsOfTheirOwn(t *testing.T) {
	tests := []struct {
		wire, stop string
		want       error
	}{
		{"anthropic", "refusal", model.ErrRefused}, {"openai", "refusal", model.ErrRefused}, {"openai", "safety", model.ErrSafety},
		{"anthropic", "truncated", model.ErrTruncated}, {"openai", "truncated", model.ErrTruncated},
	}
	for _, tt := range tests {
		t.Run(tt.stop+" over "+tt.wire, func(t *testing.T) {
			s, base := serve(t, standin.Exchange{Text: "half an ans", Stop: tt.stop, Times: -1})
			reply, err := opened(t, config(tt.wire, base), options(t)).Complete(t.Context(), structured("score it"))
			require.ErrorIs(t, err, tt.want)
			assert.NotEqual(t, model.Complete, reply.Stop)
			asked := s.Requests()
			if tt.want == model.ErrTruncated {
				require.Len(t, asked, 2, "once more, for a longer answer")
				assert.Equal(t, 4*asked[0].MaxOutput, asked[1].MaxOutput)
			} else {
				assert.Len(t, asked, 1, "asking again would get the same")
			}
			assert.Positive(t, reply.Cost.MicroUSD, "it is paid all the same")
			assert.Equal(t, model.ByPrice, reply.Cost.Basis)
		})
	}
}

// longer is the reservation for the longer answer: 300 tokens at 15 USD per million, in micro-USD.
const longer = 300 * 15

func TestAnAnswerThatIsCutIsAskedForOnceWithMoreRoom(t *testing.T) {
	for _, wire := range wires {
		t.Run(wire, func(t *testing.T) {
			u := standin.Usage{In: 100, Out: 90}
			s, base := serve(t, standin.Exchange{Text: `{"sco`, Stop: "truncated", Usage: &u}, standin.Exchange{JSON: []byte(`{"score":0.5}`), Usage: &u})
			m := opened(t, config(wire, base), options(t))
			r := structured("score it")
			reply, err := m.Complete(t.Context(), r)
			require.NoError(t, err)
			assert.JSONEq(t, `{"score":0.5}`, string(reply.JSON))
			asked := s.Requests()
			require.Len(t, asked, 2)
			assert.Equal(t, []int{100, 400}, []int{asked[0].MaxOutput, asked[1].MaxOutput})
			assert.Equal(t, int64(380), reply.Cost.Tokens, "both are paid")
			assert.LessOrEqual(t, reply.Cost.MicroUSD, m.WorstCase(r).MicroUSD)
			require.Len(t, reply.Notes, 1)
			assert.Contains(t, reply.Notes[0], "cut at 100 tokens: asked again for at most 400")
		})
	}
}

func TestAnAnswerThatIsWholeAtItsCapIsTaken(t *testing.T) {
	s, base := serve(t, standin.Exchange{JSON: []byte(`{"score":0.5}`), Stop: "truncated"})
	reply, err := opened(t, config("openai", base), options(t)).Complete(t.Context(), structured("score it"))
	require.NoError(t, err)
	assert.Equal(t, model.Complete, reply.Stop)
	assert.Len(t, s.Requests(), 1)
}

func TestAWrongAnswerIsRepairedOnce(t *testing.T) {
	for _, wire := range wires {
		t.Run(wire, func(t *testing.T) {
			s, base := serve(t, standin.Exchange{JSON: []byte(`{"score":7}`)}, good())
			reply, err := opened(t, config(wire, base), options(t)).Complete(t.Context(), structured("score it"))
			require.NoError(t, err)
			assert.True(t, reply.Repaired)
			assert.Equal(t, 2, reply.Attempts)
			asked := s.Requests()
			require.Len(t, asked, 2)
			require.Len(t, asked[1].Messages, 3)
			assert.Equal(t, model.Message{From: model.Assistant, Text: `{"score":7}`}, asked[1].Messages[1])
			assert.Contains(t, asked[1].Messages[2].Text, "/score: maximum")
		})
	}
	t.Run("and not twice", func(t *testing.T) {
		s, base := serve(t, standin.Exchange{Fault: standin.WrongSchema, Times: -1})
		_, err := opened(t, config("openai", base), options(t)).Complete(t.Context(), structured("score it"))
		require.ErrorIs(t, err, model.ErrSchema)
		var wrong *model.SchemaError
		require.ErrorAs(t, err, &wrong)
		assert.Contains(t, wrong.Text, "wrong")
		assert.Len(t, s.Requests(), 2)
	})
}

func TestAnAnswerInWordsOrAFenceIsFound(t *testing.T) {
	for _, text := range []string{"```json\n{\"score\": 0.5}\n```", "Sure: {\"score\": 0.5} I hope that helps.", " {\"score\":0.5} "} {
		_, base := serve(t, standin.Exchange{Text: text})
		reply, err := opened(t, config("openai", base), options(t)).Complete(t.Context(), structured("score it"))
		require.NoError(t, err, text)
		assert.JSONEq(t, `{"score":0.5}`, string(reply.JSON))
		assert.False(t, reply.Repaired)
	}
}

func TestAnAccountThatIsRefusedIsNotAskedAgain(t *testing.T) {
	for _, fault := range []standin.Fault{standin.Unauthorized, standin.Quota} {
		s, base := serve(t, standin.Exchange{Fault: fault, Times: -1})
		m := opened(t, config("anthropic", base), options(t))
		_, first := m.Complete(t.Context(), request("one"))
		_, second := m.Complete(t.Context(), request("two"))
		require.Error(t, first)
		require.Error(t, second)
		assert.Len(t, s.Requests(), 1, fault)
		assert.NotContains(t, first.Error()+second.Error(), canary)
	}
}

func TestTheDeadlineOfACallHolds(t *testing.T) {
	t.Run("a slow endpoint is an endpoint that is not available, counted at its worst case", func(t *testing.T) {
		s, base := serve(t, standin.Exchange{Delay: "1h", Times: -1})
		m := opened(t, config("anthropic", base), options(t))
		r := request("quick")
		r.Timeout = 30 * time.Millisecond
		reply, err := m.Complete(t.Context(), r)
		require.ErrorIs(t, err, model.ErrUnavailable)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, model.ByWorst, reply.Cost.Basis)
		assert.Equal(t, m.WorstCase(r).MicroUSD-longer, reply.Cost.MicroUSD)
		assert.Len(t, s.Requests(), 2, "an exchange that may be charged for is tried twice at most")
	})
	t.Run("a caller that gives up gets its own cause", func(t *testing.T) {
		_, base := serve(t, standin.Exchange{Delay: "1h", Times: -1})
		ctx, cancel := context.WithCancelCause(t.Context())
		why := fmt.Errorf("the budget's time is over")
		time.AfterFunc(30*time.Millisecond, func() { cancel(why) })
		_, err := opened(t, config("openai", base), options(t)).Complete(ctx, request("quick"))
		require.ErrorIs(t, err, why)
	})
	t.Run("a wait beyond the deadline is not begun", func(t *testing.T) {
		s, base := serve(t, standin.Exchange{Fault: standin.RateLimited, RetryAfter: "60", Times: -1})
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		_, err := opened(t, config("openai", base), options(t)).Complete(ctx, request("quick"))
		require.ErrorIs(t, err, model.ErrUnavailable)
		assert.ErrorContains(t, err, "HTTP 429")
		assert.ErrorContains(t, err, "come back in 1m0s")
		assert.Len(t, s.Requests(), 1)
	})
}

func TestAUsageThatCannotBeIsCountedAtTheWorstCase(t *testing.T) {
	tests := []struct {
		name  string
		usage standin.Usage
	}{
		{"negative", standin.Usage{In: -5, Out: 10}},
		{"absurd", standin.Usage{In: 1 << 60, Out: 10}},
		{"nothing read", standin.Usage{Out: 10}},
		{"more written than was allowed", standin.Usage{In: 50, Out: 101}},
		{"more from the cache than was sent", standin.Usage{In: 10, CacheRead: 1 << 20, Out: 10}},
	}
	for _, wire := range wires {
		for _, tt := range tests {
			t.Run(tt.name+" over "+wire, func(t *testing.T) {
				_, base := serve(t, standin.Exchange{Text: "fine", Usage: &tt.usage})
				m := opened(t, config(wire, base), options(t))
				r := request("how much")
				reply, err := m.Complete(t.Context(), r)
				require.NoError(t, err)
				assert.Equal(t, model.ByWorst, reply.Cost.Basis)
				assert.Equal(t, (m.WorstCase(r).MicroUSD-longer)/2, reply.Cost.MicroUSD, "one of the two exchanges that were reserved")
				require.Len(t, reply.Notes, 1)
				assert.Contains(t, reply.Notes[0], "cannot be")
			})
		}
	}
}

func TestUsageIsDisjoint(t *testing.T) {
	u := standin.Usage{In: 100, CacheRead: 30, Out: 20, Reasoning: 15}
	for _, wire := range wires {
		_, base := serve(t, standin.Exchange{Text: "fine", Usage: &u})
		reply, err := opened(t, config(wire, base), options(t)).Complete(t.Context(), request("count"))
		require.NoError(t, err)
		assert.Equal(t, model.Usage{In: 100, CacheRead: 30, Out: 20, Reasoning: 15}, reply.Usage, wire)
		// 100 × 3 + 30 × 0.3 + 35 × 15 USD per million
		assert.Equal(t, model.Cost{MicroUSD: 300 + 9 + 525, Tokens: 165, Basis: model.ByPrice}, reply.Cost, wire)
	}
}

func TestAnotherAddressIsAskedWhateverFailedUnderThatName(t *testing.T) {
	o := options(t)
	_, broken := serve(t, standin.Exchange{Fault: standin.ServerError, Times: -1})
	c := config("openai", broken)
	m := opened(t, c, o)
	for range 5 {
		_, err := m.Complete(context.Background(), request("?"))
		require.ErrorIs(t, err, model.ErrUnavailable)
	}
	_, err := m.Complete(context.Background(), request("?"))
	require.ErrorContains(t, err, "failures in a row")
	_, mended := serve(t)
	_, err = opened(t, config("openai", mended), o).Complete(context.Background(), request("?"))
	assert.NoError(t, err)
}

func TestADeadEndpointIsToldInTheSameWordsAtAnyAddress(t *testing.T) {
	var said [][]string
	var kept []string
	for range 2 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		address := l.Addr().String()
		require.NoError(t, l.Close())
		o := options(t)
		o.Cache.RecordDir = t.TempDir()
		m := opened(t, config("openai", "http://"+address), o)
		var words []string
		for range 8 { // the later ones are refused by the governor
			_, err := m.Complete(t.Context(), request("?"))
			assert.Equal(t, model.Class("refused"), model.ClassOf(err))
			assert.NotEqual(t, err.Error(), model.Reason(err), "the rest of it is for who looks at it")
			words = append(words, model.Reason(err))
		}
		assert.Len(t, slices.Compact(slices.Clone(words)), 1, "whoever is refused for the sake of earlier failures says the same: %q", words)
		said = append(said, words)
		files, err := filepath.Glob(filepath.Join(o.Cache.RecordDir, "*", "*.json"))
		require.NoError(t, err)
		require.Len(t, files, 1)
		data, err := os.ReadFile(files[0])
		require.NoError(t, err)
		kept = append(kept, string(data))
	}
	assert.Equal(t, said[0], said[1])
	assert.Equal(t, kept[0], kept[1])
	assert.NotContains(t, kept[0], "127.0.0.1")
}
