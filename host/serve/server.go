// Package serve is the service: it puts policies, queue, HTTP interface and page together, listens, and ends without losing a question.
package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve/agent"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/serve/catalog"
	"github.com/sparkhost/sparkhost/host/serve/front"
	"github.com/sparkhost/sparkhost/host/serve/guard"
	"github.com/sparkhost/sparkhost/host/serve/page"
	"github.com/sparkhost/sparkhost/host/serve/queue"
	"github.com/sparkhost/sparkhost/host/serve/quota"
	"github.com/sparkhost/sparkhost/host/serve/runs"
	"github.com/sparkhost/sparkhost/host/serve/whatif"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

// Options say what to serve. The zero value of what has a default takes that.
type Options struct {
	Config      host.Config   // of the policies; its Policy is the default one
	Memory      bool          // where another process has the home folder, runs are kept in memory; false: opening fails
	Folder      string        // of more policies; empty: the shipped ones alone
	Keys        *auth.Keyring // nil: everybody may operate
	Limits      quota.Limits  // of each client in a day
	Hosts       []string      // names that the service is reached by, beside those of the loopback
	Certificate *tls.Certificate
	Concurrency int           // questions at once; 0: the number of processors
	Queue       int           // most questions that wait; 0: 1000
	Connections int           // most open connections; 0: 4096
	Drain       time.Duration // how long the end waits for accepted questions; 0: 30 s
	Watch       time.Duration // how often the folder is looked at; 0: 1 s
	Log         *slog.Logger  // nil: none
	Fleet       *front.Fleet  // takes batches; nil: nobody does. Whoever opened it closes it after the server
	// Telemetry watches all runs and answers under /metrics; nil: none. Whoever made it shuts it down after the server.
	Telemetry *telemetry.Telemetry
}

// A Server is a service that is put together. It may be used by many goroutines.
type Server struct {
	o       Options
	shared  *host.Shared
	catalog *catalog.Catalog
	desk    *runs.Desk
	api     *api.API
	http    *http.Server
	conns   *guard.Connections
	closing chan struct{} // closed when no more questions are taken
	work    func() error  // ends the worker of batches and waits
}

// New opens everything but the listener. The default policy is opened, too, so that its mistakes show now. Errors are those of
// [host.Open]. Nothing stays open after an error.
func New(ctx context.Context, o Options) (*Server, error) {
	o = o.withDefaults()
	s := &Server{o: o, closing: make(chan struct{}), conns: &guard.Connections{Most: o.Connections}}
	s.desk = &runs.Desk{Queue: queue.New(o.Concurrency, o.Queue), Book: quota.NewBook(), Logged: s.logged}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.release())
	}
	g := &guard.Guard{Keys: o.Keys, Hosts: append([]string{"localhost", "127.0.0.1", "::1"}, o.Hosts...), Limits: o.Limits, Secure: o.Certificate != nil, Log: o.Log, Content: contentPolicy}
	s.api = &api.API{
		Desk: s.desk, Shared: s.shared, Base: s.o.Config, Default: o.Config.Policy, WhatIf: whatif.New(s.shared.Records()), Log: o.Log, Who: g.Who, Closing: s.isClosing,
	}
	s.join()
	mux := http.NewServeMux()
	s.api.Register(mux)
	page.New(s.api).Register(mux)
	mux.Handle("/mcp", agent.Handler(s.api))
	mux.HandleFunc("GET /login", g.Login)
	mux.HandleFunc("POST /login", g.Login)
	mux.HandleFunc("POST /logout", g.Logout)
	s.http = &http.Server{
		Handler: g.Wrap(s.measured(mux)), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		ConnState: s.conns.Track, ErrorLog: log.New(discard{}, "", 0),
	}
	s.http.RegisterOnShutdown(s.conns.CloseIdle)
	return s, nil
}

// join takes part in a fleet, if there is one: with a front for clients, and a worker if the service shall answer batches itself.
func (s *Server) join() {
	s.work = func() error { return nil }
	f := s.o.Fleet
	if f == nil {
		return
	}
	s.api.Front = &front.Front{Fleet: f, Catalog: s.catalog, Book: s.desk.Book, Closing: s.isClosing}
	if f.Workers == 0 {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- f.Work(ctx, s.shared, s.o.Config, s.o.Drain, s.o.Telemetry, s.desk.Index.Add) }()
	s.work = sync.OnceValue(func() error { stop(); return <-done })
}

// measured adds /metrics, for clients that may ask, and counts requests.
func (s *Server) measured(mux *http.ServeMux) http.Handler {
	t := s.o.Telemetry
	if t == nil {
		return mux
	}
	t.Metrics.Gauge("questions_running", "Questions at work.", func() float64 { running, _ := s.desk.Queue.Load(); return float64(running) })
	t.Metrics.Gauge("questions_waiting", "Questions in the queue.", func() float64 { _, waiting := s.desk.Queue.Load(); return float64(waiting) })
	t.Metrics.Gauge("connections_open", "Open connections of clients.", func() float64 { return float64(s.conns.Open()) })
	t.Metrics.Gauge("streams_open", "Open streams of events.", func() float64 { return float64(s.api.Streams()) })
	mux.Handle("GET /metrics", s.api.Admitted(t.Handler()))
	return t.Metrics.Requests(mux)
}

