package host_test

import (
	"context"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// refusedAt is a network in which nobody listens, at an address that its errors name.
func refusedAt(port int) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{
			Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED),
		}
	}
}

// withoutTimings are the files of a folder of records without their timings, and the timings.
func withoutTimings(t *testing.T, folder string) (same map[string]string, timings string) {
	t.Helper()
	same = map[string]string{}
	for name, text := range filesBelow(t, folder) {
		for line := range strings.Lines(text) {
			if strings.Contains(line, `"kind":"`+string(record.KindTiming)+`"`) {
				timings += line
			} else {
				same[name] += line
			}
		}
	}
	return same, timings
}

func TestTheSameFailureAtAnotherAddressGivesTheSameBytesButForTimings(t *testing.T) {
	var results []string
	var records, recordings []map[string]string
	for _, port := range []int{4711, 35017} {
		recorded, http := t.TempDir(), t.TempDir()
		inLiveWorld(t, published(), "tries = 2", func(t *testing.T, w *liveWorld) {
			w.config.RecordDir, w.config.RecordHTTP, w.config.Dial = recorded, http, refusedAt(port)
			r := w.ask(t, zinc)[0]
			require.Len(t, r.FailedSources, len(standin.Providers()))
			assert.Equal(t, "arxiv: transient: the connection was refused", r.FailedSources[0].Reason)
			results = append(results, line(t, r))
		})
		same, timings := withoutTimings(t, recorded)
		records, recordings = append(records, same), append(recordings, filesBelow(t, http))
		assert.Contains(t, timings, "connect: connection refused", "what the system said is kept where times are")
	}
	assert.NotEmpty(t, records[0])
	assert.NotEmpty(t, recordings[0])
	assert.Equal(t, results[0], results[1])
	assert.Equal(t, records[0], records[1])
	assert.Equal(t, recordings[0], recordings[1])
}
