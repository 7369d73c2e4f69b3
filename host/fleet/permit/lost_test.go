package permit_test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/fleettest"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// window is the interval of the source in these tests, longer than a keeper waits for news before it asks the servers.
const window = 1500 * time.Millisecond

// waits says how long a request waits for its permit. The request takes a while.
func waits(t *testing.T, g *outbound.Governor, took time.Duration) time.Duration {
	t.Helper()
	began := time.Now()
	p, err := g.Acquire(t.Context(), "arxiv", "", outbound.Limits{Interval: window, InFlight: 1})
	require.NoError(t, err)
	waited := time.Since(began)
	time.Sleep(took)
	p.End(outbound.Outcome{Class: outbound.OK})
	return waited
}

// rewound stops the servers, gives them the files that they had in a folder, and starts them. It returns when the governor has found them again.
func rewound(t *testing.T, servers *fleettest.Servers, before string, g *outbound.Governor) {
	t.Helper()
	servers.Stop(0)
	require.NoError(t, os.RemoveAll(servers.Folder(0)))
	require.NoError(t, os.CopyFS(servers.Folder(0), os.DirFS(before)))
	servers.Run(0)
	p, err := g.Acquire(t.Context(), "another", "", outbound.Limits{InFlight: 1})
	require.NoError(t, err)
	p.End(outbound.Outcome{Class: outbound.OK})
}

// copied returns a copy of the servers' files.
func copied(t *testing.T, servers *fleettest.Servers) (dir string) {
	t.Helper()
	dir = t.TempDir()
	servers.Stop(0)
	require.NoError(t, os.CopyFS(dir, os.DirFS(servers.Folder(0))))
	servers.Run(0)
	return dir
}

// A process that starts cannot know whether the servers lost the latest requests, as with their power.
func TestAProcessWaitsOneIntervalBeforeItAsksASourceThatNobodyIsKnownToHaveAsked(t *testing.T) {
	url := fleettest.Start(t, 1, nil).URL()
	began := time.Now()
	_, g := one(t, url)
	waits(t, g, window)
	assert.GreaterOrEqual(t, time.Since(began), window)
	opening := time.Now()
	_, another := one(t, url)
	waits(t, another, 0)
	assert.GreaterOrEqual(t, time.Since(opening), window, "what is kept may be older than the last request")
}

func TestAnIntervalPassesWhenTheServersHaveLostTheStateOfASource(t *testing.T) {
	servers := fleettest.Start(t, 1, nil)
	_, g := one(t, servers.URL())
	before := copied(t, servers)
	waits(t, g, 0)
	time.Sleep(window)
	rewound(t, servers, before, g)
	assert.GreaterOrEqual(t, waits(t, g, 0), window)
}

func TestAnIntervalPassesWhenTheServersComeBackWithAnOlderState(t *testing.T) {
	servers := fleettest.Start(t, 1, nil)
	_, g := one(t, servers.URL())
	waits(t, g, window)
	before := copied(t, servers)
	waits(t, g, 0)
	time.Sleep(window)
	rewound(t, servers, before, g)
	assert.GreaterOrEqual(t, waits(t, g, 0), window)
}
