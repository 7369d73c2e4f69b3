package page

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/runs"
)

// listed is the number of runs on a page of the list.
const listed = 50

// home returns the question form and the list of runs.
func (p *Page) home(r *http.Request) (view, error) {
	q := r.URL.Query()
	offset, err := strconv.Atoi(q.Get("offset"))
	if err != nil || offset < 0 {
		offset = 0
	}
	s := runs.Search{Text: q.Get("q"), Policy: q.Get("policy"), Verdict: q.Get("verdict"), Offset: offset, Limit: listed}
	found, total := p.api.Desk.Index.Find(s)
	more := ""
	if offset+listed < total {
		next := r.URL.Query()
		next.Set("offset", strconv.Itoa(offset+listed))
		more = "/?" + next.Encode() + "#runs"
	}
	return view{Name: "home", Title: "Ask the literature", Here: "ask", Data: map[string]any{
		"Policies": p.api.Desk.Catalog.List(), "Default": p.api.Default, "Search": s, "Runs": found, "Total": total, "More": more, "First": offset == 0,
		"Live": p.api.LiveRuns(), "Verdicts": []string{"answered", "abstained", "refused", "budget_exhausted", "plugin_fault", "failed"},
	}}, nil
}

// run returns a run on its way, or its answer with the evidence.
func (p *Page) run(r *http.Request) (view, error) {
	status, err := p.api.Status(r.PathValue("run"))
	if err != nil {
		return view{}, err
	}
	v := view{Name: "run", Title: "Run " + status.Run, Here: "ask"}
	data := map[string]any{"Status": status}
	v.Data = data
	switch status.Status.State {
	case runs.Queued, runs.Running:
		v.Live = status.Run
		if one := p.api.Desk.Find(status.Run); one != nil {
			data["Question"] = one.Question.Question
			v.Title = one.Question.Question
		}
		return v, nil
	case runs.Failed:
		return v, nil
	}
	res, err := p.api.Result(status.Run)
	if err != nil {
		return view{}, err
	}
	why, err := p.api.Explain(status.Run)
	if err != nil {
		return view{}, err
	}
	v.Title, data["Question"], data["Result"], data["Why"] = res.Question, res.Question, res, why
	if n := len(why.Calibrations); n > 0 {
		data["Sum"] = sum(why.Calibrations[n-1])
	}
	if res.Disputed != nil {
		data["For"], data["Against"] = cited(res, res.Disputed.For), cited(res, res.Disputed.Against)
	}
	return v, nil
}

func cited(res *record.Result, at []int) []record.Citation {
	var out []record.Citation
	for _, i := range at {
		if i >= 0 && i < len(res.Citations) {
			out = append(out, res.Citations[i])
		}
	}
	return out
}

func (p *Page) policies(*http.Request) (view, error) {
	return view{Name: "policies", Title: "Policies", Here: "policies", Data: map[string]any{"Policies": p.api.Desk.Catalog.List(), "Default": p.api.Default}}, nil
}

// A text is a file of a policy, by lines.
type text struct {
	Name  string
	Lines []string
}

func (p *Page) policy(r *http.Request) (view, error) {
	info, err := p.api.Policy(r.PathValue("policy"))
	if err != nil {
		return view{}, err
	}
	var texts []text
	for name, body := range info.Files {
		if strings.HasSuffix(name, ".hcl") {
			texts = append(texts, text{name, strings.Split(strings.TrimSuffix(body, "\n"), "\n")})
		}
	}
	slices.SortFunc(texts, func(a, b text) int { return strings.Compare(a.Name, b.Name) })
	return view{Name: "policy", Title: "Policy " + info.Name, Here: "policies", Data: map[string]any{"Info": info, "Texts": texts}}, nil
}

// A knob is a variable of a policy that can be moved.
type knob struct {
	plan.Variable
	Kind            string // "number" or "bool"
	Least, Most, At float64
	On              bool
}

// whatIf returns the sliders. Without scripts its form is sent, and the page shows what flips.
func (p *Page) whatIf(r *http.Request) (view, error) {
	name := r.URL.Query().Get("policy")
	if name == "" {
		name = p.api.Default
	}
	info, err := p.api.Policy(name)
	if err != nil {
		return view{}, err
	}
	vars := map[string]string{}
	var knobs []knob
	for _, v := range info.Plan.Variables {
		if v.Sensitive {
			continue
		}
		given := ""
		if all := r.URL.Query()["var."+v.Name]; len(all) > 0 {
			given = all[len(all)-1] // a box that is checked follows the value of one that is not
		}
		if k, ok := knobOf(v, given); ok {
			knobs = append(knobs, k)
		}
		if given != "" {
			vars[v.Name] = given
		}
	}
	out, err := p.api.Decide(r.Context(), api.WhatIfRequest{Policy: name, Vars: vars, Of: name, Limit: 500})
	if err != nil {
		return view{}, err
	}
	return view{Name: "whatif", Title: "What if", Here: "what-if", Data: map[string]any{
		"Policy": name, "Policies": p.api.Desk.Catalog.List(), "Knobs": knobs, "Gates": info.Plan.Gates, "Out": out,
	}}, nil
}

// knobOf makes a control of a number or a switch; other variables have none.
func knobOf(v plan.Variable, given string) (knob, bool) {
	switch value := v.Value.(type) {
	case float64:
		k := knob{Variable: v, Kind: "number", Most: 1, At: value}
		if value < 0 || value > 1 {
			k.Least, k.Most = min(0, 2*value), max(1, 2*value)
		}
		if n, err := strconv.ParseFloat(given, 64); err == nil {
			k.At = n
		}
		return k, true
	case bool:
		return knob{Variable: v, Kind: "bool", On: value && given != "false" || given == "true"}, true
	}
	return knob{}, false
}

func (p *Page) compare(r *http.Request) (view, error) {
	q := r.URL.Query()
	data := map[string]any{"Policies": p.api.Desk.Catalog.List(), "Old": q.Get("old"), "New": q.Get("new")}
	v := view{Name: "compare", Title: "Compare policies", Here: "compare", Data: data}
	if q.Get("old") == "" || q.Get("new") == "" {
		return v, nil
	}
	diff, err := p.api.Diff(r.Context(), api.DiffRequest{Old: q.Get("old"), New: q.Get("new"), Limit: 500})
	data["Diff"] = diff
	return v, err
}

func (p *Page) health(r *http.Request) (view, error) {
	sources, err := p.api.Sources("")
	if err != nil {
		return view{}, err
	}
	client, role, _ := p.api.Who(r)
	running, waiting := p.api.Desk.Queue.Load()
	return view{Name: "health", Title: "Health", Here: "health", Data: map[string]any{
		"Plugins": p.api.Plugins(), "Sources": sources, "Client": client.Name, "Role": role, "Usage": p.api.Desk.Book.Usage(client.Name, client.Limits),
		"Running": running, "Waiting": waiting,
	}}, nil
}
