package run

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/record"
)

// mostInARow is how many calls of a question may fail at an endpoint, one after the other, before the question's remaining calls
// are not tried. Each call has tried more than once by then.
const mostInARow = 3

// endpointDown begins the reason of a call that was not tried because those before it failed.
const endpointDown = "endpoint_down"

// troubles are the model calls of a run without an answer. The zero value has none.
type troubles struct {
	inARow map[string]int         // failures of an endpoint since its last answer
	last   map[string]model.Class // the class of the last of them
	kinds  []*trouble             // in the order of their first calls
}

// A trouble is what calls of one endpoint have in common that failed alike.
type trouble struct {
	endpoint, says string
	class          model.Class
	calls, skipped int
	stages         []string // in the order of their first calls
	times          map[string]int
}

// down tells whether an endpoint is not to be asked any more.
func (t *troubles) down(endpoint string) bool { return t.inARow[endpoint] >= mostInARow }

// note takes in how a call ended, in the order in which calls were begun.
func (t *troubles) note(endpoint string, err error) {
	if t.inARow == nil {
		t.inARow, t.last = map[string]int{}, map[string]model.Class{}
	}
	switch class := classOf(err); {
	case err == nil:
		t.inARow[endpoint] = 0
	case class.Down():
		t.inARow[endpoint]++
		t.last[endpoint] = class
	case class != "" && class != model.ClassInterrupted && class != model.ClassOffline && class != model.ClassBudget:
		t.inARow[endpoint] = 0 // it said something
	}
}

// add counts a call without an answer, with what its event says.
func (t *troubles) add(stage string, event record.ModelCall) {
	class := model.Class(event.Class)
	says := class.Text()
	if says == "" {
		says = event.Error
	}
	one := t.of(event.Endpoint, says, class)
	one.calls++
	if strings.HasPrefix(event.Skipped, endpointDown) {
		one.skipped++
	}
	if one.times[stage]++; one.times[stage] == 1 {
		one.stages = append(one.stages, stage)
	}
}

func (t *troubles) of(endpoint, says string, class model.Class) *trouble {
	for _, one := range t.kinds {
		if one.endpoint == endpoint && one.says == says {
			return one
		}
	}
	one := &trouble{endpoint: endpoint, says: says, class: class, times: map[string]int{}}
	t.kinds = append(t.kinds, one)
	return one
}

// String says what failed, which steps went their way without, and what to do.
func (t *trouble) String() string {
	var b strings.Builder
	for i, stage := range t.stages {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(stage)
		if n := t.times[stage]; n > 1 {
			fmt.Fprintf(&b, " ×%d", n)
		}
	}
	verb := "goes"
	if len(t.stages) > 1 {
		verb = "go"
	}
	fmt.Fprintf(&b, " %s on without a model: endpoint %q: %s", verb, t.endpoint, t.says)
	if t.calls > 1 {
		fmt.Fprintf(&b, " (%d calls", t.calls)
		if t.skipped > 0 {
			fmt.Fprintf(&b, ", %d of them not tried: %s", t.skipped, endpointDown)
		}
		b.WriteString(")")
	}
	if t.class.Endpoint() {
		b.WriteString("; look at it with `sparkhost model check`")
	}
	return b.String()
}

// warnOfModels says once for each endpoint and kind of failure what models did not do.
func (r *run) warnOfModels() {
	for _, t := range r.troubles.kinds {
		r.warn("model_failed", t.stages[0], t.String())
	}
}

// notTried gives a call up whose endpoint is down.
func (r *run) notTried(a *asking) {
	a.paid.Release()
	a.event.Skipped = fmt.Sprintf("%s: %d calls in a row failed", endpointDown, mostInARow)
	a.out = modelOutcome{err: &recalled{a.event.Skipped, r.troubles.last[a.event.Endpoint]}}
}

// recalled is a failure of which only text and class are known, as records have it.
type recalled struct {
	text  string
	class model.Class
}

// Error implements error.
func (e *recalled) Error() string { return e.text }

// classOf is the class of a failed inquiry.
func classOf(err error) model.Class {
	var known *recalled
	switch {
	case errors.As(err, &known):
		return known.class
	case model.ClassOf(err) == "" && errors.Is(err, budget.ErrExhausted):
		return model.ClassInterrupted
	}
	return model.ClassOf(err)
}

// reasonOf is a failed inquiry as results and records have it.
func reasonOf(err error) string {
	var known *recalled
	if errors.As(err, &known) {
		return known.text
	}
	return model.Reason(err)
}

// rawOf is what a failure says beside its reason; empty: nothing.
func rawOf(err error) string {
	if err == nil || err.Error() == reasonOf(err) {
		return ""
	}
	return err.Error()
}
