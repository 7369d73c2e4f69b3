package broker

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// ErrRefused is matched when the servers do not let this user publish or subscribe to what a command needs.
var ErrRefused = errors.New("the servers refuse this user")

// refusals keep what the servers said that this user may not do. They do not answer such a request; they say so beside.
type refusals struct {
	mu   sync.Mutex
	last error
	at   time.Time
	deaf bool            // the answers of the servers do not arrive, as a subscription was refused
	told map[string]bool // by what was refused, without the rest of its subject
}

// note takes in what the servers said of a connection. It returns what to tell the user; empty: nothing new.
func (r *refusals) note(err error) string {
	if !errors.Is(err, nats.ErrPermissionViolation) {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	text := strings.TrimPrefix(err.Error(), nats.ErrPermissionViolation.Error()+": ")
	text = strings.TrimPrefix(text, "nats: ")
	r.last, r.at = fmt.Errorf("%w: %s; give the user of --nats the permissions that docs/scale-out.md lists", ErrRefused, text), time.Now()
	r.deaf = r.deaf || strings.Contains(strings.ToLower(text), "subscription")
	what, _, _ := strings.Cut(text, ".")
	if r.told[what] {
		return ""
	}
	if r.told == nil {
		r.told = map[string]bool{}
	}
	r.told[what] = true
	return "queue: " + r.last.Error()
}

// since returns what was refused from a time on, if that has to do with a subject; empty: any. A subscription that was refused spoils all that follows.
func (r *refusals) since(began time.Time, subject string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil || !r.deaf && (r.at.Before(began) || !strings.Contains(r.last.Error(), subject)) {
		return nil
	}
	return r.last
}

// renewed forgets, as the servers say it again on a new connection.
func (r *refusals) renewed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last, r.deaf = nil, false
}
