package standin

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Providers returns those that [Library] answers for, in alphabetical order.
func Providers() []string {
	return []string{"arxiv", "brave", "crossref", "europepmc", "openalex", "opensearch", "semantic_scholar"}
}

// Library answers searches in the provider's own form, from a shelf of works that are made up. All providers have the same works, each
// by a name of its own and with the DOI, so that they merge; the web has pages about them. It gives the works that share a word of
// four letters or more with the query.
func Library(provider string) http.HandlerFunc {
	write := map[string]func(http.ResponseWriter, *http.Request){
		"arxiv": arxiv, "brave": brave, "crossref": crossref, "europepmc": europepmc, "openalex": openalex, "opensearch": opensearch,
		"semantic_scholar": semanticScholar,
	}[provider]
	if write == nil {
		write = declared[provider]
	}
	return func(w http.ResponseWriter, r *http.Request) { write(w, r) }
}

// Libraries returns the routes of all providers, without limits.
func Libraries() []Route {
	var out []Route
	for _, p := range Providers() {
		out = append(out, Route{Provider: p, Answer: Library(p)})
	}
	return out
}

// A volume is a work of the shelf.
type volume struct {
	number          int
	title, abstract string
	year, cited     int
}

func (v volume) doi() string { return fmt.Sprintf("10.5555/standin.%d", v.number) }

var shelf = []volume{
	{1, "Zinc lozenges shorten the common cold", "In a trial of 120 adults, zinc lozenges shortened the common cold by two days. Placebo did not.", 2011, 42},
	{2, "Zinc lozenges and the duration of the common cold: a second trial", "Zinc lozenges did not shorten the common cold in 253 adults. The duration was 4.1 days with zinc and 3.9 days with placebo.", 2019, 17},
	{3, "A review of zinc for the common cold", "Across 13 trials, zinc lozenges of more than 75 mg a day shortened the common cold by 33 percent.", 2017, 120},
	{4, "Aspirin inhibits cyclooxygenase", "Aspirin inhibits cyclooxygenase in human platelets and stops the synthesis of thromboxane.", 1971, 900},
	{5, "Sea ice and the albedo of the Arctic", "Less sea ice lowers the albedo of the Arctic, which warms the ocean and melts more ice.", 2008, 75},
	{6, "Rapamycin inhibits mTORC1", "Rapamycin inhibits mTORC1 in yeast and human cells after it binds FKBP12.", 2005, 310},
}

// found returns the works that a query finds, at most n from offset.
func found(query string, offset, n int) (page []volume, total int) {
	words := strings.FieldsFunc(strings.ToLower(query), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for _, v := range shelf {
		text := strings.ToLower(v.title + " " + v.abstract)
		for _, w := range words {
			if len(w) >= 4 && strings.Contains(text, w) {
				if total >= offset && len(page) < n {
					page = append(page, v)
				}
				total++
				break
			}
		}
	}
	return page, total
}

// number reads a parameter; other if it is none.
func number(q url.Values, name string, other int) int {
	if n, err := strconv.Atoi(q.Get(name)); err == nil {
		return n
	}
	return other
}

// object is JSON on the wire.
type object map[string]any

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // a reader that went away is its own matter
}

// each makes a list of what the provider calls works; never nil, as JSON wants a list.
func each(works []volume, make func(volume) object) []object {
	out := []object{}
	for _, v := range works {
		out = append(out, make(v))
	}
	return out
}

func arxiv(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	works, total := found(q.Get("search_query"), number(q, "start", 0), number(q, "max_results", 10))
	w.Header().Set("Content-Type", "application/atom+xml")
	fmt.Fprintf(w, `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/" xmlns:a="http://arxiv.org/schemas/atom">`+
		`<title>arXiv Query: search_query=%s&amp;id_list=&amp;start=0&amp;max_results=10</title><o:totalResults>%d</o:totalResults>`, escaped(q.Get("search_query")), total)
	for _, v := range works {
		fmt.Fprintf(w, `<entry><id>http://arxiv.org/abs/%d.%05dv1</id><title>%s</title><summary>%s</summary><published>%d-01-01T00:00:00Z</published>`+
			`<author><name>A. Author</name></author><a:doi>%s</a:doi></entry>`, 1500+v.number, v.number, escaped(v.title), escaped(v.abstract), v.year, v.doi())
	}
	_, _ = io.WriteString(w, `</feed>`)
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // to memory
	return b.String()
}

