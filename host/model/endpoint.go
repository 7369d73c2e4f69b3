package model

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"sync"
	"time"

	"github.com/sparkhost/sparkhost/host/internal/written"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// EndpointOptions say how an endpoint is treated. Name, Wire and Governor are required.
type EndpointOptions struct {
	// Name is the name in the settings: lower-case letters, digits and underscores.
	Name string
	Wire Wire
	// Governor makes callers wait; it is the one that the sources of the process share.
	Governor *outbound.Governor
	// Line names the line in which callers wait for each other, and which a failure holds back; empty: one by the name. Endpoints at
	// two addresses have two, whatever they are called.
	Line string
	// Limits bound the requests to the endpoint, all callers together. InFlight 0 means 4. Lease is set here.
	Limits outbound.Limits
	// Rate is the price of the model; nil: not known.
	Rate *Rate
	// Window bounds the input and output of the model.
	Window Window
	// CeilingMicroUSD is the price to count for one exchange when Rate is nil; 0: no ceiling.
	CeilingMicroUSD int64
	// Secrets are taken out of all texts that come back.
	Secrets []string
	// Tries is the most exchanges that are started for one answer; 0: 4. Of those at most two may be billable.
	Tries int
	// Timeout ends one exchange unless the request says otherwise; 0: 60 s.
	Timeout time.Duration
	// Backoff is the longest first wait after a failure, doubled after each further one, at most 30 s; waits are
	// drawn evenly below it by Seed. 0: 1 s.
	Backoff time.Duration
	Seed    uint64
	// Clock tells the time; nil: time.Now.
	Clock func() time.Time
}

// An Endpoint is a model at an address. It is safe for concurrent use and has nothing to close.
type Endpoint struct {
	o EndpointOptions
	d Description

	mu   sync.Mutex
	out  *EndpointError // a key refused or a quota gone
	till time.Time      // zero: for as long as the process lives
}

var _ Model = (*Endpoint)(nil)

// mostBillable limits how many exchanges of one call may be charged for: the first, and a repair of its answer or a
// second try after it broke off.
const mostBillable = 2

// quotaPause is the time for which an endpoint is not asked after it said that the quota is gone and not until when.
const quotaPause = 10 * time.Minute

// mostWait is the longest wait within a call; an endpoint that wants a longer one is out until then.
const mostWait = 2 * time.Minute

// linePrefix keeps the lines of models apart from those of sources.
const linePrefix = "model_"

// LineOf returns the line of an endpoint by its name and address.
func LineOf(name string, base *url.URL) string { return outbound.LineOf(linePrefix+name, base) }

