package outage

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/record"
)

// mostInARow limits how many calls of a question may fail at an endpoint, one after the other, before the question's remaining calls
// are not tried. Each call has tried more than once by then.
const mostInARow = 3

// endpointDown begins the reason of a call that was not tried because those before it failed.
const endpointDown = "endpoint_down"

// Troubles are the model calls of a run without an answer. The zero value has none.
type Troubles struct {
	inARow map[string]int         // failures of an endpoint since its last answer
	last   map[string]model.Class // the class of the last of them
	Kinds  []*Trouble             // in the order of their first calls
}

// A Trouble holds what calls of one endpoint have in common that failed alike.
type Trouble struct {
	endpoint, says string
	class          model.Class
	calls, Skipped int
	Stages         []string // in the order of their first calls
	times          map[string]int
}

// Down tells whether an endpoint is not to be asked any more.
func (t *Troubles) Down(endpoint string) bool { return t.inARow[endpoint] >= mostInARow }

// GivenUp says why a call of an endpoint that is down is not tried.
func (t *Troubles) GivenUp(endpoint string) *Recalled {
	return &Recalled{Text: fmt.Sprintf("%s: %d calls in a row failed", endpointDown, mostInARow), Class: t.last[endpoint]}
}

// Note takes in how a call ended, in the order in which calls were begun.
func (t *Troubles) Note(endpoint string, err error) {
	if t.inARow == nil {
		t.inARow, t.last = map[string]int{}, map[string]model.Class{}
	}
	switch class := ClassOf(err); {
	case err == nil:
		t.inARow[endpoint] = 0
	case class.Down():
		t.inARow[endpoint]++
		t.last[endpoint] = class
	case class != "" && class != model.ClassInterrupted && class != model.ClassOffline && class != model.ClassBudget:
		t.inARow[endpoint] = 0 // it said something
	}
}

// Add counts a call without an answer, with what its event says.
func (t *Troubles) Add(stage string, event record.ModelCall) {
	class := model.Class(event.Class)
	says := class.Text()
	if says == "" {
		says = event.Error
	}
	one := t.of(event.Endpoint, says, class)
	one.calls++
	if strings.HasPrefix(event.Skipped, endpointDown) {
		one.Skipped++
	}
	if one.times[stage]++; one.times[stage] == 1 {
		one.Stages = append(one.Stages, stage)
	}
}

func (t *Troubles) of(endpoint, says string, class model.Class) *Trouble {
	for _, one := range t.Kinds {
		if one.endpoint == endpoint && one.says == says {
			return one
		}
	}
	one := &Trouble{endpoint: endpoint, says: says, class: class, times: map[string]int{}}
	t.Kinds = append(t.Kinds, one)
	return one
}

// String says what failed, which steps went their way without, and what to do.
func (t *Trouble) String() string {
	var b strings.Builder
	for i, stage := range t.Stages {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(stage)
		if n := t.times[stage]; n > 1 {
			fmt.Fprintf(&b, " ×%d", n)
		}
	}
	verb := "goes"
	if len(t.Stages) > 1 {
		verb = "go"
	}
	fmt.Fprintf(&b, " %s on without a model: endpoint %q: %s", verb, t.endpoint, t.says)
	if t.calls > 1 {
		fmt.Fprintf(&b, " (%d calls", t.calls)
		if t.Skipped > 0 {
			fmt.Fprintf(&b, ", %d of them not tried: %s", t.Skipped, endpointDown)
		}
		b.WriteString(")")
	}
	if t.class.Endpoint() {
		b.WriteString("; look at it with `sparkhost model check`")
	}
	return b.String()
}

// Recalled is a failure of which only text and class are known, as records have it.
type Recalled struct {
	Text  string
	Class model.Class
}

// Error implements error.
func (e *Recalled) Error() string { return e.Text }

// ClassOf returns the class of a failed inquiry.
func ClassOf(err error) model.Class {
	var known *Recalled
	switch {
	case errors.As(err, &known):
		return known.Class
	case model.ClassOf(err) == "" && errors.Is(err, budget.ErrExhausted):
		return model.ClassInterrupted
	}
	return model.ClassOf(err)
}

// ReasonOf returns a failed inquiry as results and records have it.
func ReasonOf(err error) string {
	var known *Recalled
	if errors.As(err, &known) {
		return known.Text
	}
	return model.Reason(err)
}

// RawOf returns what a failure says beside its reason; empty: nothing.
func RawOf(err error) string {
	if err == nil || err.Error() == ReasonOf(err) {
		return ""
	}
	return err.Error()
}
