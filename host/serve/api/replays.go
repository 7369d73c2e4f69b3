package api

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/host/serve/catalog"
	"github.com/sparkhost/sparkhost/host/serve/runs"
)

// replayed returns the configuration to replay a policy of the catalog; without a name, each record's own.
func (a *API) replayed(name string, vars map[string]string) (host.Config, error) {
	c := a.Base
	if name != "" {
		var err error
		if c, err = a.Desk.Catalog.Config(name); err != nil {
			return c, err
		}
	}
	c.Home, c.Vars, c.Notify, c.Observe = a.Shared.Home(), vars, nil, nil
	return c, nil
}

func (a *API) replay(w http.ResponseWriter, r *request) error {
	var in ReplayRequest
	if err := r.decode(&in); err != nil {
		return err
	}
	out, err := a.Replay(r.Context(), r.PathValue("run"), in)
	if err != nil {
		return err
	}
	return write(w, http.StatusOK, out)
}

// Replay decides one recorded run anew, by its id or the beginning of it.
func (a *API) Replay(ctx context.Context, ref string, in ReplayRequest) (*Replayed, error) {
	id, err := a.resolve(ref)
	if err != nil {
		return nil, err
	}
	c, err := a.replayed(in.Policy, in.Vars)
	if err != nil {
		return nil, err
	}
	change, again, err := a.WhatIf.Replay(ctx, c, id)
	if err != nil {
		return nil, err
	}
	out := &Replayed{Change: change}
	if again != nil {
		out.Result = again.New
	}
	return out, nil
}

func (a *API) whatIf(w http.ResponseWriter, r *request) error {
	var in WhatIfRequest
	if err := r.decode(&in); err != nil {
		return err
	}
	writable := patient(w)
	out, err := a.Decide(r.Context(), in)
	if err != nil {
		return err
	}
	writable()
	return write(w, http.StatusOK, out)
}

// mostDecided bounds the runs of one what-if.
const mostDecided = 1000

// Decide says which recorded answers flip.
func (a *API) Decide(ctx context.Context, in WhatIfRequest) (*WhatIf, error) {
	now, err := a.replayed(a.policyOr(in.Policy), in.Vars)
	if err != nil {
		return nil, err
	}
	var old *host.Config
	if in.Against != "" {
		c, err := a.replayed(in.Against, nil)
		if err != nil {
			return nil, err
		}
		old = &c
	}
	limit := mostDecided
	if in.Limit > 0 && in.Limit < limit {
		limit = in.Limit
	}
	found, _ := a.Desk.Index.Find(runs.Search{Policy: in.Of, Limit: limit})
	var ids []string
	for _, s := range found {
		if !s.Partial {
			ids = append(ids, s.ID)
		}
	}
	report, err := a.WhatIf.Decide(ctx, old, now, ids)
	if err != nil {
		return nil, err
	}
	return shortened(report, in.All), nil
}

// shortened returns a report with its changes first, and those alone unless all are wanted.
func shortened(report *replay.Report, all bool) *WhatIf {
	out := &WhatIf{Summary: report.Summary, Policy: report.New, Changes: []replay.Change{}}
	for _, c := range report.Changes {
		if all || !c.Same() {
			out.Changes = append(out.Changes, c)
		}
	}
	rank := func(c replay.Change) int {
		switch {
		case c.Flipped:
			return 0
		case c.Decided():
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out.Changes, func(x, y replay.Change) int {
		return cmp.Or(cmp.Compare(rank(x), rank(y)), -cmp.Compare(math.Abs(x.Moved()), math.Abs(y.Moved())))
	})
	return out
}

func (a *API) diff(w http.ResponseWriter, r *request) error {
	var in DiffRequest
	if err := r.decode(&in); err != nil {
		return err
	}
	writable := patient(w)
	out, err := a.Diff(r.Context(), in)
	if err != nil {
		return err
	}
	writable()
	return write(w, http.StatusOK, out)
}

// Diff compares two policies in meaning and by the runs that they decide.
func (a *API) Diff(ctx context.Context, in DiffRequest) (*Diff, error) {
	var sides [2][]load.Setting
	for i, name := range []string{in.Old, in.New} {
		c, err := a.Desk.Catalog.Config(name)
		if err != nil {
			return nil, err
		}
		set, p, err := readPolicy(catalog.Options(c, c.Policy))
		if err != nil {
			return nil, err
		}
		if sides[i], err = set.Settings(p.Name); err != nil {
			return nil, err
		}
	}
	flips, err := a.Decide(ctx, WhatIfRequest{Policy: in.New, Against: in.Old, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	return &Diff{Meaning: plan.Compare(sides[0], sides[1]), WhatIf: *flips}, nil
}

// readPolicy reads one policy.
func readPolicy(o load.Options) (*load.Set, *policy.Policy, error) {
	set, diags := load.Load(o)
	var p *policy.Policy
	if !diags.HasErrors() {
		p, diags = set.Policy("")
	}
	if diags.HasErrors() {
		return set, nil, &host.PolicyError{Diagnostics: diags, Files: set.Files()}
	}
	return set, p, nil
}
