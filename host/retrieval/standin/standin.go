// Package standin is a server for tests that stands in for the literature providers: it serves bodies,
// holds its callers to each provider's published limits, counts every violation, and misbehaves
// on request.
//
//	s := standin.New(standin.Route{Provider: "europepmc", Limits: standin.Published("europepmc"), Answer: standin.JSON(body)})
//	base := s.Listen(t) + "/europepmc"          // loopback
//	s.Fail("europepmc", 2, standin.Status(503)) // the next two requests
//	…
//	require.Empty(t, s.Violations("europepmc"))
//
// In a bubble of testing/synctest, where time is fake and the network would stop it, use [Server.Pipe]
// in the place of Listen.
package standin

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Limits bound what a provider lets its callers do. The zero value lets them do anything.
type Limits struct {
	Interval time.Duration // least time between two requests
	InFlight int           // most requests at once; 0: any
}

// Published returns the limits that a provider publishes or, where it does not, those that
// sparkhost promises itself; none for other names.
func Published(provider string) Limits {
	return map[string]Limits{
		"arxiv":            {3 * time.Second, 1},
		"brave":            {20 * time.Millisecond, 0},
		"crossref":         {time.Second / 3, 3},
		"europepmc":        {200 * time.Millisecond, 4},
		"openalex":         {10 * time.Millisecond, 0},
		"semantic_scholar": {time.Second, 1},
		"biorxiv":          {200 * time.Millisecond, 4},
		"clinicaltrials":   {1200 * time.Millisecond, 0},
		"core":             {6 * time.Second, 0},
		"datacite":         {100 * time.Millisecond, 0},
		"pubmed":           {time.Second / 3, 0},
		"unpaywall":        {864 * time.Millisecond, 0},
	}[provider]
}

// A Route is one provider: requests to /<Provider>/… go to Answer with the rest of the path.
type Route struct {
	Provider string
	Limits   Limits
	Slack    time.Duration // by how much two requests may be closer: 0 on a fake clock
	Latency  time.Duration // how long an answer takes
	Answer   http.HandlerFunc
}

// A Server holds the routes. It is an http.Handler and safe for concurrent use.
type Server struct {
	mu     sync.Mutex
	routes map[string]*route
}

type route struct {
	Route
	faults     []fault
	requests   []string
	violations []string
	starts     []time.Time
	flying     int
}

type fault struct {
	times  int // left; negative: for ever
	answer http.HandlerFunc
}

// New makes a server of the routes.
func New(routes ...Route) *Server {
	s := &Server{routes: map[string]*route{}}
	for _, r := range routes {
		s.routes[r.Provider] = &route{Route: r}
	}
	return s
}

// Fail makes the next requests to a provider fail, all of them when times is negative. Faults
// queue up.
func (s *Server) Fail(provider string, times int, answer http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.routes[provider]
	r.faults = append(r.faults, fault{times, answer})
}

// Heal forgets the faults of a provider.
func (s *Server) Heal(provider string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.routes[provider].faults = nil
}

// Violations lists what callers did against the limits, in order.
func (s *Server) Violations(provider string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.routes[provider].violations...)
}

// Requests lists what was asked, "GET /path?query" in order of arrival, without the provider.
func (s *Server) Requests(provider string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.routes[provider].requests...)
}

// Arrivals returns the moments at which the requests came, in order.
func (s *Server) Arrivals(provider string) []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]time.Time(nil), s.routes[provider].starts...)
}

// ServeHTTP answers, or fails as it was told to.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(req.URL.Path, "/"), "/")
	s.mu.Lock()
	r := s.routes[name]
	if r == nil {
		s.mu.Unlock()
		http.NotFound(w, req)
		return
	}
	r.start(req.Method+" "+strings.TrimPrefix(req.URL.RequestURI(), "/"+name), time.Now())
	answer, latency := r.next(), r.Latency
	s.mu.Unlock()
	time.Sleep(latency)
	s.mu.Lock()
	r.flying-- // before the answer is written: its reader may be faster than we
	s.mu.Unlock()
	req.URL.Path = "/" + rest
	answer(w, req)
}

// start counts a request and what is wrong with it.
func (r *route) start(what string, now time.Time) {
	r.requests = append(r.requests, what)
	if n := len(r.starts); n > 0 {
		if gap := now.Sub(r.starts[n-1]); gap < r.Limits.Interval-r.Slack {
			r.violations = append(r.violations, fmt.Sprintf("request %d came %v after the one before it", n+1, gap))
		}
	}
	r.starts = append(r.starts, now)
	r.flying++
	if r.Limits.InFlight > 0 && r.flying > r.Limits.InFlight {
		r.violations = append(r.violations, fmt.Sprintf("request %d made %d at once", len(r.starts), r.flying))
	}
}

// next returns the fault that is due, or the answer.
func (r *route) next() http.HandlerFunc {
	if len(r.faults) == 0 {
		return r.Answer
	}
	f := &r.faults[0]
	answer := f.answer
	if f.times > 0 {
		f.times--
	}
	if f.times == 0 {
		r.faults = r.faults[1:]
	}
	return answer
}
