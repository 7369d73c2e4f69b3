package declared

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// Prefix begins the names of the settings of an http block.
const Prefix = "http."

// A Spec is a source as a policy declares it.
type Spec struct {
	web.Settings
	Name          string
	Format        string            // of answers: json or xml
	PriceMicroUSD int64             // of a request
	Keep          time.Duration     // how long answers are kept
	Words         bool              // a query is a bag of words, and not terms joined by AND and OR
	MaxTerms      int               // of a query
	Headers       map[string]string // sent with each request
	Error         path              // leads to the text of an error that comes as a good answer; nil: none does
	Search        Call
	Then          *Call // gets the documents whose identifiers Search found; nil: Search has the documents
	Fetch         *Call // gets one document by its identifier; nil: the source has no such request
	Constants     map[string]string

	fields    map[string]field
	keys      map[string]string // query parameters made of credentials
	keyHeader map[string]string // headers made of credentials
	secrets   []string          // values that came from secret()
	secretOf  map[string]string // query parameters and headers that came from secret(), by "query.NAME" and "headers.NAME"
}

// A Call is one request and what is read of its answer.
type Call struct {
	Path     string
	Query    map[string]string
	Format   string // of this answer, if not that of the source
	Items    path   // leads to the documents, or to the identifiers if another call gets the documents
	Total    path   // leads to the number of all hits
	Next     path   // leads to the cursor of the next page
	Cursor   string // the first cursor
	PageSize int
	Most     int // hits that can be paged to
}

// A Problem is a mistake in one setting.
type Problem struct {
	Setting string // with [Prefix]; empty: of the block
	Err     error
}

// Lifetimes returns the times for which answers can be kept.
func Lifetimes() []time.Duration { return []time.Duration{time.Hour, 24 * time.Hour, 168 * time.Hour} }

