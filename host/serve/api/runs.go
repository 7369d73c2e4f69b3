package api

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/serve/problem"
	"github.com/sparkhost/sparkhost/host/serve/runs"
)

// links lists the addresses to follow from a run.
func links(id string) map[string]string {
	self := "/v1/runs/" + url.PathEscape(id)
	return map[string]string{"self": self, "events": self + "/events", "result": self + "/result", "record": self + "/record"}
}

func statusOf(r *runs.Run) RunStatus {
	s := RunStatus{Run: r.ID, ID: r.Question.ID, Policy: r.Policy, Status: r.Status(), Links: links(r.ID)}
	if s.Status.State == runs.Done {
		res, _ := r.Outcome()
		s.conclude(res)
	}
	return s
}

func (s *RunStatus) conclude(res *record.Result) {
	s.Verdict, s.Confidence = res.Verdict, &res.Confidence
	if res.Answer != nil {
		if s.Answer = res.Answer.Label; s.Answer == "" {
			s.Answer = res.Answer.Text
		}
	}
}

// id resolves what a path says of a run.
func (a *API) id(r *request) (string, error) { return a.resolve(r.PathValue("run")) }

// resolve returns the id of the run that a text stands for: its id, or the beginning of one.
func (a *API) resolve(ref string) (string, error) {
	if a.Desk.Find(ref) != nil {
		return ref, nil
	}
	return a.Shared.Records().Resolve(ref)
}

func (a *API) status(w http.ResponseWriter, r *request) error {
	s, err := a.Status(r.PathValue("run"))
	if err != nil {
		return err
	}
	return write(w, http.StatusOK, s)
}

// Status tells how far a run has come, by its id or the beginning of it.
func (a *API) Status(ref string) (*RunStatus, error) {
	id, err := a.resolve(ref)
	if err != nil {
		return nil, err
	}
	if one := a.Desk.Find(id); one != nil {
		s := statusOf(one)
		return &s, nil
	}
	kept, err := a.Shared.Records().Read(id)
	if err != nil {
		return nil, err
	}
	sum, err := kept.Summary()
	if err != nil {
		return nil, err
	}
	s := &RunStatus{Run: id, ID: sum.QuestionID, Policy: sum.Policy.Name, Status: runs.Status{State: runs.Done}, Links: links(id)}
	if kept.Partial {
		s.Status = runs.Status{State: runs.Failed, Error: "the run was cut off; ask the question anew"}
		return s, nil
	}
	res, err := recorded(kept)
	if err != nil {
		return nil, err
	}
	s.conclude(res)
	return s, nil
}

// result answers with the result line of a run that has ended.
func (a *API) result(w http.ResponseWriter, r *request) error {
	res, err := a.Result(r.PathValue("run"))
	if err != nil {
		return err
	}
	return writeResult(w, res)
}

// Result returns that of a run that has ended, by its id or the beginning of it.
func (a *API) Result(ref string) (*record.Result, error) {
	id, err := a.resolve(ref)
	if err != nil {
		return nil, err
	}
	if one := a.Desk.Find(id); one != nil {
		if s := one.Status(); s.State == runs.Queued || s.State == runs.Running {
			return nil, problem.New(problem.NotFound, fmt.Sprintf("the run is %s; follow %s", s.State, links(id)["events"]))
		}
		return one.Outcome()
	}
	kept, err := a.Shared.Records().Read(id)
	if err != nil {
		return nil, err
	}
	return recorded(kept)
}

// recorded returns the result of a record, with the time that the run took.
func recorded(kept *record.Reader) (*record.Result, error) {
	all, err := record.Each[record.Result](kept, record.KindResult)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, problem.New(problem.NotFound, "the run was cut off and has no result; ask the question anew")
	}
	sum, err := kept.Summary()
	if err == nil && sum.ElapsedUS != nil {
		all[0].Budget.ElapsedMS = float64(*sum.ElapsedUS) / 1000
	}
	return &all[0], err
}

// record sends the whole record, to keep and to replay elsewhere.
func (a *API) record(w http.ResponseWriter, r *request) error {
	id, err := a.id(r)
	if err != nil {
		return err
	}
	if a.Desk.Live(id) != nil {
		return problem.New(problem.NotFound, "the run has not ended; follow "+links(id)["events"])
	}
	kept, err := a.Shared.Records().Read(id)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", jsonLines)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", id+".jsonl"))
	_, _ = kept.WriteTo(w) // a client that has gone does not read it
	return nil
}

// explain tells how a run decided.
func (a *API) explain(w http.ResponseWriter, r *request) error {
	out, err := a.Explain(r.PathValue("run"))
	if err != nil {
		return err
	}
	return write(w, http.StatusOK, out)
}

// Explain reads the decision of a run, by its id or the beginning of it.
func (a *API) Explain(ref string) (*Explained, error) {
	id, err := a.resolve(ref)
	if err != nil {
		return nil, err
	}
	kept, err := a.Shared.Records().Read(id)
	if err != nil {
		return nil, err
	}
	d, err := kept.Decision()
	if err != nil {
		return nil, err
	}
	heads, err := record.Each[record.Run](kept, record.KindRun)
	plans, perr := record.Each[record.Plan](kept, record.KindPlan)
	if err := errors.Join(err, perr); err != nil {
		return nil, err
	}
	out := &Explained{Rounds: d.Rounds, Options: d.Options, Conditions: d.Conditions, Calibrations: d.Calibrations, Gates: d.Gates, Partial: kept.Partial}
	if len(heads) > 0 {
		out.Run = heads[0]
	}
	if len(plans) > 0 {
		out.Plan = &plans[0]
	}
	return out, nil
}

func (a *API) cancel(w http.ResponseWriter, r *request) error {
	one := a.Desk.Live(r.PathValue("run"))
	switch {
	case one == nil:
		return problem.New(problem.NotFound, "no such run is on its way")
	case !r.role.Allows(auth.Operate) && !one.OnlyFor(r.client.Name):
		return problem.New(problem.Forbidden, "others asked for this run, too; a token of role operate may cancel it")
	}
	one.Cancel()
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// mostListed bounds a page of the list.
const mostListed = 500

func (a *API) list(w http.ResponseWriter, r *request) error {
	q := r.URL.Query()
	s := runs.Search{Text: q.Get("q"), Policy: q.Get("policy"), Verdict: q.Get("verdict"), Limit: 50}
	for name, into := range map[string]*int{"offset": &s.Offset, "limit": &s.Limit} {
		if text := q.Get(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || name == "limit" && n > mostListed {
				return problem.New(problem.BadRequest, fmt.Sprintf("%s must be a whole number of at least 0, and limit of at most %d", name, mostListed))
			}
			*into = n
		}
	}
	out := Runs{Live: a.LiveRuns()}
	out.Runs, out.Total = a.Desk.Index.Find(s)
	return write(w, http.StatusOK, out)
}

// LiveRuns returns the runs on their way, those at work first, then by their place in the queue.
func (a *API) LiveRuns() []RunStatus {
	live := []RunStatus{}
	for _, one := range a.Desk.All() {
		live = append(live, statusOf(one))
	}
	key := func(s RunStatus) string { return fmt.Sprintf("%08d %s", s.Status.Position, s.Run) }
	slices.SortFunc(live, func(a, b RunStatus) int { return strings.Compare(key(a), key(b)) })
	return live
}
