package inquiry

import (
	"errors"
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/internal/outage"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/record"
)

// An Inquiry is one question to a language model.
type Inquiry struct {
	Stage   string // who asks, as records and the budget call it: "gap.probe", "synthesis"
	Purse   string // whom the budget has pay, if that is not Stage: what is kept for Stage is then left alone
	Role    string // one of the policy's roles; empty: nobody is asked, and nothing is recorded
	Request model.Request
	At      record.At // what makes the step ask, in the policy
}

// A Journal takes the events of a run.
type Journal interface {
	Log(kind record.Kind, data any)
	KeepJSON(v any) string // puts a value aside and returns its digest
	Unknown(why string)    // ends a replay that the record does not suffice for
}

// A Bound is a model that a role is bound to.
type Bound struct {
	Model model.Model
	Price string // where an operator's file decides it; part of the key under which a reply is kept
}

// Settings hold what a Caller needs of its run. All but Tape are required; Models may be empty.
type Settings struct {
	Models  map[string][]Bound // by role, in the order in which they are asked
	Cache   *cache.Cache
	Clock   func() time.Time
	Guard   *budget.Guard
	Journal Journal
	Tape    *tape.Tape // of a replay; nil: this is none
	Live    bool       // a replay may ask models for what its record does not hold
	Strict  bool       // a call that the budget refuses ends the run
}

// A Caller asks the models of one run. It is used by one goroutine.
type Caller struct {
	Settings
	Troubles outage.Troubles // calls without an answer
	Halt     error           // a budget that was used up outside a step; ends the run

	byKey map[string]outcome // what models said to this run, by the inquiry's key
}

// Has tells whether a role is bound to a model.
func (c *Caller) Has(role string) bool { return len(c.Models[role]) > 0 }

// New makes the caller of a run.
func New(s Settings) *Caller { return &Caller{Settings: s, byKey: map[string]outcome{}} }

// errUnbound says why a role that the policy binds to no model gives no answer.
var errUnbound = errors.New("the role is bound to no model")
