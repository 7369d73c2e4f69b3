// Package agent offers the service to language-model agents by the Model Context Protocol: on standard input and output, and under /mcp of a server.
package agent

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/runs"
)

// instructions tell an agent how the tools belong together.
const instructions = "Answers scientific questions from literature and shows the evidence. Use ask for one question; it reports progress. " +
	"Where calls time out, use ask_start, then ask_status until the state is done, then ask_result. explain tells the sum behind a confidence, " +
	"replay decides a recorded run under another policy, policy_diff says which recorded answers flip between two policies."

// An agent is the tools for one client.
type agent struct {
	api    *api.API
	client runs.Client
}

// New makes a server whose questions count for a client.
func New(a *api.API, c runs.Client) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "sparkhost", Title: "sparkhost", Version: host.Version}, &mcp.ServerOptions{Instructions: instructions})
	t := &agent{a, c}
	add(s, "ask", "Answer one question from literature and wait for the result: the answer, its confidence, and quotes with their sources.", false, t.ask)
	add(s, "ask_start", "Begin to answer a question and return at once with the id of its run.", false, t.start)
	add(s, "ask_status", "How far a run has come: queued with its place, running, done or failed.", true, t.status)
	add(s, "ask_result", "The result of a run that is done.", true, t.result)
	add(s, "search", "Search the local corpus, outside of any run.", true, t.search)
	add(s, "explain", "Why a run came to its answer: the terms of its confidence with policy lines, conditions, gates, rounds.", true, t.explain)
	add(s, "replay", "Decide a recorded run again under another policy or other variables, from its recorded evidence.", true, t.replay)
	add(s, "policy_diff", "What differs in meaning between two policies, and which recorded answers flip.", true, t.diff)
	return s
}

// add offers a tool. What it returns has no schema of its own: result lines and records are described elsewhere.
func add[In any](s *mcp.Server, name, about string, reads bool, do func(context.Context, *mcp.CallToolRequest, In) (any, error)) {
	closed := false
	tool := &mcp.Tool{Name: name, Description: about, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: reads, DestructiveHint: &closed, IdempotentHint: true, OpenWorldHint: &closed}}
	mcp.AddTool(s, tool, func(ctx context.Context, r *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		out, err := do(ctx, r, in)
		return nil, out, err
	})
}

// Handler serves agents over HTTP. Each session counts for the client that began it; who is not known gets none.
func Handler(a *api.API) http.Handler {
	h := mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server {
		client, _, ok := a.Who(r)
		if !ok {
			return nil
		}
		return New(a, client)
	}, &mcp.StreamableHTTPOptions{Stateless: true, SessionTimeout: 10 * time.Minute, DisableLocalhostProtection: true}) // package guard checks hosts
	return a.Admitted(h)
}
