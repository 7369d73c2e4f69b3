package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// connected is a client of the SDK that has begun a session with a service.
func connected(t *testing.T, transport mcp.Transport, progress func(*mcp.ProgressNotificationParams)) *mcp.ClientSession {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			if progress != nil {
				progress(r.Params)
			}
		},
	})
	session, err := c.Connect(context.Background(), transport, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// piped is a session over a pipe, as over standard input and output.
func piped(t *testing.T, o serve.Options, progress func(*mcp.ProgressNotificationParams)) *mcp.ClientSession {
	t.Helper()
	_, session := pipedTo(t, o, progress)
	return session
}

func pipedTo(t *testing.T, o serve.Options, progress func(*mcp.ProgressNotificationParams)) (*serve.Server, *mcp.ClientSession) {
	t.Helper()
	o.Config.Corpus, o.Config.Home = []string{corpus}, home(t)
	s, err := serve.New(context.Background(), o)
	require.NoError(t, err)
	near, far := mcp.NewInMemoryTransports()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Agent(ctx, far) }()
	t.Cleanup(func() {
		stop()
		<-done
		assert.NoError(t, s.Close())
	})
	return s, connected(t, near, progress)
}

// call calls a tool and reads its structured content.
func call(t *testing.T, session *mcp.ClientSession, tool string, in, into any) {
	t.Helper()
	p := &mcp.CallToolParams{Name: tool, Arguments: in}
	p.SetProgressToken(tool)
	out, err := session.CallTool(context.Background(), p)
	require.NoError(t, err)
	require.False(t, out.IsError, "%s: %v", tool, text(out))
	raw, err := json.Marshal(out.StructuredContent)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, into))
}

func text(out *mcp.CallToolResult) string {
	all := ""
	for _, c := range out.Content {
		if one, is := c.(*mcp.TextContent); is {
			all += one.Text
		}
	}
	return all
}

func TestAnAgentAsksExplainsReplaysAndCompares(t *testing.T) {
	var mu sync.Mutex
	var told []string
	session := piped(t, serve.Options{Config: config("standard")}, func(p *mcp.ProgressNotificationParams) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, p.Message)
	})
	tools, err := session.ListTools(context.Background(), nil)
	require.NoError(t, err)
	var names []string
	for _, one := range tools.Tools {
		names = append(names, one.Name)
	}
	assert.ElementsMatch(t, []string{"ask", "ask_start", "ask_status", "ask_result", "search", "explain", "replay", "policy_diff"}, names)

	claim := map[string]any{"question": "Rapamycin inhibits mTORC1.", "type": "claim"}
	var res, again record.Result
	call(t, session, "ask", claim, &res)
	assert.EqualValues(t, "answered", res.Verdict)
	assert.NotEmpty(t, res.Citations)
	require.Eventually(t, func() bool { mu.Lock(); defer mu.Unlock(); return len(told) > 2 }, time.Minute, time.Millisecond)
	assert.Contains(t, told[0], "round primary")

	var status api.RunStatus
	call(t, session, "ask_start", claim, &status)
	assert.Equal(t, res.Run, status.Run, "the same question is the same run")
	require.Eventually(t, func() bool {
		call(t, session, "ask_status", map[string]string{"run": status.Run}, &status)
		return status.Status.State == "done"
	}, time.Minute, 10*time.Millisecond)
	call(t, session, "ask_result", map[string]string{"run": status.Run[:8]}, &again)
	res.Budget.ElapsedMS, again.Budget.ElapsedMS = 0, 0
	assert.Equal(t, res, again)

	var why api.Explained
	call(t, session, "explain", map[string]string{"run": res.Run}, &why)
	assert.Equal(t, res.Confidence, why.Calibrations[len(why.Calibrations)-1].Confidence)
	var found struct{ Works []struct{ ID string } }
	call(t, session, "search", map[string]any{"query": "rapamycin mTORC1", "limit": 3}, &found)
	assert.Len(t, found.Works, 3)
	var other api.Replayed
	call(t, session, "replay", map[string]any{"run": res.Run, "policy": "baseline"}, &other)
	assert.Equal(t, res.Run, other.Change.Run)
	var diff api.Diff
	call(t, session, "policy_diff", map[string]string{"old": "baseline", "new": "standard"}, &diff)
	assert.NotEmpty(t, diff.Meaning)
	assert.Equal(t, 1, diff.Summary.Records)
}

func TestAnAgentThatIsWrongIsToldSo(t *testing.T) {
	session := piped(t, serve.Options{Config: config("baseline")}, nil)
	for tool, in := range map[string]any{
		"ask":        map[string]any{"question": "x", "policy": "nonesuch"},
		"ask_start":  map[string]any{"question": "", "type": "claim"},
		"ask_result": map[string]any{"run": "nonesuch"},
		"search":     map[string]any{"query": "x", "limit": 1000},
		"replay":     map[string]any{"run": "nonesuch"},
	} {
		out, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: in})
		require.NoError(t, err, tool)
		assert.True(t, out.IsError, tool)
		assert.NotEmpty(t, text(out), tool)
	}
}

func TestAnAgentThatCancelsACallWithdrawsItsRun(t *testing.T) {
	server, session := pipedTo(t, serve.Options{Config: config("standard"), Concurrency: 1}, nil)
	listed := func() (runs api.Runs) {
		r := httptest.NewRequest("GET", "http://localhost/v1/runs", nil)
		w := httptest.NewRecorder()
		server.Handler().ServeHTTP(w, r)
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &runs))
		return runs
	}
	most := thorough.Number(30, 12)
	for i := range most { // they keep the only place busy
		var status api.RunStatus
		call(t, session, "ask_start", map[string]any{"question": fmt.Sprintf("What inhibits mTORC%d?", i)}, &status)
	}
	before := len(listed().Live) + listed().Total
	require.Equal(t, most, before)
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "ask", Arguments: map[string]any{"question": "What is rictor?"}})
		failed <- err
	}()
	require.Eventually(t, func() bool { l := listed(); return len(l.Live)+l.Total > most }, time.Minute, time.Millisecond)
	cancel()
	require.Error(t, <-failed)
	require.Eventually(t, func() bool { l := listed(); return len(l.Live) == 0 && l.Total == most }, time.Minute, 10*time.Millisecond)
}

func TestAgentsReachAServiceOverHTTPWithATokenOnly(t *testing.T) {
	keys, secrets := keyring(t, auth.Token{Name: "agent", Role: auth.Ask})
	s := start(t, serve.Options{Config: config("baseline"), Keys: keys})
	status, _, _ := s.do("POST", "/mcp", "application/json", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	assert.Equal(t, 401, status)
	s.client.Transport = bearer{secrets[0], s.client.Transport}
	session := connected(t, &mcp.StreamableClientTransport{Endpoint: s.url + "/mcp", HTTPClient: s.client, DisableStandaloneSSE: true}, nil)
	var res record.Result
	call(t, session, "ask", map[string]any{"question": "Rapamycin inhibits mTORC1.", "type": "claim"}, &res)
	assert.EqualValues(t, "answered", res.Verdict)
	require.NoError(t, session.Close())
}