// placeholder is a name in braces.
var placeholder = regexp.MustCompile(`\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// Declared says whether settings declare a source.
func Declared(config map[string]any) bool {
	for name := range config {
		if strings.HasPrefix(name, Prefix) {
			return true
		}
	}
	return false
}

// Parse reads the settings of a source block: those of its http block have [Prefix], and inner blocks and objects add names parted by dots, such
// as "http.search.query.term". secret are the settings whose values are never shown. Without problems the spec is sound.
func Parse(name string, config map[string]any, secret []string) (Spec, []Problem) {
	p := &parser{config: config, secret: secret, read: map[string]bool{}}
	s := Spec{
		Name: name, Format: p.text("format", "json"), PriceMicroUSD: int64(p.number("price", 0)), Keep: p.duration("keep", 24*time.Hour),
		Words: p.text("query_form", "all_then_any") == "words", MaxTerms: int(p.number("max_terms", 6)),
		Headers: p.object("headers"), Constants: p.object("set"), keys: p.object("keys"), keyHeader: p.object("key_headers"),
		Settings: web.Settings{
			BaseURL: p.text("base_url", ""), Interval: p.duration("interval", time.Second), InFlight: int(p.number("in_flight", 1)),
			MaxBytes: int64(p.number("max_bytes", web.DefaultMaxBytes)), Tries: int(p.number("tries", 0)), Timeout: p.duration("timeout", 0),
		},
	}
	if s.Check(web.Settings{}) != nil {
		p.wrong("base_url", errors.New("expected an address such as https://host/path, without user and query"))
	}
	if !slices.Contains(Lifetimes(), s.Keep) {
		p.wrong("keep", errors.New(`must be "1h", "24h" or "168h"`))
	}
	if text := p.text("error", ""); text != "" {
		s.Error = p.path("error", text)
	}
	s.Search = p.call("search", true)
	if p.has("then") {
		then := p.call("then", false)
		s.Then = &then
		p.names("then", then, "ids")
	}
	if p.has("fetch") {
		fetch := p.call("fetch", false)
		s.Fetch = &fetch
		p.names("fetch", fetch, "id")
	}
	p.names("search", s.Search, "query", "limit", "offset", "page", "page0", "cursor")
	p.needs("search", s.Search, "query")
	p.fields(&s)
	p.secrets(&s)
	p.headers(&s)
	p.unread()
	return s, p.problems
}

// A parser reads settings and keeps what is wrong with them.
type parser struct {
	config   map[string]any
	secret   []string
	read     map[string]bool
	problems []Problem
}

func (p *parser) wrong(name string, err error) {
	p.problems = append(p.problems, Problem{Prefix + name, err})
}

func (p *parser) get(name string) any {
	p.read[Prefix+name] = true
	return p.config[Prefix+name]
}

func (p *parser) text(name, other string) string {
	switch v := p.get(name).(type) {
	case nil:
		return other
	case string:
		return strings.TrimSpace(v)
	default:
		p.wrong(name, fmt.Errorf("expected a string, got %v", v))
		return other
	}
}

func (p *parser) number(name string, other float64) float64 {
	switch v := p.get(name).(type) {
	case nil:
		return other
	case float64:
		return v
	default:
		p.wrong(name, fmt.Errorf("expected a number, got %v", v))
		return other
	}
}

func (p *parser) duration(name string, other time.Duration) time.Duration {
	text := p.text(name, "")
	if text == "" {
		return other
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		p.wrong(name, errors.New(`expected a duration such as "3s"`))
	}
	return d
}

// object returns the settings below a name.
func (p *parser) object(name string) map[string]string {
	out := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(p.config)) {
		if rest, is := strings.CutPrefix(key, Prefix+name+"."); is {
			p.read[key] = true
			switch v := p.config[key].(type) {
			case string:
				out[rest] = v
			case float64, bool:
				out[rest] = fmt.Sprint(v)
			default:
				p.wrong(name+"."+rest, errors.New("expected a string or a number"))
			}
		}
	}
	return out
}

// has says whether there is a block of that name.
func (p *parser) has(block string) bool {
	for key := range p.config {
		if strings.HasPrefix(key, Prefix+block+".") {
			return true
		}
	}
	return false
}

func (p *parser) path(name, text string) path {
	out, err := parsePath(text)
	if err != nil {
		p.wrong(name, err)
	}
	return out
}

// call reads a block of a request.
func (p *parser) call(block string, search bool) Call {
	c := Call{
		Path: p.text(block+".path", "/"), Query: p.object(block + ".query"), Format: p.text(block+".format", ""), Cursor: p.text(block+".cursor", ""),
		PageSize: int(p.number(block+".page_size", 50)), Most: int(p.number(block+".most", 1000)),
	}
	if !strings.HasPrefix(c.Path, "/") {
		p.wrong(block+".path", errors.New("must begin with /"))
	}
	for _, of := range []struct {
		name string
		into *path
	}{{"items", &c.Items}, {"total", &c.Total}, {"next", &c.Next}} {
		if text := p.text(block+"."+of.name, ""); text != "" {
			*of.into = p.path(block+"."+of.name, text)
		}
	}
	if search && p.config[Prefix+block+".items"] == nil {
		p.wrong(block+".items", errors.New("the path to the items of an answer is missing"))
	}
	return c
}

// names holds the placeholders of a call to those that there are.
func (p *parser) names(block string, c Call, known ...string) {
	check := func(setting, text string) {
		for _, name := range placeholders(text) {
			if !slices.Contains(known, name) {
				p.wrong(setting, fmt.Errorf("there is no {%s} here; there are {%s}", name, strings.Join(known, "}, {")))
			}
		}
	}
	check(block+".path", c.Path)
	for _, name := range slices.Sorted(maps.Keys(c.Query)) {
		if !slices.Contains(p.secret, Prefix+block+".query."+name) {
			check(block+".query."+name, c.Query[name])
		}
	}
}

// needs holds a call to having a placeholder.
func (p *parser) needs(block string, c Call, name string) {
	all := c.Path
	for _, v := range c.Query {
		all += v
	}
	if !slices.Contains(placeholders(all), name) {
		p.wrong(block+".path", fmt.Errorf("neither path nor query has {%s}", name))
	}
}

func (p *parser) fields(s *Spec) {
	s.fields = map[string]field{}
	declared := p.object("fields")
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		if !slices.Contains(Fields, name) {
			p.wrong("fields."+name, noField(name))
			continue
		}
		f, err := parseField(name, declared[name])
		if err != nil {
			p.wrong("fields."+name, err)
		}
		s.fields[name] = f
	}
	for name := range s.Constants {
		if !slices.Contains(Fields, name) {
			p.wrong("set."+name, noField(name))
		}
	}
	if s.fields["id"].path == nil && s.fields["doi"].path == nil {
		p.wrong("fields", errors.New("id or doi is missing: each document needs a name"))
	}
	if s.fields["title"].path == nil && s.fields["abstract"].path == nil {
		p.wrong("fields", errors.New("title or abstract is missing: a document needs a text"))
	}
}

// secrets keeps what came from secret() out of the requests that caches and recordings see: it is added when they are sent.
func (p *parser) secrets(s *Spec) {
	s.secretOf = map[string]string{}
	for _, setting := range p.secret {
		value, _ := p.config[setting].(string)
		if value == "" || !strings.HasPrefix(setting, Prefix) {
			continue
		}
		s.secrets = append(s.secrets, value)
		parts := strings.Split(strings.TrimPrefix(setting, Prefix), ".")
		switch name := parts[len(parts)-1]; {
		case parts[0] == "headers":
			delete(s.Headers, name)
			s.secretOf["headers."+name] = value
		case len(parts) == 3 && parts[1] == "query":
			for _, c := range []*Call{&s.Search, s.Then, s.Fetch} {
				if c != nil {
					delete(c.Query, name)
				}
			}
			s.secretOf["query."+name] = value
		default:
			p.wrong(strings.Join(parts, "."), errors.New("secret() belongs in headers or query"))
		}
	}
}

// unread reports settings beside the http block, which mean nothing there.
func (p *parser) unread() {
	for _, key := range slices.Sorted(maps.Keys(p.config)) {
		if !p.read[key] {
			name := strings.TrimPrefix(key, Prefix)
			p.problems = append(p.problems, Problem{key, fmt.Errorf("%s: there is no such setting of a source with an http block", name)})
		}
	}
}

// Credentials returns the names of the credentials that keys are made of, sorted.
func (s *Spec) Credentials() []string {
	out := map[string]bool{}
	for _, all := range []map[string]string{s.keys, s.keyHeader} {
		for _, text := range all {
			for _, name := range placeholders(text) {
				out[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(out))
}

// key returns a text made of credentials; empty if one is not set.
func key(text string, c outbound.Credentials) string {
	values := map[string]string{}
	for _, name := range placeholders(text) {
		if values[name] = c.Value(name); values[name] == "" {
			return ""
		}
	}
	return fill(text, values)
}

func noField(name string) error {
	return fmt.Errorf("there is no field %q; there are %s", name, strings.Join(Fields, ", "))
}
