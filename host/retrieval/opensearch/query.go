package opensearch

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web/dialect"
)

// mostTerms limits how many words and phrases of a query are sent.
const mostTerms = 12

// object is a piece of the engine's query language.
type object map[string]any

// render writes a query; nil if it has no words. A query that looks for what speaks against the subject prefers works that say so.
func (s *Settings) render(q retrieval.Query) any {
	words := dialect.Of(q, mostTerms)
	if len(words.Terms) == 0 {
		return nil
	}
	if s.Query == "query_string" {
		return s.queryString(words)
	}
	match := s.match(strings.Join(words.Terms, " "))
	if !words.Against {
		return match
	}
	return s.preferContrary(match)
}

// preferContrary puts works first that have one of the words papers use where others' claims fail.
func (s *Settings) preferContrary(must object) object {
	should := object{"multi_match": object{"query": strings.Join(dialect.Contrary, " "), "fields": s.searched()}}
	return object{"bool": object{"must": must, "should": should}}
}

// match returns a multi_match over the fields.
func (s *Settings) match(text string) object {
	m := object{"query": text, "fields": s.searched(), "type": s.Query}
	if s.Query != "phrase" {
		m["operator"] = s.Operator
	}
	return object{"multi_match": m}
}

// queryString returns the engine's simple_query_string, which never fails on what users write: phrases count as such, other words as words.
func (s *Settings) queryString(words dialect.Words) object {
	terms := make([]string, len(words.Terms))
	for i, t := range words.Terms {
		if terms[i] = t; strings.ContainsAny(t, " -'.") {
			terms[i] = `"` + t + `"`
		}
	}
	query := strings.Join(terms, " ")
	must := object{"simple_query_string": object{"query": query, "fields": s.searched(), "default_operator": s.Operator, "flags": "PHRASE"}}
	if !words.Against {
		return must
	}
	return s.preferContrary(must)
}
