package hostile_test

import (
	"context"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func limitsOf(b hostile.Bound) plugin.Limits {
	return plugin.Limits{MemoryBytes: b.Memory, Fuel: b.Fuel, Wall: b.Wall, OutputBytes: b.Output, Instances: 2}
}

func newSandbox(t testing.TB, o plugin.Options) *plugin.Sandbox {
	t.Helper()
	s, err := plugin.NewSandbox(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.Background())) })
	return s
}

func TestEachHostileModuleIsContainedAndNamed(t *testing.T) {
	s := newSandbox(t, plugin.Options{})
	for _, c := range hostile.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			if c.Heavy {
				thorough.Only(t, "takes long")
			}
			p, err := s.Load(context.Background(), plugin.Source{Name: "hostile", Wasm: c.Wasm()}, limitsOf(c.Bound))
			if c.Phase != hostile.PhaseCall {
				failsAs(t, &c, c.Kind, err)
				return
			}
			require.NoError(t, err)
			for _, kind := range c.Calls() {
				answer(t, &c, p, kind)
			}
			require.NoError(t, p.Close(context.Background()))
		})
	}
}

// answer calls once, and expects that kind of failure, or a normal answer.
func answer(t *testing.T, c *hostile.Case, p *plugin.Plugin, kind string) {
	t.Helper()
	before := p.Stats()
	response, call, err := p.Call(context.Background(), hostile.Request())
	after := p.Stats()
	if kind == "" {
		require.NoError(t, err)
		assert.Len(t, response.Score.Scores, 1)
		assert.Len(t, call.OutputDigest, 64)
		assert.Equal(t, before.Discarded, after.Discarded)
		return
	}
	failsAs(t, c, kind, err)
	assert.NotEmpty(t, call.InputDigest)
	assert.Empty(t, call.OutputDigest)
	if kind == string(plugin.KindPlugin) {
		assert.Equal(t, before.Discarded, after.Discarded, "its own error is an answer")
		return
	}
	assert.Equal(t, before.Discarded+1, after.Discarded, "the instance is never used again")
	assert.Zero(t, after.Idle)
}

// failsAs holds an error to what the case says, and to what holds for every error: it
// names plugin and stage and is fit for a terminal.
func failsAs(t *testing.T, c *hostile.Case, kind string, err error) {
	t.Helper()
	var e *plugin.Error
	require.ErrorAs(t, err, &e)
	assert.ErrorIs(t, err, plugin.Kind(kind), err.Error())
	assert.Equal(t, string(c.Phase), e.Stage)
	assert.Contains(t, e.Detail, c.Says)
	assert.True(t, strings.HasPrefix(err.Error(), "plugin hostile (sha256 "), err.Error())
	assert.LessOrEqual(t, utf8.RuneCountInString(e.Detail), 500)
	assert.Less(t, utf8.RuneCountInString(err.Error()), 1200)
	unfit := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
	assert.Equal(t, -1, strings.IndexFunc(err.Error(), unfit), "%q", err.Error())
}

func TestTheCorpusIsNamedAndSaysWhy(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range hostile.Cases() {
		assert.False(t, seen[c.Name], c.Name)
		seen[c.Name] = true
		assert.Regexp(t, `^[A-Z][^.?]*[.?]$`, c.Why, "%s: one sentence", c.Name)
		assert.NotEmpty(t, c.Phase, c.Name)
		assert.Equal(t, c.Wasm(), c.Wasm(), "%s: equal in every build", c.Name)
	}
}
