package hostile_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/hostile"
	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
)

func TestTheLogOfACallThatSucceedsIsGiven(t *testing.T) {
	g := hostile.Spark()
	write := g.Import("fd_write", a.I32+a.I32+a.I32+a.I32, a.I32)
	g.Put(0, []byte{32, 0, 0, 0, 10, 0, 0, 0}) // a vector of ten bytes at 32
	g.Put(32, []byte("wrote\x1b \u00e9\n"))
	g.First(a.Join(a.Const32(2), a.Const32(0), a.Const32(1), a.Const32(16), a.CallOf(write), []byte{a.Drop})...)
	p, err := newSandbox(t, plugin.Options{}).Load(context.Background(), plugin.Source{Name: "talkative", Wasm: g.Bytes()}, plugin.Limits{})
	require.NoError(t, err)
	for range 2 {
		_, call, err := p.Call(context.Background(), hostile.Request())
		require.NoError(t, err)
		assert.Equal(t, "wrote é\n", call.Log, "of this call alone, without what moves a cursor")
	}
}
