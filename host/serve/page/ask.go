package page

import (
	"context"
	"net/http"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/serve/problem"
)

// ask takes the question of the form in and leads to its run.
func (p *Page) ask(w http.ResponseWriter, r *http.Request) {
	client, role, ok := p.api.Who(r)
	if !ok || !role.Allows(auth.Ask) {
		p.write(w, http.StatusUnauthorized, view{Name: "login", Title: "Log in"})
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	q, err := formed(r)
	if err != nil {
		p.fail(w, err)
		return
	}
	name := r.FormValue("policy")
	if name == "" {
		name = p.api.Default
	}
	batch, err := p.api.Desk.Submit(context.WithoutCancel(r.Context()), name, client, []evidence.Question{q}, 0)
	if err != nil {
		p.fail(w, err)
		return
	}
	http.Redirect(w, r, "/runs/"+batch.Runs[0].ID, http.StatusSeeOther)
}

// formed reads the form: the question, its kind, and one option a line.
func formed(r *http.Request) (evidence.Question, error) {
	if err := r.ParseForm(); err != nil {
		return evidence.Question{}, problem.New(problem.BadRequest, err.Error())
	}
	q := evidence.Question{Question: strings.TrimSpace(r.FormValue("question")), Type: r.FormValue("type")}
	for line := range strings.Lines(r.FormValue("options")) {
		if text := strings.TrimSpace(line); text != "" {
			q.Options = append(q.Options, evidence.Option{Text: text})
		}
	}
	if len(q.Options) > 0 {
		q.Type = evidence.TypeMultipleChoice
	}
	q, err := api.Identified(q)
	if err != nil {
		return q, problem.New(problem.BadRequest, err.Error())
	}
	return q, nil
}
