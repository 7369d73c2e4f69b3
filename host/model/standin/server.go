package standin

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Server is a stand-in. It is safe for concurrent use.
type Server struct {
	http *http.Server

	mu     sync.Mutex
	script Script
	played []int // how often each exchange was
	seen   []Request
}

// New makes a stand-in that plays a script.
func New(s Script) (*Server, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	server := &Server{script: s, played: make([]int, len(s.Exchanges))}
	server.http = &http.Server{Handler: server, ReadHeaderTimeout: 10 * time.Second}
	return server, nil
}

// Serve answers on l until Close, and closes l. It returns nil after Close. Listen on loopback: there is no
// authentication.
func (s *Server) Serve(l net.Listener) error {
	if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Close ends Serve and all connections, also those of endless and slow answers. It is safe to call twice.
func (s *Server) Close() error { return s.http.Close() }

// Serve plays a script on l until ctx ends.
func Serve(ctx context.Context, l net.Listener, script Script) error {
	s, err := New(script)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	stop := context.AfterFunc(ctx, func() { _ = s.Close() }) // Serve reports what matters
	defer stop()
	return s.Serve(l)
}

// Requests returns the requests until now, in order. Keys are not kept.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

// Play adds exchanges after those that there are.
func (s *Server) Play(more ...Exchange) error {
	if err := (Script{Exchanges: more}).check(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script.Exchanges = append(slices.Clone(s.script.Exchanges), more...)
	s.played = append(s.played, make([]int, len(more))...)
	return nil
}

// next returns the exchange that answers q.
func (s *Server) next(q Request) (Exchange, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, q)
	for i, e := range s.script.Exchanges {
		if e.Times >= 0 && s.played[i] >= max(e.Times, 1) || !e.Match.matches(q) {
			continue
		}
		s.played[i]++
		return e, true
	}
	if s.script.Answer != nil {
		if e := s.script.Answer(q); e != nil {
			return *e, true
		}
	}
	return Exchange{}, !s.script.Strict
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 32<<20))
	if err != nil {
		return // the client has gone
	}
	var q Request
	switch {
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages"):
		q, err = readMessages(body)
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/chat/completions"):
		q, err = readChat(body)
	case r.Method == http.MethodPost && wireOf(r.URL.Path) != "":
		q, err = readScoring(wireOf(r.URL.Path), body)
	default:
		http.Error(w, `{"error":{"type":"not_found_error","message":"POST …/messages, …/chat/completions, …/rerank, …/embeddings or …/predict"}}`, http.StatusNotFound)
		return
	}
	if err != nil {
		refuse(w, "openai", http.StatusBadRequest, "invalid_request_error", err.Error())
		return
	}
	q.Role = r.Header.Get("X-Sparkhost-Role")
	e, ok := s.next(q)
	if !ok {
		refuse(w, q.Wire, http.StatusNotFound, "not_found_error", "no exchange of the script matches")
		return
	}
	if d, _ := e.delay(); d > 0 { // checked
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return
		}
	}
	for name, value := range map[string]string{"Retry-After": e.RetryAfter, "Retry-After-Ms": e.RetryAfterMs, "X-Should-Retry": e.ShouldRetry} {
		if value != "" {
			w.Header().Set(name, value)
		}
	}
	if e.Fault.play(w, r, q) {
		return
	}
	if e.Body != nil {
		send(w, http.StatusOK, e.Body)
		return
	}
	send(w, http.StatusOK, q.answer(e))
}

// refuse answers with an error in the wire's form.
func refuse(w http.ResponseWriter, wire string, status int, kind, message string) {
	inner := map[string]any{"type": kind, "message": message}
	if wire == "anthropic" {
		send(w, status, map[string]any{"type": "error", "error": inner})
		return
	}
	inner["code"] = kind
	send(w, status, map[string]any{"error": inner})
}

func send(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if text, ok := v.(literal); ok {
		_, _ = io.WriteString(w, string(text)) // the client may have gone
		return
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // the client may have gone
}
