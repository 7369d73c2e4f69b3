package opensearch

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/internal/pattern"
)

// The names of the credentials; a service without access control needs none.
const (
	KeyVariable      = "OPENSEARCH_API_KEY"  // sent as "Authorization: ApiKey …"
	TokenVariable    = "OPENSEARCH_TOKEN"    // sent as "Authorization: Bearer …"
	UserVariable     = "OPENSEARCH_USER"     // with the password, sent as basic authentication
	PasswordVariable = "OPENSEARCH_PASSWORD" // likewise
)

// Settings hold what a policy can tell the source: where the engine is, what it holds and how it is asked.
type Settings struct {
	web.Settings
	Index        string   // index: names and patterns of indices and aliases, parted by commas; required
	Query        string   // query: how a query is written, one of [Queries]
	Operator     string   // operator: "or" and "and": how many words of a query a work has to have
	SearchFields []string // search_fields: where words are looked for, with boosts ("title^2"); those of title and abstract if none
	Fields       Fields
	Key          string // key
	Token        string // token
	User         string // user
	Password     string // password
}

// Fields are the names of the engine's fields, with dots where they are nested ("journal.title"); an empty one is not read.
type Fields struct {
	Title, Abstract, Year, Venue, DOI, ArXiv, PMID, PMCID, Citations, Authors, Type, URL, OpenURL, Retracted string
}

// Queries are the types of query that the source can write.
var Queries = []string{"best_fields", "cross_fields", "most_fields", "phrase", "query_string"}

// DefaultSettings returns those of an operator who sets none but base_url and index. The service is the operator's own: four requests at
// once suit a small one.
func DefaultSettings() Settings {
	return Settings{
		Settings: web.Settings{InFlight: 4, MaxBytes: 16 << 20}, Query: "best_fields", Operator: "or",
		Fields: Fields{
			Title: "title", Abstract: "abstract", Year: "year", Venue: "venue", DOI: "doi", ArXiv: "arxiv", PMID: "pmid", PMCID: "pmcid",
			Citations: "citation_count", Authors: "authors", Type: "type", URL: "url", OpenURL: "open_url", Retracted: "retracted",
		},
	}
}

// settings returns the names of a source block.
func (s *Settings) settings() []web.Setting {
	f := &s.Fields
	return append(s.Common(),
		web.Text("index", &s.Index), web.Text("query", &s.Query), web.Text("operator", &s.Operator), web.Texts("search_fields", &s.SearchFields),
		web.Text("key", &s.Key), web.Text("token", &s.Token), web.Text("user", &s.User), web.Text("password", &s.Password),
		web.Text("title", &f.Title), web.Text("abstract", &f.Abstract), web.Text("year", &f.Year), web.Text("venue", &f.Venue),
		web.Text("doi", &f.DOI), web.Text("arxiv", &f.ArXiv), web.Text("pmid", &f.PMID), web.Text("pmcid", &f.PMCID),
		web.Text("citations", &f.Citations), web.Text("authors", &f.Authors), web.Text("type", &f.Type), web.Text("url", &f.URL),
		web.Text("open_url", &f.OpenURL), web.Text("retracted", &f.Retracted),
	)
}

// ParseSettings reads a policy's source "opensearch" block. Credentials that it does not say come from c.
func ParseSettings(config map[string]any, c outbound.Credentials) (Settings, error) {
	defaults := DefaultSettings()
	s := defaults
	s.Key, s.Token, s.User, s.Password = c.Value(KeyVariable), c.Value(TokenVariable), c.Value(UserVariable), c.Value(PasswordVariable)
	if err := web.Decode(Name, config, s.settings()); err != nil {
		return defaults, err
	}
	if err := errors.Join(s.Check(defaults.Settings), s.check()); err != nil {
		return defaults, fmt.Errorf("source %s: %w", Name, err)
	}
	return s, nil
}

var (
	indexName = pattern.New(`^[a-z0-9][a-z0-9_.*-]{0,254}(,[a-z0-9][a-z0-9_.*-]{0,254})*$`)
	boosted   = pattern.New(`^[^\s^"\\]{1,255}(\^\d{1,3}(\.\d{1,3})?)?$`)
)

// check holds the settings to what can be sent. All mistakes are reported at once; none shows a secret.
func (s *Settings) check() error {
	var wrong []error
	say := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Errorf(format, args...))
		}
	}
	say(!indexName.MatchString(s.Index), "index: the name of an index is wanted, such as \"papers\" or \"papers-*\", in lower case; several are parted by commas")
	say(!slices.Contains(Queries, s.Query), "query: %q is none of %s", s.Query, strings.Join(Queries, ", "))
	say(s.Operator != "or" && s.Operator != "and", "operator: %q is neither or nor and", s.Operator)
	for _, f := range s.SearchFields {
		say(!boosted.MatchString(f), "search_fields: %q is no field, such as \"title\" or \"title^2\"", f)
	}
	say(s.Fields.Title == "", "title: the field of titles is wanted")
	say(len(s.SearchFields) == 0 && s.Fields.Abstract == "", "search_fields: without an abstract they have to be said")
	say((s.User == "") != (s.Password == ""), "user and password go together")
	ways := 0
	for _, given := range []string{s.Key, s.Token, s.User} {
		if given != "" {
			ways++
		}
	}
	say(ways > 1, "one of key, token, and user with password is enough, in the block and in %s, %s, %s", KeyVariable, TokenVariable, UserVariable)
	return errors.Join(wrong...)
}

// names returns the fields that are asked for, sorted.
func (f Fields) names() []string {
	all := []string{f.Title, f.Abstract, f.Year, f.Venue, f.DOI, f.ArXiv, f.PMID, f.PMCID, f.Citations, f.Authors, f.Type, f.URL, f.OpenURL, f.Retracted}
	all = slices.DeleteFunc(all, func(name string) bool { return name == "" })
	slices.Sort(all)
	return slices.Compact(all)
}

// searched returns the fields in which words are looked for.
func (s *Settings) searched() []string {
	if len(s.SearchFields) > 0 {
		return s.SearchFields
	}
	return []string{s.Fields.Title + "^2", s.Fields.Abstract}
}
