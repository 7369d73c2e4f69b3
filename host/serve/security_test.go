package serve_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

func TestAForeignHostIsRefused(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline"), Hosts: []string{"sparkhost.example.org"}})
	for host, want := range map[string]int{
		"evil.example": 403, "127.0.0.1.evil.example": 403, "localhost.evil.example:80": 403,
		"localhost": 200, "LOCALHOST:99": 200, "[::1]:80": 200, "sparkhost.example.org": 200,
	} {
		status, _, _ := s.do("GET", "/v1/health", "", "", "Host", host)
		assert.Equal(t, want, status, host)
	}
}

func TestPostsOfOtherSitesAreRefused(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline")})
	for name, headers := range map[string][]string{
		"another origin":       {"Origin", "https://evil.example"},
		"the browser says so":  {"Sec-Fetch-Site", "cross-site"},
		"a site of one domain": {"Sec-Fetch-Site", "same-site"},
		"no origin at all":     {"Origin", "null"},
	} {
		for _, path := range []string{"/v1/ask", "/v1/reload", "/v1/what-if", "/login", "/logout"} {
			status, _, _ := s.do("POST", path, "application/json", rapamycin, headers...)
			assert.Equal(t, http.StatusForbidden, status, "%s %s", name, path)
		}
	}
	status, _, _ := s.do("POST", "/v1/ask", "text/plain", rapamycin)
	assert.Equal(t, http.StatusUnsupportedMediaType, status, "what a form can send is not taken")
	status, _, body := s.do("POST", "/v1/ask", "application/json", rapamycin, "Origin", s.url, "Sec-Fetch-Site", "same-origin")
	assert.Equal(t, http.StatusOK, status, "%s", body)
}

func TestPathTricksLeadNowhere(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline")})
	for _, path := range []string{
		"/v1/runs/..%2f..%2f..%2fetc%2fpasswd/record", "/v1/policies/..%2f..%2fetc%2fpasswd", "/v1/policies/%2fetc%2fpasswd", "/../../etc/passwd", "/v1/runs/%00/record",
		"/v1/policies/standard%23baseline", "/static/../../etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/v1/runs/./events",
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		require.NoError(t, err)
		_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path)
		require.NoError(t, err)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		assert.Contains(t, []int{301, 307, 400, 404, 405}, resp.StatusCode, path)
		assert.NotContains(t, string(body), "root:", path)
		require.NoError(t, conn.Close())
	}
}

func TestAFloodOfHeadersIsRefused(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline")})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	_, _ = fmt.Fprint(conn, "GET /v1/health HTTP/1.1\r\nHost: localhost\r\n")
	for i := range 2000 {
		if _, err := fmt.Fprintf(conn, "X-%d: %s\r\n", i, strings.Repeat("a", 100)); err != nil {
			break // it has hung up
		}
	}
	_, _ = fmt.Fprint(conn, "\r\n")
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err == nil { // else it hung up before it was read
		assert.Equal(t, http.StatusRequestHeaderFieldsTooLarge, resp.StatusCode)
		_ = resp.Body.Close()
	}
}

// zeros is an endless body that counts what was read of it.
type zeros struct {
	sent atomic.Int64 // the client may still send when it has the answer
	most int64
}

// Read implements io.Reader.
func (z *zeros) Read(p []byte) (int, error) {
	if z.sent.Load() >= z.most {
		return 0, io.EOF
	}
	clear(p)
	z.sent.Add(int64(len(p)))
	return len(p), nil
}

func TestABodyOfAGigabyteIsRefusedAfterItsFirstMegabytes(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline")})
	for _, kind := range []string{"application/json", "application/jsonl"} {
		body := &zeros{most: 1 << 30}
		r, err := http.NewRequest("POST", s.url+"/v1/ask", body)
		require.NoError(t, err)
		r.Header.Set("Content-Type", kind)
		resp, err := s.client.Do(r)
		if err == nil {
			assert.Equal(t, http.StatusRequestEntityTooLarge, resp.StatusCode, kind)
			_ = resp.Body.Close()
		}
		assert.Less(t, body.sent.Load(), int64(64<<20), kind)
	}
	status, _, _ := s.do("GET", "/v1/health", "", "")
	assert.Equal(t, http.StatusOK, status)
}

// A client that never reads its stream delays neither the run nor other clients.
func TestAClientThatDoesNotReadDelaysNobody(t *testing.T) {
	s := start(t, serve.Options{Config: config("standard")})
	url := begun(t, s, "stalled")
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", strings.TrimPrefix(url, s.url))
	require.NoError(t, err)
	events, ended := follow(t, s.client, url, "", 0)
	assert.True(t, ended)
	assert.NotEmpty(t, events)
}

// Half a request is cut off after the time for headers, which this test does not wait for; the others are served meanwhile.
func TestIdleConnectionsBeyondTheLimitAreClosedLongestFirst(t *testing.T) {
	most, many := 500, thorough.Number(10_000, 2_000)
	s := start(t, serve.Options{Config: config("baseline"), Connections: most})
	var open []net.Conn
	defer func() {
		for _, c := range open {
			_ = c.Close()
		}
	}()
	for range many {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		require.NoError(t, err)
		open = append(open, conn)
		if len(open) > 2*most { // keep this process's own files few
			first := open[0]
			require.NoError(t, first.SetReadDeadline(time.Now().Add(time.Minute)))
			_, err := first.Read(make([]byte, 1))
			require.Error(t, err)
			var timeout net.Error
			require.False(t, asTimeout(err, &timeout), "the service closed the one that was idle longest")
			_ = first.Close()
			open = open[1:]
		}
	}
	status, _, _ := s.do("GET", "/v1/health", "", "")
	assert.Equal(t, http.StatusOK, status)
}

func asTimeout(err error, into *net.Error) bool {
	e, is := err.(net.Error)
	*into = e
	return is && e.Timeout()
}

func TestABrowserLogsInByACookieThatScriptsCannotRead(t *testing.T) {
	keys, secrets := keyring(t, auth.Token{Name: "one", Role: auth.Ask})
	s := start(t, serve.Options{Config: config("baseline"), Keys: keys})
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	status, h, _ := s.do("GET", "/login?token="+secrets[0], "", "")
	assert.Equal(t, http.StatusSeeOther, status)
	assert.Equal(t, "/", h.Get("Location"), "the token leaves the address")
	assert.Regexp(t, `HttpOnly; SameSite=Strict$`, h.Get("Set-Cookie"))
	pair, _, _ := strings.Cut(h.Get("Set-Cookie"), ";")
	status, _, _ = s.do("GET", "/v1/runs", "", "", "Cookie", pair)
	assert.Equal(t, http.StatusOK, status)
	status, h, _ = s.do("GET", "/login?token=wrong", "", "")
	assert.Equal(t, http.StatusUnauthorized, status)
	assert.Empty(t, h.Get("Set-Cookie"))
	for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Cross-Origin-Resource-Policy"} {
		assert.NotEmpty(t, h.Get(name), name)
	}
}
