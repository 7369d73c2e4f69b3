package serve_test

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve"
)

// p99 is the 99th percentile of how long questions take that four clients ask for so long.
func p99(s *service, span time.Duration, next *atomic.Int64, all []string) time.Duration {
	var mu sync.Mutex
	var took []time.Duration
	rate(4, span, next, func(n int64) {
		began := time.Now()
		resp, err := s.client.Post(s.url+"/v1/ask", "application/json", strings.NewReader(numbered(all, n)))
		if err != nil {
			return
		}
		_ = resp.Body.Close()
		mu.Lock()
		defer mu.Unlock()
		took = append(took, time.Since(began))
	})
	slices.Sort(took)
	return took[len(took)*99/100]
}

// Four clients take turns with 200 others there, which ask for events of runs and never read them, and without.
func TestLoadOfStalledClientsLeavesTheOthersTheirPace(t *testing.T) {
	span, all := long(t)/12, stringsOf(lines(t))
	s := start(t, serve.Options{Config: config("standard"), Concurrency: 2})
	var next atomic.Int64
	p99(s, span, &next, all) // what comes first compiles and fills caches
	var alone, beside []time.Duration
	for turn := range 3 {
		alone = append(alone, p99(s, span, &next, all))
		var stalled []net.Conn
		url := ""
		for i := range 200 {
			url = begun(t, s, fmt.Sprintf("stalled-%d-%d", turn, i))
			conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
			require.NoError(t, err)
			_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", strings.TrimPrefix(url, s.url))
			require.NoError(t, err)
			stalled = append(stalled, conn)
		}
		_, _ = follow(t, s.client, url, "", 0) // the last of their runs has ended
		beside = append(beside, p99(s, span, &next, all))
		for _, conn := range stalled {
			require.NoError(t, conn.Close())
		}
	}
	t.Logf("99th percentile of a question: alone %v, beside 200 clients that do not read %v", alone, beside)
	slices.Sort(alone)
	slices.Sort(beside)
	assert.Less(t, beside[1], 2*alone[1], "the medians of three turns")
}
