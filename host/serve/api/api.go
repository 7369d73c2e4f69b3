package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/fleet/attend"
	fleet "github.com/sparkhost/sparkhost/host/fleet/queue"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/serve/catalog"
	"github.com/sparkhost/sparkhost/host/serve/front"
	"github.com/sparkhost/sparkhost/host/serve/problem"
	"github.com/sparkhost/sparkhost/host/serve/queue"
	"github.com/sparkhost/sparkhost/host/serve/quota"
	"github.com/sparkhost/sparkhost/host/serve/runs"
	"github.com/sparkhost/sparkhost/host/serve/whatif"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// An API answers requests. It may be used by many goroutines.
type API struct {
	Desk    *runs.Desk
	Shared  *host.Shared
	Base    host.Config // of the policies
	Default string      // policy
	WhatIf  *whatif.Engine
	Front   *front.Front // of the queue of a fleet; nil: there is none
	Log     *slog.Logger
	// Who says who asks, and with which role; see package guard.
	Who func(*http.Request) (client runs.Client, role auth.Role, ok bool)
	// Closing says that the service ends.
	Closing func() bool
	// Heartbeat is the interval at which a silent stream of events says that it lives; 0: 15 s.
	Heartbeat time.Duration

	tally   tally
	streams atomic.Int64
}

// Streams counts the streams of events that are open.
func (a *API) Streams() int64 { return a.streams.Load() }

// A request is a request with who asks.
type request struct {
	*http.Request
	client runs.Client
	role   auth.Role
}

// What a request may have at most.
const (
	mostBody      = 1 << 20
	mostQuestions = 1000
	mostLines     = 8 << 20
	writeWithin   = 30 * time.Second
	readWithin    = 30 * time.Second
)

// Register adds the routes to a mux.
func (a *API) Register(mux *http.ServeMux) {
	allowed := map[string][]string{}
	for _, one := range routes() {
		mux.HandleFunc(one.method+" "+one.path, func(w http.ResponseWriter, r *http.Request) { a.handle(one, w, r) })
		allowed[one.path] = append(allowed[one.path], one.method)
	}
	for path, methods := range allowed {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			problem.New(problem.Method, r.Method+" is not among "+strings.Join(methods, ", ")).Write(w)
		})
	}
	mux.HandleFunc("/v1/", func(w http.ResponseWriter, r *http.Request) {
		problem.New(problem.NotFound, "there is no such path; see /v1/openapi.json").Write(w)
	})
}

// handle checks what all routes have in common and writes errors as problems.
func (a *API) handle(one route, w http.ResponseWriter, r *http.Request) {
	req := &request{Request: r}
	var known bool
	req.client, req.role, known = a.Who(r)
	err := admit(one, req, known)
	if err == nil {
		control := http.NewResponseController(w)
		_ = control.SetReadDeadline(time.Now().Add(readWithin)) // tests' recorders have none
		_ = control.SetWriteDeadline(time.Now().Add(writeWithin))
		r.Body = http.MaxBytesReader(w, r.Body, limitOf(one))
		err = one.serve(a, w, req)
	}
	if err == nil || r.Context().Err() != nil {
		return
	}
	a.Problem(err).Write(w)
}

// Admitted lets only those requests through to a handler whose client may ask.
func (a *API) Admitted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, role, known := a.Who(r)
		if err := admit(route{role: auth.Ask}, &request{Request: r, role: role}, known); err != nil {
			a.problemOf(err).Write(w)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		next.ServeHTTP(w, r)
	})
}

func limitOf(one route) int64 {
	if one.most > 0 {
		return one.most
	}
	if one.reads == jsonLines {
		return mostLines
	}
	return mostBody
}

func admit(one route, r *request, known bool) error {
	switch {
	case one.role != "" && !known:
		return problem.New(problem.Unauthorized, "send a token as Authorization: Bearer TOKEN")
	case one.role != "" && !r.role.Allows(one.role):
		return problem.New(problem.Forbidden, fmt.Sprintf("this needs a token of role %s", one.role))
	case one.in == nil:
		return nil
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" && (one.reads == "" || !slices.Contains(lineTypes, kind)) {
		return problem.New(problem.MediaType, "send Content-Type: application/json")
	}
	return nil
}

// lineTypes are the content types that mean JSON lines.
var lineTypes = []string{jsonLines, "application/x-ndjson", "application/json-lines"}

// Problem says what an error is to a client, and logs what it may not see.
func (a *API) Problem(err error) *problem.Problem {
	p := a.problemOf(err)
	if p.Of(problem.Internal) {
		a.Log.Error("request failed", "error", err)
	}
	return p
}

// problemOf says what an error is to a client.
func (a *API) problemOf(err error) *problem.Problem {
	var known *problem.Problem
	var spent *quota.ExceededError
	var wrong *host.PolicyError
	var large *http.MaxBytesError
	var many *record.AmbiguousError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &spent):
		p := problem.New(problem.Quota, err.Error())
		p.Retry = spent.Resets
		return p
	case errors.As(err, &wrong):
		p := problem.New(problem.Policy, err.Error())
		p.Diagnostics = catalog.Reports(wrong.Diagnostics)
		return p
	case errors.As(err, &large):
		return problem.New(problem.TooLarge, fmt.Sprintf("the body is over %d bytes", large.Limit))
	case errors.As(err, &many):
		return problem.New(problem.BadRequest, err.Error())
	}
	for _, known := range kindOf {
		if errors.Is(err, known.err) {
			p := problem.New(known.kind, err.Error())
			if p.Status == http.StatusServiceUnavailable {
				p.Retry = 5 * time.Second
			}
			return p
		}
	}
	return problem.New(problem.Internal, "the service's log says more")
}

// kindOf says which kind of problem an error is.
var kindOf = []struct {
	err  error
	kind string
}{
	{attend.ErrCancelled, problem.Cancelled}, {fleet.ErrUnknown, problem.NotFound},
	{catalog.ErrUnknown, problem.NotFound}, {record.ErrNotFound, problem.NotFound},
	{queue.ErrFull, problem.Busy}, {queue.ErrClosed, problem.Closing}, {host.ErrClosed, problem.Closing},
	{runs.ErrTimedOut, problem.TimedOut}, {runs.ErrCancelled, problem.Cancelled}, {runs.ErrHandedBack, problem.HandedBack},
	{host.ErrNoCorpus, problem.Policy}, {host.ErrNoLiveSource, problem.Policy},
}

// patient lifts the deadlines of a request that was read, and whose answer takes as long as it takes. What is
// written then has a deadline of its own.
func patient(w http.ResponseWriter) (writable func()) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // else the server takes the client for gone
	_ = control.SetWriteDeadline(time.Time{})
	return func() { _ = control.SetWriteDeadline(time.Now().Add(writeWithin)) }
}

// decode reads a JSON body into a struct. Unknown keys and anything behind it are refused.
func (r *request) decode(into any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && d.More() {
		err = errors.New("something follows the JSON value")
	}
	var large *http.MaxBytesError
	if err == nil || errors.As(err, &large) {
		return err
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("the body is empty")
	}
	return problem.New(problem.BadRequest, err.Error())
}

// write answers with JSON.
func write(w http.ResponseWriter, status int, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(visible.JSON(&b))
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, err := w.Write(b.Bytes())
	return err
}