// contentPolicy lets a page load what this service sends, and nothing else. Scripts and styles stand in files of their own.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// discard drops what net/http says of clients that misbehave.
type discard struct{}

// Write implements io.Writer.
func (discard) Write(p []byte) (int, error) { return len(p), nil }

func (o Options) withDefaults() Options {
	set := func(v *int, otherwise int) {
		if *v == 0 {
			*v = otherwise
		}
	}
	set(&o.Concurrency, runtime.GOMAXPROCS(0))
	set(&o.Queue, 1000)
	set(&o.Connections, 4096)
	if o.Drain == 0 {
		o.Drain = 30 * time.Second
	}
	if o.Watch == 0 {
		o.Watch = time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Config.Policy == "" {
		o.Config.Policy = "standard"
	}
	return o
}

// open opens what the service works with.
func (s *Server) open(ctx context.Context) error {
	c := s.o.Config
	c.Sole, c.Command = !s.o.Memory, "serve"
	c.Watch = s.o.Telemetry.Watcher()
	c.Observe = func(run string, e record.Event) { s.desk.Observe(run, e) }
	var err error
	if s.shared, err = host.OpenShared(ctx, c); err != nil {
		return err
	}
	if s.desk.Index, err = runs.NewIndex(s.shared.Records()); err != nil {
		return err
	}
	base := s.o.Config
	base.Policy = ""
	s.o.Config.Observe, s.o.Config.Watch = nil, nil
	if s.catalog, err = catalog.Open(s.shared, base, s.o.Folder, func(m string) { s.o.Log.Info(m) }); err != nil {
		return err
	}
	s.desk.Catalog = s.catalog
	lease, err := s.catalog.Acquire(ctx, s.o.Config.Policy)
	if err != nil {
		return err
	}
	lease.Release()
	return nil
}

// logged writes a line when a run begins and when it has ended.
func (s *Server) logged(r *runs.Run, took time.Duration) {
	if took == 0 {
		s.o.Log.Debug("run began", "run", r.ID, "policy", r.Policy)
		return
	}
	res, err := r.Outcome()
	if err != nil {
		s.o.Log.Warn("run has no result", "run", r.ID, "policy", r.Policy, "took", took, "error", err)
		return
	}
	s.api.Count(res)
	s.o.Log.Info("run ended", "run", r.ID, "policy", r.Policy, "verdict", res.Verdict, "took", took)
}

func (s *Server) isClosing() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

// Handler answers requests without a listener, for tests and embedders.
func (s *Server) Handler() http.Handler { return s.http.Handler }

// Serve answers on a listener until ctx ends. Then it takes no more questions, finishes those that it took within the drain time and hands
// the rest back, lets streams of events end, and releases everything. The error says what went wrong; nil: nothing was lost.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	watching, stop := context.WithCancel(ctx)
	watched := make(chan struct{})
	go func() { defer close(watched); s.catalog.Watch(watching, s.o.Watch) }()
	served := make(chan error, 1)
	go func() { served <- s.accept(l) }()
	var err error
	select {
	case err = <-served:
	case <-ctx.Done():
		s.o.Log.Info("shutting down")
	}
	stop()
	<-watched
	return errors.Join(err, s.end())
}

// accept takes connections, by TLS if there is a certificate.
func (s *Server) accept(l net.Listener) error {
	if s.o.Certificate == nil {
		return s.http.Serve(l)
	}
	s.http.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*s.o.Certificate}, MinVersion: tls.VersionTLS12}
	return s.http.ServeTLS(l, "", "")
}

// hangUp bounds the time that clients have to read the rest of their answers, once the questions have ended.
const hangUp = 2 * time.Second

// end shuts down in an order that loses nothing: questions first, whose ends close the streams, then connections, then what they used.
func (s *Server) end() error {
	close(s.closing)
	draining, cancel := context.WithTimeoutCause(context.Background(), s.o.Drain, errors.New("the drain time is over"))
	defer cancel()
	working := make(chan error, 1)
	go func() { working <- s.work() }()
	if err := s.desk.Shutdown(draining); err != nil {
		s.o.Log.Warn("questions were handed back unanswered", "error", err)
	}
	worked := <-working
	hanging, cancel := context.WithTimeout(context.Background(), hangUp)
	defer cancel()
	err := s.http.Shutdown(hanging)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close() // clients that do not read, or send half a body
	}
	return errors.Join(err, worked, s.release())
}

// Agent serves one agent on a transport until the agent leaves or ctx ends. Several may be served at once.
func (s *Server) Agent(ctx context.Context, t mcp.Transport) error {
	return agent.New(s.api, runs.Client{Name: "agent", Limits: s.o.Limits}).Run(ctx, t)
}

// Close releases a server that was never served.
func (s *Server) Close() error {
	return errors.Join(s.desk.Shutdown(context.Background()), s.work(), s.release())
}

func (s *Server) release() error {
	var errs []error
	if s.catalog != nil {
		errs = append(errs, s.catalog.Close())
		s.catalog = nil
	}
	if s.shared != nil {
		errs = append(errs, s.shared.Close())
		s.shared = nil
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("closing the service: %w", err)
	}
	return nil
}