func brave(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	size := number(q, "count", 20)
	works, total := found(q.Get("q"), number(q, "offset", 0)*size, size)
	answer(w, object{
		"type": "search", "query": object{"original": q.Get("q"), "more_results_available": total > (number(q, "offset", 0)+1)*size},
		"web": object{"results": each(works, func(v volume) object {
			return object{"title": v.title, "url": fmt.Sprintf("https://pages.example/%d", v.number), "description": v.abstract, "page_age": fmt.Sprintf("%d-01-01T00:00:00", v.year)}
		})},
	})
}

func crossref(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	works, total := found(q.Get("query.bibliographic"), number(q, "offset", 0), number(q, "rows", 20))
	answer(w, object{"status": "ok", "message-type": "work-list", "message": object{
		"total-results": total, "items": each(works, func(v volume) object {
			return object{
				"DOI": v.doi(), "title": []string{v.title}, "abstract": "<jats:p>" + v.abstract + "</jats:p>", "issued": object{"date-parts": [][]int{{v.year}}},
				"container-title": []string{"Journal of Stand-Ins"}, "is-referenced-by-count": v.cited, "type": "journal-article",
			}
		}),
	}})
}

func europepmc(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	works, total := found(q.Get("query"), 0, number(q, "pageSize", 25))
	answer(w, object{
		"hitCount": total, "nextCursorMark": "*", "request": object{"queryString": q.Get("query")},
		"resultList": object{"result": each(works, func(v volume) object {
			return object{
				"id": fmt.Sprint(9000 + v.number), "source": "MED", "pmid": fmt.Sprint(9000 + v.number), "doi": v.doi(), "title": v.title, "abstractText": v.abstract,
				"pubYear": fmt.Sprint(v.year), "citedByCount": v.cited,
			}
		})},
	})
}

func openalex(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	size, page := number(q, "per_page", 25), number(q, "page", 1)
	works, total := found(q.Get("search"), (page-1)*size, size)
	answer(w, object{"meta": object{"count": total, "page": page, "per_page": size}, "results": each(works, func(v volume) object {
		index := map[string][]int{}
		for i, word := range strings.Fields(v.abstract) {
			index[word] = append(index[word], i)
		}
		return object{
			"id": fmt.Sprintf("https://openalex.org/W%d", 7000+v.number), "doi": "https://doi.org/" + v.doi(), "title": v.title, "publication_year": v.year,
			"cited_by_count": v.cited + 1, "type": "article", "is_retracted": false, "abstract_inverted_index": index,
		}
	})})
}

// opensearch answers POST /<index>/_search whose query is written as sparkhost does it.
func opensearch(w http.ResponseWriter, r *http.Request) {
	var in struct {
		From, Size int
		Query      json.RawMessage
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		answer(w, object{"error": object{"type": "parsing_exception", "reason": err.Error()}, "status": http.StatusBadRequest})
		return
	}
	works, total := found(string(in.Query), in.From, in.Size)
	hits := each(works, func(v volume) object {
		return object{"_index": "papers", "_id": fmt.Sprintf("s-%d", v.number), "_score": 10 - float64(v.number)/10, "_source": object{
			"title": v.title, "abstract": v.abstract, "year": v.year, "doi": v.doi(), "venue": "Journal of Stand-Ins", "citation_count": v.cited,
		}}
	})
	answer(w, object{"took": 1, "timed_out": false, "_shards": object{"total": 1, "successful": 1, "failed": 0},
		"hits": object{"total": object{"value": total, "relation": "eq"}, "hits": hits}})
}

func semanticScholar(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	offset := number(q, "offset", 0)
	works, total := found(q.Get("query"), offset, number(q, "limit", 100))
	out := object{"total": total, "offset": offset, "data": each(works, func(v volume) object {
		return object{
			"paperId": fmt.Sprintf("%040x", v.number), "externalIds": object{"DOI": v.doi()}, "title": v.title, "abstract": v.abstract, "year": v.year,
			"citationCount": v.cited + 2, "publicationTypes": []string{"JournalArticle"},
		}
	})}
	if next := offset + len(works); next < total {
		out["next"] = next
	}
	answer(w, out)
}
