// Package api is the HTTP interface of a service, version 1. Its routes stand in one table, from which the OpenAPI document is made, too.
package api

import (
	"net/http"

	"github.com/sparkhost/sparkhost/host/serve/auth"
)

// A route is one method of one path. In and Out are values of the types of its bodies; nil: there is none, or it is described in Body.
type route struct {
	method, path string
	role         auth.Role // that is needed; empty: none
	summary      string
	query        []parameter
	in, out      any
	reads        string // content types of the request other than JSON
	writes       string // content type of the answer, if it is not JSON
	status       int    // of success; 0: 200
	most         int64  // bytes of the request; 0: by its content types
	serve        func(a *API, w http.ResponseWriter, r *request) error
}

// A parameter of the query string.
type parameter struct{ name, about string }

var (
	policyParameter  = parameter{"policy", "name of a policy of GET /v1/policies; default: the service's"}
	timeoutParameter = parameter{"timeout", "seconds that a question may take, in the queue and at work; default: no limit"}
)

// routes returns the table.
func routes() []route {
	return []route{
		{method: "GET", path: "/v1/health", summary: "Whether the service takes questions", out: Health{}, serve: (*API).health},
		{method: "GET", path: "/v1/openapi.json", summary: "This document", out: map[string]any{}, serve: (*API).openapi},

		{method: "POST", path: "/v1/ask", role: auth.Ask, summary: "Ask one question, or JSON lines of them, and wait for the results, which are those of `sparkhost run`",
			query: []parameter{policyParameter, timeoutParameter}, in: question{}, reads: jsonLines, out: result{}, serve: (*API).ask},
		{method: "POST", path: "/v1/runs", role: auth.Ask, summary: "Ask questions and do not wait", in: AskRequest{}, out: RunList{}, status: http.StatusAccepted, serve: (*API).submit},
		{method: "GET", path: "/v1/runs", role: auth.Ask, summary: "List runs, those of this process first",
			query: []parameter{{"q", "words that question, answer or id hold"}, {"policy", "name of a policy"}, {"verdict", "such as answered"}, {"offset", "runs to pass over"}, {"limit", "at most 500, default 50"}},
			out:   Runs{}, serve: (*API).list},
		{method: "GET", path: "/v1/runs/{run}", role: auth.Ask, summary: "How far a run has come", out: RunStatus{}, serve: (*API).status},
		{method: "DELETE", path: "/v1/runs/{run}", role: auth.Ask, summary: "Cancel a run; one that others asked for needs role operate", status: http.StatusNoContent, serve: (*API).cancel},
		{method: "GET", path: "/v1/runs/{run}/events", role: auth.Ask, summary: "The events of a run as they happen; Last-Event-ID goes on after an event",
			query: []parameter{{"kinds", "kinds of events to tell, with commas; default: all"}}, writes: eventStream, serve: (*API).events},
		{method: "GET", path: "/v1/runs/{run}/result", role: auth.Ask, summary: "The result of a run", out: result{}, serve: (*API).result},
		{method: "GET", path: "/v1/runs/{run}/record", role: auth.Ask, summary: "The record of a run, which `sparkhost replay` takes", writes: jsonLines, serve: (*API).record},
		{method: "GET", path: "/v1/runs/{run}/explain", role: auth.Ask, summary: "The decision of a run: the sums behind its confidence, conditions, gates, rounds", out: Explained{}, serve: (*API).explain},
		{method: "POST", path: "/v1/runs/{run}/replay", role: auth.Ask, summary: "Decide a recorded run under another policy or other variables", in: ReplayRequest{}, out: Replayed{}, serve: (*API).replay},
		{method: "POST", path: "/v1/what-if", role: auth.Ask, summary: "Which recorded answers flip under another policy or other variables", in: WhatIfRequest{}, out: WhatIf{}, serve: (*API).whatIf},

		{method: "POST", path: "/v1/batches", role: auth.Ask, summary: "Put a question, or JSON lines of them, on the queue of a fleet as a batch",
			query: []parameter{policyParameter, {"budget_usd", "most that all questions may cost together, in US dollars"}, {"deadline", "seconds from now after which no question is started"}},
			in:    question{}, reads: jsonLines, most: mostBatchBytes, out: Batch{}, status: http.StatusAccepted, serve: (*API).submitBatch},
		{method: "GET", path: "/v1/batches", role: auth.Ask, summary: "List the batches that were submitted last", out: Batches{}, serve: (*API).listBatches},
		{method: "GET", path: "/v1/batches/{batch}", role: auth.Ask, summary: "How far a batch has come", out: Batch{}, serve: (*API).batchStatus},
		{method: "DELETE", path: "/v1/batches/{batch}", role: auth.Ask, summary: "Cancel a batch; one of another client needs role operate", status: http.StatusNoContent, serve: (*API).cancelBatch},
		{method: "GET", path: "/v1/batches/{batch}/events", role: auth.Ask, summary: "The ends of a batch's questions as they come, in order; Last-Event-ID goes on after a question", writes: eventStream, serve: (*API).batchEvents},
		{method: "GET", path: "/v1/batches/{batch}/results", role: auth.Ask, summary: "The results of a batch in the order of its questions, which are those of `sparkhost run`",
			query: []parameter{{"wait", "true: go on until all are there"}}, writes: jsonLines, serve: (*API).batchResults},
		{method: "POST", path: "/v1/batches/{batch}/retry", role: auth.Operate, summary: "Ask the failed questions of a batch again", out: Batch{}, serve: (*API).retryBatch},

		{method: "GET", path: "/v1/policies", role: auth.Ask, summary: "The policies", out: Policies{}, serve: (*API).policies},
		{method: "GET", path: "/v1/policies/{policy}", role: auth.Ask, summary: "A policy: its plan, gates, variables and texts", out: PolicyInfo{}, serve: (*API).policy},
		{method: "GET", path: "/v1/policies/{policy}/graph", role: auth.Ask, summary: "A policy as a picture", writes: "image/svg+xml", serve: (*API).graph},
		{method: "POST", path: "/v1/validate", role: auth.Ask, summary: "Check the text of a policy", in: ValidateRequest{}, out: Validation{}, serve: (*API).validate},
		{method: "POST", path: "/v1/diff", role: auth.Ask, summary: "What differs in meaning between two policies, and which recorded answers flip", in: DiffRequest{}, out: Diff{}, serve: (*API).diff},
		{method: "POST", path: "/v1/reload", role: auth.Operate, summary: "Read the policies anew", out: Policies{}, serve: (*API).reload},

		{method: "GET", path: "/v1/plugins", role: auth.Ask, summary: "The plugins of the open policies, and what was done with them", out: Plugins{}, serve: (*API).plugins},
		{method: "GET", path: "/v1/sources", role: auth.Ask, summary: "The sources of live literature, and what was done with them", query: []parameter{policyParameter}, out: Sources{}, serve: (*API).sources},
		{method: "POST", path: "/v1/sources/check", role: auth.Operate, summary: "Ask each live source of a policy once", query: []parameter{policyParameter}, out: SourceChecks{}, serve: (*API).checkSources},
		{method: "GET", path: "/v1/budget", role: auth.Ask, summary: "What the client has used of its daily budget", out: Budget{}, serve: (*API).budget},
	}
}

const (
	jsonLines   = "application/jsonl"
	eventStream = "text/event-stream"
)
