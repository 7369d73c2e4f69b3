package plugin

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// countdown is a context that ends when it has been asked n times whether it has.
type countdown struct {
	context.Context
	cancel context.CancelFunc
	left   int
}

func (c *countdown) Err() error {
	if c.left--; c.left <= 0 {
		c.cancel()
	}
	return c.Context.Err()
}

func TestACancelledStartIsAnErrorWhereverItIsCancelled(t *testing.T) {
	long := append([]byte{opLoop, blockEmpty, opBr, 0, opEnd}, opUnreachable)
	tests := map[string]func(m *testModule){
		"in the start section": func(m *testModule) { m.funcs = append(m.funcs, testFunc{body: long}); m.start = 4 },
		"in _initialize":       func(m *testModule) { m.funcs = append(m.funcs, testFunc{export: exportInitialize, body: long}) },
		"in the description":   func(m *testModule) { m.funcs[2].body = long },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			m := handmade()
			change(m)
			h := newTestSandbox(t, Options{})
			for n := range 12 {
				inner, cancel := context.WithCancel(context.Background())
				_, err := h.Load(&countdown{inner, cancel, n}, Source{Name: "a", Wasm: m.bytes()}, Limits{})
				require.ErrorIs(t, err, KindCancelled)
				require.ErrorIs(t, err, context.Canceled)
			}
		})
	}
}

func TestALoadMayBeCancelledAtAnyMoment(t *testing.T) {
	h := newTestSandbox(t, Options{CacheDir: world.cache})
	source := Source{Name: "a", Wasm: guestWasm(t)}
	kept, err := h.Load(context.Background(), source, Limits{}) // keeps the compilation
	require.NoError(t, err)
	for n := range 120 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(n)*250*time.Microsecond)
		p, err := h.Load(ctx, source, Limits{})
		cancel()
		if err != nil {
			require.ErrorIs(t, err, KindTime)
			continue
		}
		require.NoError(t, p.Close(context.Background()))
	}
	require.NoError(t, kept.Close(context.Background()))
	assert.Empty(t, h.programs)
}

func TestNobodyWaitsForAnAbandonedCompilation(t *testing.T) {
	h := newTestSandbox(t, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	left := make(chan error)
	go func() {
		_, err := h.Load(ctx, Source{Name: "a", Wasm: guestWasm(t)}, Limits{})
		left <- err
	}()
	var p *program
	require.Eventually(t, func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, p = range h.programs {
		}
		return p != nil
	}, time.Minute, time.Millisecond)
	cancel()
	require.ErrorIs(t, <-left, KindCancelled)
	require.NoError(t, h.Close(context.Background()))
	select {
	case <-p.done:
		t.Error("the compilation, of seconds, ended first: somebody has waited for it")
	default:
	}
	<-p.done
	assert.Nil(t, p.image, "it freed what it made")
}

func TestWhatAGuestSaysIsCutAndCleaned(t *testing.T) {
	say := func(text string) *Error {
		m := handmade()
		answer := (&contract.Response{Error: text}).Marshal(nil)
		m.data[answerAt] = answer
		m.scoreBody(i64Const(pack(answerAt, len(answer)))...)
		h := newTestSandbox(t, Options{})
		p, err := h.Load(context.Background(), Source{Name: "a", Wasm: m.bytes()}, Limits{})
		require.NoError(t, err)
		_, _, err = p.Call(context.Background(), oneItem())
		var e *Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, KindPlugin, e.Kind)
		return e
	}
	assert.Equal(t, "a bcdefghi", say("a\nb\x1bc\u009bd\u0080e\u202ef\u2066g\u061ch\u200fi\u2028").Detail)
	assert.Equal(t, strings.Repeat("ä", 499)+"…", say(strings.Repeat("ä", 5000)).Detail)
	assert.Equal(t, strings.Repeat("ä", 500), say(strings.Repeat("ä", 500)).Detail)

	e := &Error{Plugin: "a", Stage: "score", Kind: KindTrap, Stderr: strings.Repeat("x", 10_000)}
	assert.Less(t, utf8.RuneCountInString(e.Error()), 600)

	m := handmade()
	m.imports = [][2]string{{strings.Repeat("e\u009b", 4000), "f"}}
	_, err := newTestSandbox(t, Options{}).Load(context.Background(), Source{Name: "a", Wasm: m.bytes()}, Limits{})
	require.ErrorIs(t, err, KindCapability)
	assert.Less(t, utf8.RuneCountInString(err.Error()), 600)
	assert.NotContains(t, err.Error(), "\u009b")
}

func TestALargeManifestIsRefused(t *testing.T) {
	for _, surplus := range []int{0, 1} {
		manifest := testManifest()
		m := handmade()
		m.memory = []byte{0, 8}
		b := manifest.Marshal(nil)
		m.describeAs(b)
		m.funcs[2].body = i64Const(pack(manifestAt, contract.MaxManifestBytes+surplus))
		_, err := newTestSandbox(t, Options{}).Load(context.Background(), Source{Name: "a", Wasm: m.bytes()}, Limits{})
		require.ErrorIs(t, err, KindContract)
		if surplus > 0 {
			assert.Contains(t, err.Error(), "its manifest: 262145 bytes, over the limit of 262144 bytes")
		} else {
			assert.NotContains(t, err.Error(), "over the limit")
		}
	}
}
