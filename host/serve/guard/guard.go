// Package guard protects a service that browsers reach: it knows who asks, for which host and from which page, and bounds what clients may hold.
package guard

import (
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/serve/problem"
	"github.com/sparkhost/sparkhost/host/serve/quota"
	"github.com/sparkhost/sparkhost/host/serve/runs"
)

// A Guard decides about requests. It is immutable and may be used by many goroutines.
type Guard struct {
	Keys    *auth.Keyring // nil: everybody may operate; for a loopback address only
	Hosts   []string      // names that the service is reached by, without ports; any other is refused
	Limits  quota.Limits  // of each client, by token or by address; a token's own limits come first
	Secure  bool          // the service speaks TLS, so cookies are for TLS only
	Log     *slog.Logger
	Content string // Content-Security-Policy of all answers
}

// cookie holds the token of a browser that has logged in.
const cookie = "sparkhost_token"

// Who says who asks: the client's budget, and what it may do. It is not ok without a valid token, where tokens are required.
func (g *Guard) Who(r *http.Request) (c runs.Client, role auth.Role, ok bool) {
	if g.Keys == nil {
		return runs.Client{Name: address(r), Limits: g.Limits}, auth.Operate, true
	}
	token, ok := g.Keys.Find(secret(r))
	if !ok {
		return runs.Client{}, "", false
	}
	l := g.Limits
	if token.QuestionsPerDay > 0 {
		l.Questions = token.QuestionsPerDay
	}
	if token.USDPerDay > 0 {
		l.CostMicroUSD = int64(token.USDPerDay * 1e6)
	}
	return runs.Client{Name: "token " + token.Name, Limits: l}, token.Role, true
}

// secret returns the token that a request carries: in its header, else in the cookie of a login.
func secret(r *http.Request) string {
	if scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(token)
	}
	if c, err := r.Cookie(cookie); err == nil {
		return c.Value
	}
	return ""
}

// address returns that of the client, without its port.
func address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// Wrap puts the guard before a handler.
func (g *Guard) Wrap(next http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	origin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		problem.New(problem.Forbidden, "requests of other sites are refused").Write(w)
	}))
	inner := origin.Handler(g.recovered(next))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.headers(w.Header())
		if !g.knows(r.Host) {
			problem.New(problem.Forbidden, "this service is not reached by that host name; see --host").Write(w)
			return
		}
		inner.ServeHTTP(w, r)
	})
}

// headers keep answers from being framed, sniffed, or read by other sites.
func (g *Guard) headers(h http.Header) {
	h.Set("Content-Security-Policy", g.Content)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
}

// knows says whether a Host header names this service. A page of another site whose name was rebound to this address does not get through.
func (g *Guard) knows(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(strings.ToLower(strings.TrimSuffix(host, ".")), "[]")
	return slices.Contains(g.Hosts, host)
}

// recovered answers for a handler that panicked, and logs it.
func (g *Guard) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil && v != http.ErrAbortHandler {
				g.Log.Error("handler panicked", "method", r.Method, "pattern", r.Pattern, "panic", v)
				problem.New(problem.Internal, "the service's log says more").Write(w)
			}
		}()
		next.ServeHTTP(w, r)
	})
}
