// Package page is the service's page for people: HTML that the service writes, which reads without scripts, and two small scripts that follow runs
// as they happen and move thresholds. It asks nothing of any other site.
package page

import (
	"bytes"
	"embed"
	"html/template"
	"io/fs"
	"net/http"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/auth"
	"github.com/sparkhost/sparkhost/host/serve/catalog"
)

//go:embed static templates
var files embed.FS

// A Page answers for the paths outside of /v1. It may be used by many goroutines.
type Page struct {
	api       *api.API
	templates map[string]*template.Template
}

// New makes the page over an API.
func New(a *api.API) *Page {
	p := &Page{api: a, templates: map[string]*template.Template{}}
	for _, name := range []string{"home", "run", "policies", "policy", "whatif", "compare", "health", "login", "error"} {
		p.templates[name] = template.Must(template.New("frame.html").Funcs(helpers).ParseFS(files, "templates/frame.html", "templates/"+name+".html"))
	}
	return p
}

// Register adds the paths to a mux.
func (p *Page) Register(mux *http.ServeMux) {
	static, err := fs.Sub(files, "static")
	if err != nil {
		panic(err) // the folder is embedded
	}
	assets := http.StripPrefix("/static/", http.FileServerFS(static))
	mux.HandleFunc("GET /static/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		assets.ServeHTTP(w, r)
	})
	for pattern, show := range map[string]func(*Page, *http.Request) (view, error){
		"GET /{$}": (*Page).home, "GET /runs/{run}": (*Page).run, "GET /policies": (*Page).policies, "GET /policies/{policy}": (*Page).policy,
		"GET /what-if": (*Page).whatIf, "GET /compare": (*Page).compare, "GET /health": (*Page).health,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, show) })
	}
	mux.HandleFunc("POST /ask", p.ask)
}

// A view is the input of a template.
type view struct {
	Name    string // of the template
	Title   string
	Here    string // the entry of the navigation
	Version string
	Live    string // id of a run that has not ended, which a script follows
	Problem *catalog.Problem
	Open    bool // whoever looks may see more than the login
	Data    any
}

func (p *Page) serve(w http.ResponseWriter, r *http.Request, show func(*Page, *http.Request) (view, error)) {
	if _, role, ok := p.api.Who(r); !ok || !role.Allows(auth.Ask) {
		p.write(w, http.StatusUnauthorized, view{Name: "login", Title: "Log in"})
		return
	}
	v, err := show(p, r)
	if err != nil {
		p.fail(w, err)
		return
	}
	p.write(w, http.StatusOK, v)
}

// fail shows what went wrong.
func (p *Page) fail(w http.ResponseWriter, err error) {
	known := p.api.Problem(err)
	p.write(w, known.Status, view{Name: "error", Title: known.Title, Data: known})
}

func (p *Page) write(w http.ResponseWriter, status int, v view) {
	v.Version, v.Problem, v.Open = host.Version, p.api.Desk.Catalog.Problem(), v.Name != "login"
	var b bytes.Buffer
	if err := p.templates[v.Name].Execute(&b, v); err != nil {
		p.api.Log.Error("page failed", "page", v.Name, "error", err)
		http.Error(w, "the page cannot be shown; the service's log says more", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = b.WriteTo(w) // a client that has gone does not read it
}