var endpointName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// NewEndpoint makes an endpoint.
func NewEndpoint(o EndpointOptions) (*Endpoint, error) {
	switch {
	case !endpointName.MatchString(o.Name):
		return nil, fmt.Errorf("model endpoint %q: the name must be lower-case letters, digits and underscores", o.Name)
	case o.Wire == nil || o.Governor == nil:
		return nil, fmt.Errorf("model endpoint %q: no wire or no governor", o.Name)
	case o.CeilingMicroUSD < 0:
		return nil, fmt.Errorf("model endpoint %q: the ceiling is negative", o.Name)
	}
	if o.Tries == 0 {
		o.Tries = 4
	}
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	if o.Backoff == 0 {
		o.Backoff = time.Second
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Line == "" {
		o.Line = linePrefix + o.Name
	}
	if o.Limits.InFlight == 0 {
		o.Limits.InFlight = 4
	}
	d := o.Wire.Describe()
	d.Endpoint, d.Window = o.Name, o.Window
	return &Endpoint{o: o, d: d}, nil
}

// Describe implements Model.
func (e *Endpoint) Describe() Description { return e.d }

// Complete implements Model.
func (e *Endpoint) Complete(ctx context.Context, r Request) (Reply, error) {
	schema, err := compiled(r.Schema)
	if err != nil {
		return Reply{}, &EndpointError{Endpoint: e.d.Endpoint, Purpose: r.Purpose, Kind: ErrRejected, Detail: err.Error()}
	}
	if len(r.Messages) == 0 {
		return Reply{}, &EndpointError{Endpoint: e.d.Endpoint, Purpose: r.Purpose, Kind: ErrRejected, Detail: "a request without messages"}
	}
	c := &call{e: e, r: r, reply: Reply{Model: e.d.Model, Cost: Cost{Basis: e.basis()}}}
	err = c.complete(ctx, schema)
	return c.reply, err
}

// A call is one Complete on its way.
type call struct {
	e        *Endpoint
	r        Request // as it was asked
	reply    Reply
	billable int
}

func (c *call) complete(ctx context.Context, schema *schema) error {
	a, err := c.answer(ctx, c.r)
	if errors.Is(err, ErrTruncated) {
		a, err = c.longer(ctx, schema, err)
	}
	if err != nil {
		return err
	}
	var problems []string
	if c.reply.JSON, problems = schema.accept(a.Text); len(problems) == 0 {
		return nil
	}
	wrong := &SchemaError{Purpose: c.r.Purpose, Model: c.reply.Model, Problems: problems, Text: written.Line(a.Text, 300)}
	if _, encoder := c.e.o.Wire.(Encoder); schema == nil || encoder || c.billable >= mostBillable {
		return wrong
	}
	if a, err = c.answer(ctx, repair(c.r, a.Text, problems)); err != nil {
		if errors.Is(err, ErrUnavailable) { // the answer that we have says more
			return wrong
		}
		return err
	}
	if c.reply.JSON, problems = schema.accept(a.Text); len(problems) > 0 {
		wrong.Problems, wrong.Text = problems, written.Line(a.Text, 300)
		return wrong
	}
	c.reply.Repaired = true
	return nil
}

// longer asks once more, with room for a longer answer, after one that was cut at its cap. One that is whole nevertheless is taken.
func (c *call) longer(ctx context.Context, schema *schema, cut error) (Answer, error) {
	if schema != nil {
		if _, problems := schema.accept(c.reply.Text); len(problems) == 0 {
			c.reply.Stop = Complete
			return Answer{Text: c.reply.Text, Stop: Complete}, nil
		}
	}
	r, ok := c.e.d.Window.Longer(c.r)
	if !ok || c.billable >= mostBillable {
		return Answer{}, cut
	}
	c.note(fmt.Sprintf("the answer was cut at %d tokens: asked again for at most %d", c.r.OutputCap(), r.OutputCap()))
	a, err := c.answer(ctx, r)
	if errors.Is(err, ErrUnavailable) {
		return Answer{}, cut // says more
	}
	return a, err
}

// answer asks until there is an answer, and returns those that are none as errors.
func (c *call) answer(ctx context.Context, r Request) (Answer, error) {
	var failed *EndpointError
	for try := 1; ; try++ {
		a, err := c.exchange(ctx, r)
		if err == nil {
			return a, c.take(a)
		}
		var fault *Fault
		if !errors.As(err, &fault) {
			if failed != nil && ctx.Err() == nil {
				return Answer{}, failed // says more than that the governor would not have us wait
			}
			return Answer{}, err
		}
		failed = c.failed(fault)
		c.e.remember(fault, failed)
		if !fault.Retry || try >= c.e.o.Tries || c.billable >= mostBillable {
			return Answer{}, failed
		}
		if err := c.e.pause(ctx, fault, r, try); err != nil {
			if ctx.Err() != nil {
				return Answer{}, context.Cause(ctx)
			}
			return Answer{}, failed // the deadline comes first
		}
	}
}

// take moves an answer into the reply.
func (c *call) take(a Answer) error {
	c.reply.Text, c.reply.Stop = a.Text, a.Stop
	if a.Model != "" {
		c.reply.Model = a.Model
	}
	if a.Stop == Complete {
		return nil
	}
	return &StopError{Purpose: c.r.Purpose, Model: c.reply.Model, Stop: a.Stop, Detail: written.Line(a.Detail, 300)}
}

// exchange sends one request with the governor's leave, and counts what it took.
func (c *call) exchange(ctx context.Context, r Request) (Answer, error) {
	if err := c.e.isOut(c.r.Purpose); err != nil {
		return Answer{}, err
	}
	timeout := c.e.o.Timeout
	if r.Timeout > 0 {
		timeout = r.Timeout
	}
	limits := c.e.o.Limits
	limits.Lease = timeout + 30*time.Second
	permit, err := c.e.o.Governor.Acquire(ctx, c.e.o.Line, "", limits)
	if err != nil {
		return Answer{}, c.refused(err)
	}
	c.reply.Attempts++
	limited, cancel := context.WithTimeoutCause(ctx, timeout, context.DeadlineExceeded)
	defer cancel()
	a, err := c.sent(limited, r)
	if err != nil && ctx.Err() == nil && limited.Err() != nil { // the wire knows one context only
		err = &Fault{Kind: ErrUnavailable, Detail: fmt.Sprintf("no whole answer in %v", timeout), Cause: outbound.Timeout, Retry: true, Billable: true, Err: context.DeadlineExceeded}
	}
	permit.End(c.outcome(err, r))
	c.count(a, err, r)
	return c.clean(a), err
}

// sent returns the wire's exchange. A wire that panics on an answer has failed on it: the permit goes back, and the worst case is paid.
func (c *call) sent(ctx context.Context, r Request) (a Answer, err error) {
	defer func() {
		if v := recover(); v != nil {
			a, err = Answer{}, &Fault{Kind: ErrUnavailable, Detail: fmt.Sprintf("the answer could not be read: %v", v), Cause: outbound.Shape, Billable: true}
		}
	}()
	return c.e.o.Wire.Exchange(ctx, r)
}

// outcome returns what the governor is told.
func (c *call) outcome(err error, r Request) outbound.Outcome {
	var f *Fault
	switch {
	case err == nil:
		return outbound.Outcome{Class: outbound.OK}
	case !errors.As(err, &f):
		return outbound.Outcome{} // the caller gave up
	case f.Busy:
		return outbound.Outcome{Class: outbound.RateLimited, Pause: min(c.e.wait(f, r, c.reply.Attempts), mostWait), Failure: failure(outbound.RateLimited, f)}
	case f.Kind == ErrUnavailable:
		return outbound.Outcome{Class: outbound.Transient, Pause: min(f.Wait, mostWait), Failure: failure(outbound.Transient, f)}
	}
	return outbound.Outcome{Class: outbound.BadRequest} // it is alive
}

// failure returns the error for callers that are refused because of a fault.
func failure(class outbound.Class, f *Fault) *outbound.Failure {
	return &outbound.Failure{Class: class, Status: f.Status, Cause: f.Cause}
}

// count adds what an exchange took to the reply.
func (c *call) count(a Answer, err error, r Request) {
	var f *Fault
	if errors.As(err, &f) && !f.Billable {
		return
	}
	c.billable++
	in, out := c.e.most(r)
	worst := c.e.single(in, out)
	if err != nil {
		c.reply.Cost = c.reply.Cost.plus(worst.doubted())
		c.note("an exchange that broke off is counted at its worst case")
		return
	}
	if a.Usage == nil {
		c.reply.Cost = c.reply.Cost.plus(worst.doubted())
		c.note("the endpoint did not say its usage: counted at the worst case")
		return
	}
	if why := a.Usage.absurd(in, out); why != "" {
		c.reply.Cost = c.reply.Cost.plus(worst.doubted())
		c.note("the endpoint's usage cannot be (" + why + "): counted at the worst case")
		return
	}
	c.reply.Usage = c.reply.Usage.Plus(*a.Usage)
	c.reply.Cost = c.reply.Cost.plus(c.e.cost(*a.Usage))
}

func (c *call) note(s string) { c.reply.Notes = append(c.reply.Notes, s) }

// clean takes secrets out of what came back.
func (c *call) clean(a Answer) Answer {
	secrets := c.e.o.Secrets
	a.Text, a.Detail, a.Model = redact(a.Text, secrets), redact(a.Detail, secrets), written.Line(redact(a.Model, secrets), 100)
	return a
}

// failed returns the error of a fault.
func (c *call) failed(f *Fault) *EndpointError {
	detail := written.Line(redact(f.Detail, c.e.o.Secrets), 300)
	return &EndpointError{
		Endpoint: c.e.d.Endpoint, Purpose: c.r.Purpose, Kind: f.Kind, Status: f.Status, Code: written.Line(redact(f.Code, c.e.o.Secrets), 60), Detail: detail,
		Cause: f.Cause, Attempts: c.reply.Attempts, After: f.Wait, Err: f.Err,
	}
}

// refused returns the error of a permit that was not given.
func (c *call) refused(err error) error {
	var e *outbound.Error
	if !errors.As(err, &e) {
		return err
	}
	out := &EndpointError{
		Endpoint: c.e.d.Endpoint, Purpose: c.r.Purpose, Kind: ErrUnavailable, Detail: "not asked: " + e.Error(), Attempts: c.reply.Attempts, After: e.After,
	}
	switch {
	case e.Behind != nil: // it depends on earlier questions which call met the failure itself
		out.Status, out.Cause = e.Behind.Status, e.Behind.Cause
	case e.Class == outbound.TooLate:
		out.Cause = outbound.Timeout
	}
	return out
}

// isOut says why the endpoint is not asked at all.
func (e *Endpoint) isOut(purpose string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.out == nil || !e.till.IsZero() && !e.o.Clock().Before(e.till) {
		e.out = nil
		return nil
	}
	again := *e.out
	again.Purpose, again.Attempts = purpose, 0
	return &again
}

// remember keeps a fault that the next request would meet again.
func (e *Endpoint) remember(f *Fault, failed *EndpointError) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case f.Kind == ErrAuth:
		e.out, e.till = failed, time.Time{}
	case f.Kind == ErrQuota:
		e.out, e.till = failed, e.o.Clock().Add(max(f.Wait, quotaPause))
	case f.Wait > mostWait:
		e.out, e.till = failed, e.o.Clock().Add(f.Wait)
	}
}

// wait returns the time to wait after a fault.
func (e *Endpoint) wait(f *Fault, r Request, try int) time.Duration {
	if f.Wait > 0 {
		return f.Wait
	}
	backoff := outbound.Backoff{First: e.o.Backoff, Most: 30 * time.Second}
	return backoff.After(try, e.o.Seed, sha256.Sum256([]byte(r.Purpose+"\x00"+r.System)))
}

// pause waits before the next try. Behind a busy endpoint, the governor makes everybody wait.
func (e *Endpoint) pause(ctx context.Context, f *Fault, r Request, try int) error {
	d := e.wait(f, r, try)
	if deadline, ok := ctx.Deadline(); d > mostWait || ok && e.o.Clock().Add(d).After(deadline) {
		return context.DeadlineExceeded
	}
	if f.Busy || f.Wait > 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
