package api

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"testing/fstest"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/graph"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/serve/catalog"
	"github.com/sparkhost/sparkhost/host/serve/problem"
)

// planned is the question that worst cases are for: one of four options.
var planned = plan.Question{Options: 4, SubClaims: 6}

func (a *API) policies(w http.ResponseWriter, _ *request) error {
	return write(w, http.StatusOK, a.allPolicies())
}

func (a *API) allPolicies() Policies {
	return Policies{Default: a.Default, Policies: a.Desk.Catalog.List(), Problem: a.Desk.Catalog.Problem()}
}

func (a *API) reload(w http.ResponseWriter, r *request) error {
	writable := patient(w)
	if err := a.Desk.Catalog.Reload(context.WithoutCancel(r.Context())); err != nil {
		return err
	}
	writable()
	return write(w, http.StatusOK, a.allPolicies())
}

// loaded returns a policy of the catalog as its files say it now.
func (a *API) loaded(name string) (catalog.Info, *load.Set, *policy.Policy, error) {
	all := a.Desk.Catalog.List()
	at := slices.IndexFunc(all, func(i catalog.Info) bool { return i.Name == name })
	c, err := a.Desk.Catalog.Config(name)
	if err != nil || at < 0 {
		return catalog.Info{}, nil, nil, errors.Join(err, catalog.ErrUnknown)
	}
	set, p, err := readPolicy(catalog.Options(c, c.Policy))
	return all[at], set, p, err
}

func (a *API) policy(w http.ResponseWriter, r *request) error {
	out, err := a.Policy(r.PathValue("policy"))
	if err != nil {
		return err
	}
	return write(w, http.StatusOK, out)
}

// Policy describes a policy of the catalog.
func (a *API) Policy(name string) (*PolicyInfo, error) {
	info, set, p, err := a.loaded(name)
	if err != nil {
		return nil, err
	}
	out := &PolicyInfo{Info: info, Plan: plan.New(p, planned), Files: map[string]string{}}
	for name, file := range set.Files() {
		out.Files[name] = string(file.Bytes)
	}
	return out, nil
}

func (a *API) graph(w http.ResponseWriter, r *request) error {
	_, _, p, err := a.loaded(r.PathValue("policy"))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := graph.WriteSVG(&b, graph.New(p)); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = w.Write(b.Bytes()) // a client that has gone does not read it
	return nil
}

// validated is the name of the file that a text is checked as.
const validated = "policy.policy.hcl"

func (a *API) validate(w http.ResponseWriter, r *request) error {
	var in ValidateRequest
	if err := r.decode(&in); err != nil {
		return err
	}
	return write(w, http.StatusOK, Validate(a.Base, in))
}

// Validate checks a text as a file of its own, which may extend the shipped policies. It sees no file and no environment of the machine.
func Validate(base host.Config, in ValidateRequest) Validation {
	o := catalog.Options(host.Config{Vars: in.Vars, Sources: base.Sources}, validated)
	o.Tree = fstest.MapFS{validated: {Data: []byte(in.Text)}}
	out := Validation{Diagnostics: []diag.Report{}}
	set, diags := load.Load(o)
	if !diags.HasErrors() {
		p, more := set.Policy("")
		diags = append(diags, more...)
		if !diags.HasErrors() {
			out.Valid, out.Plan = true, plan.New(p, planned)
		}
	}
	out.Diagnostics = catalog.Reports(diags)
	return out
}

func (a *API) sources(w http.ResponseWriter, r *request) error {
	out, err := a.Sources(r.URL.Query().Get("policy"))
	if err != nil {
		return err
	}
	return write(w, http.StatusOK, out)
}

// Sources tells what is known of the sources of live literature under a policy; empty: the service's.
func (a *API) Sources(policy string) (*Sources, error) {
	c, err := a.Desk.Catalog.Config(a.policyOr(policy))
	if err != nil {
		return nil, err
	}
	c.Home, c.Notify = a.Shared.Home(), nil
	infos, err := host.Sources(c)
	if err != nil {
		return nil, err
	}
	report, out := a.Shared.SourceReport(), &Sources{Sources: []Source{}}
	for _, info := range infos {
		done := report.Provider(info.Name)
		done.Raw = "" // it may hold addresses
		out.Sources = append(out.Sources, Source{info, done})
	}
	return out, nil
}

func (a *API) checkSources(w http.ResponseWriter, r *request) error {
	c, err := a.Desk.Catalog.Config(a.policyOr(r.URL.Query().Get("policy")))
	if err != nil {
		return err
	}
	if c.Offline {
		return problem.New(problem.Forbidden, "the service works offline and asks no source")
	}
	c.Home = a.Shared.Home()
	writable := patient(w)
	checks, err := host.CheckSources(r.Context(), c)
	if err != nil {
		return err
	}
	for i := range checks {
		checks[i].Asked.Raw = ""
	}
	writable()
	return write(w, http.StatusOK, SourceChecks{checks})
}

func (a *API) budget(w http.ResponseWriter, r *request) error {
	return write(w, http.StatusOK, Budget{r.client.Name, string(r.role), a.Desk.Book.Usage(r.client.Name, r.client.Limits)})
}

func (a *API) health(w http.ResponseWriter, _ *request) error {
	h := Health{Status: "ok", Version: host.Version}
	h.Running, h.Waiting = a.Desk.Queue.Load()
	status := http.StatusOK
	if a.Closing() {
		h.Status, status = "closing", http.StatusServiceUnavailable
	}
	return write(w, status, h)
}
