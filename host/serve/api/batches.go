package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/serve/front"
	"github.com/sparkhost/sparkhost/host/serve/problem"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// What a batch may have at most.
const (
	mostOfBatch    = 100_000
	mostBatchBytes = 64 << 20
	mostUSD        = 1e9
)

// fleet returns the front of the queue, where there is one.
func (a *API) fleet() (*front.Front, error) {
	if a.Front == nil {
		return nil, problem.New(problem.NotFound, "this service has no queue; start it with --workers or --nats")
	}
	return a.Front, nil
}

// batchOf returns the front with the batch of a path.
func (a *API) batchOf(r *request) (*front.Front, string, error) {
	f, err := a.fleet()
	if err != nil {
		return nil, "", err
	}
	id := r.PathValue("batch")
	if err := batch.CheckID(id); err != nil {
		return nil, "", problem.New(problem.NotFound, err.Error())
	}
	return f, id, nil
}

// manifestOf returns the front with the manifest of a path's batch.
func (a *API) manifestOf(r *request) (*front.Front, batch.Manifest, error) {
	f, id, err := a.batchOf(r)
	if err != nil {
		return nil, batch.Manifest{}, err
	}
	m, err := f.Queue.Manifest(r.Context(), id)
	return f, m, err
}

// tellBatch returns a batch as clients see it. Its policy's name is told, and no path of this machine.
func tellBatch(s collect.State) Batch {
	self := "/v1/batches/" + s.ID
	policy := s.Setup.Policy
	if _, name, named := strings.Cut(policy, "#"); named {
		policy = name
	}
	out := Batch{
		Batch: s.ID, State: s.State, Policy: policy, By: s.By, Questions: s.Questions, Answered: s.Answered,
		Waiting: s.Waiting, Failed: s.Failed, Faults: s.Faults, Missing: s.Missing, BudgetUSD: float64(s.BudgetMicroUSD) / 1e6,
		Links: map[string]string{"self": self, "events": self + "/events", "results": self + "/results"},
	}
	if !s.Submitted.IsZero() {
		out.Submitted = s.Submitted.Format(time.RFC3339)
	}
	if !s.Deadline.IsZero() {
		out.Deadline = s.Deadline.Format(time.RFC3339)
	}
	return out
}

// submitBatch puts questions on the queue and says where to follow them.
func (a *API) submitBatch(w http.ResponseWriter, r *request) error {
	f, err := a.fleet()
	if err != nil {
		return err
	}
	if a.Closing() {
		return problem.New(problem.Closing, "the service ends; submit the batch to another, or later")
	}
	t, err := termsOf(r)
	if err != nil {
		return err
	}
	t.Policy, t.Operate = a.policyOr(t.Policy), r.role.Allows(auth.Operate)
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	questions, err := readQuestions(r.Body, slices.Contains(lineTypes, kind), mostOfBatch)
	if err != nil {
		return err
	}
	writable := patient(w)
	s, err := f.Submit(r.Context(), r.client, questions, t)
	if err != nil {
		return err
	}
	writable()
	out := tellBatch(s)
	w.Header().Set("Location", out.Links["self"])
	return write(w, http.StatusAccepted, out)
}

// termsOf reads the query of a submission.
func termsOf(r *request) (t front.Terms, err error) {
	q := r.URL.Query()
	t.Policy = q.Get("policy")
	if t.Deadline, err = seconds(q.Get("deadline")); err != nil {
		return t, err
	}
	if text := q.Get("budget_usd"); text != "" {
		t.USD, err = strconv.ParseFloat(text, 64)
		if err != nil || !(t.USD >= 1e-6 && t.USD < mostUSD) || math.IsNaN(t.USD) {
			return t, problem.New(problem.BadRequest, fmt.Sprintf("budget_usd must be an amount of US dollars, not %q", text))
		}
	}
	return t, nil
}

func (a *API) listBatches(w http.ResponseWriter, r *request) error {
	f, err := a.fleet()
	if err != nil {
		return err
	}
	all, err := f.List(r.Context())
	if err != nil {
		return err
	}
	out := Batches{Batches: []Batch{}}
	for _, s := range all {
		out.Batches = append(out.Batches, tellBatch(s))
	}
	return write(w, http.StatusOK, out)
}

func (a *API) batchStatus(w http.ResponseWriter, r *request) error {
	f, id, err := a.batchOf(r)
	if err != nil {
		return err
	}
	return a.writeBatch(r.Context(), w, f, id)
}

func (a *API) writeBatch(ctx context.Context, w http.ResponseWriter, f *front.Front, id string) error {
	s, err := f.State(ctx, id)
	if err != nil {
		return err
	}
	return write(w, http.StatusOK, tellBatch(s))
}

func (a *API) cancelBatch(w http.ResponseWriter, r *request) error {
	f, m, err := a.manifestOf(r)
	if err != nil {
		return err
	}
	if !r.role.Allows(auth.Operate) && m.By != r.client.Name {
		return problem.New(problem.Forbidden, "another client submitted this batch; a token of role operate may cancel it")
	}
	if _, err := submit.Cancel(r.Context(), f.Queue, m.ID); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (a *API) retryBatch(w http.ResponseWriter, r *request) error {
	f, id, err := a.batchOf(r)
	if err != nil {
		return err
	}
	writable := patient(w)
	if _, err := submit.Retry(r.Context(), f.Queue, id); err != nil {
		return err
	}
	writable()
	return a.writeBatch(r.Context(), w, f, id)
}

// batchResults writes a line for each question that has ended, in order: its result, or a problem with the question's id. With wait it goes on to
// the last.
func (a *API) batchResults(w http.ResponseWriter, r *request) error {
	f, m, err := a.manifestOf(r)
	if err != nil {
		return err
	}
	writable := patient(w)
	w.Header().Set("Content-Type", jsonLines)
	w.Header().Set("X-Accel-Buffering", "no")
	writable()
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	each := func(i collect.Item) error {
		writable()
		_, err := w.Write(batchLine(i))
		return errors.Join(err, control.Flush())
	}
	if wait, _ := strconv.ParseBool(r.URL.Query().Get("wait")); wait {
		err = f.Follow(r.Context(), m.ID, each)
	} else {
		_, err = collect.Stored(r.Context(), f.Queue, m, each)
	}
	if err != nil && r.Context().Err() == nil {
		line, _ := json.Marshal(a.Problem(err)) // texts and numbers always encode
		writable()
		_, _ = w.Write(append(line, '\n')) // the client may have gone
	}
	return nil
}

// batchLine returns the line of a question that has ended; of a result it is that of `run --format jsonl`.
func batchLine(i collect.Item) []byte {
	line := i.Line
	if i.Poison != nil {
		p := problem.New(problem.Failed, strings.Join(i.Poison.Errors, "; "))
		p.ID = i.Poison.Question
		line, _ = json.Marshal(p)
	}
	return visible.Escaped(append(slices.Clone(line), '\n'))
}
