package standin

import (
	"maps"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// Price is the cost of an answer to a [Subject], in millionths of a USD.
const Price = 1000

// A Subject is a source of type S for the tests that every source has, and for those of its own ([Subject.With]).
type Subject[S retrieval.Source] struct {
	Provider string
	Open     Opener[S]
	Config   map[string]any                   // what its block says beside the address, such as a key
	Shelves  func(total int) http.HandlerFunc // answers like the provider with so many made-up works
	ID       func(n int) string               // of the n-th work, from 1
}

// An Opener makes a source of its block.
type Opener[S retrieval.Source] func(transport *web.Transport, block map[string]any) (S, error)

// Opening makes an [Opener] of a source's own functions: of what reads its block and what makes it.
func Opening[C any, S retrieval.Source](parse func(map[string]any) (C, error), make func(*web.Transport, C) (S, error)) Opener[S] {
	return func(transport *web.Transport, block map[string]any) (source S, err error) {
		settings, err := parse(block)
		if err != nil {
			return source, err
		}
		return make(transport, settings)
	}
}

// Keyed returns a function that reads a block and credentials, without any of these.
func Keyed[C any](parse func(map[string]any, outbound.Credentials) (C, error)) func(map[string]any) (C, error) {
	return func(config map[string]any) (C, error) { return parse(config, outbound.Credentials{}) }
}

// Configured returns the subject with more settings, which go before those that it has.
func (s Subject[S]) Configured(config map[string]any) Subject[S] {
	all := map[string]any{}
	maps.Copy(all, s.Config)
	maps.Copy(all, config)
	s.Config = all
	return s
}

// With runs a test in a bubble of fake time with the source on a stand-in of its provider, which gives that answer and holds
// the source to the published limits.
func (s Subject[S]) With(t *testing.T, answer http.HandlerFunc, test func(*testing.T, S, *Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		server := New(Route{Provider: s.Provider, Limits: Published(s.Provider), Answer: answer})
		dial, stop := server.Pipe()
		defer stop()
		governor, err := outbound.NewGovernor(outbound.GovernorOptions{})
		require.NoError(t, err)
		transport, err := web.New(web.Options{Governor: governor, Dial: dial, Prices: map[string]int64{s.Provider: Price}})
		require.NoError(t, err)
		defer func() { require.NoError(t, transport.Close()) }()
		source, err := s.Open(transport, s.Configured(map[string]any{"base_url": PipeBase + "/" + s.Provider}).Config)
		require.NoError(t, err)
		test(t, source, server)
		assert.NoError(t, source.Close())
		assert.Empty(t, server.Violations(s.Provider))
	})
}
