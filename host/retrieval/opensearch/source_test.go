package opensearch

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// subject is the source with the tests of every source.
var subject = standin.Subject[*Source]{
	Provider: Name, Open: standin.Opening(standin.Keyed(ParseSettings), New), Config: map[string]any{"index": "papers"},
	Shelves: func(n int) http.HandlerFunc { return shelves(n, nil, nil) },
	ID:      func(n int) string { return fmt.Sprintf("papers/%d", n) },
}

// shelves holds n works and remembers the last request.
func shelves(n int, last *request, header *http.Header) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in request
		_ = json.NewDecoder(r.Body).Decode(&in)
		if last != nil {
			*last, *header = in, r.Header
		}
		hits := []map[string]any{}
		for i := in.From; i < min(in.From+in.Size, n); i++ {
			hits = append(hits, map[string]any{"_index": "papers", "_id": fmt.Sprint(i + 1), "_score": 1000 - i, "_source": map[string]any{"title": fmt.Sprintf("Ice %d", i+1)}})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"timed_out": false, "hits": map[string]any{"hits": hits}})
	}
}

func TestSearchPagesToTheRequestedCount(t *testing.T) {
	subject.Pages(t,
		standin.Paging{Name: "one page, cut to size", Total: 250, Limit: 30, Want: 30, Requests: 1},
		standin.Paging{Name: "several pages", Total: 250, Limit: 150, Want: 150, Requests: 2},
		standin.Paging{Name: "until there are no more", Total: 120, Limit: 500, Want: 120, Requests: 2},
		standin.Paging{Name: "nothing there", Total: 0, Limit: 5, Want: 0, Requests: 1},
		standin.Paging{Name: "nothing wanted", Total: 250, Limit: 0, Want: 0, Requests: 0},
	)
}

func TestAFailingPageFailsTheSearch(t *testing.T) {
	page := standin.JSON(`{"error":{"type":"illegal_argument_exception","reason":"result window is too large"},"status":400}`)
	_ = subject.FailsWithAPage(t, page, "result window is too large")
}

func TestQueriesAsTheyAreSent(t *testing.T) {
	for _, tt := range []struct {
		name   string
		config map[string]any
		query  retrieval.Query
		want   string
	}{
		{"by default", nil, retrieval.Query{Text: `why is "sea ice" melting?`},
			`{"multi_match":{"fields":["title^2","abstract"],"operator":"or","query":"sea ice melting","type":"best_fields"}}`},
		{"against", nil, retrieval.Query{Text: "ice", Intent: "adversarial"},
			`{"bool":{"must":{"multi_match":{"fields":["title^2","abstract"],"operator":"or","query":"ice","type":"best_fields"}},` +
				`"should":{"multi_match":{"fields":["title^2","abstract"],"query":"contradict refute no effect fails"}}}}`},
		{"in other fields, all words", map[string]any{"search_fields": []string{"body"}, "operator": "and", "query": "cross_fields"}, retrieval.Query{Text: "sea ice"},
			`{"multi_match":{"fields":["body"],"operator":"and","query":"sea ice","type":"cross_fields"}}`},
		{"as a phrase", map[string]any{"query": "phrase"}, retrieval.Query{Text: "sea ice"},
			`{"multi_match":{"fields":["title^2","abstract"],"query":"sea ice","type":"phrase"}}`},
		{"as a query string whose operators are not the user's", map[string]any{"query": "query_string"}, retrieval.Query{Text: `"sea ice" COX-1 | ~(albedo*`},
			`{"simple_query_string":{"default_operator":"or","fields":["title^2","abstract"],"flags":"PHRASE","query":"\"sea ice\" \"COX-1\" albedo"}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var last request
			var header http.Header
			subject.Configured(tt.config).With(t, shelves(1, &last, &header), func(t *testing.T, s *Source, server *standin.Server) {
				tt.query.Limit = 5
				_, err := s.Search(t.Context(), tt.query)
				require.NoError(t, err)
				got, err := json.Marshal(last.Query)
				require.NoError(t, err)
				assert.JSONEq(t, tt.want, string(got))
				assert.Equal(t, []any{0, 5}, []any{last.From, last.Size})
				assert.Contains(t, last.Source, "citation_count", "fields that nobody reads are not asked for")
				assert.Equal(t, "POST /papers/_search", server.Requests(Name)[0])
			})
		})
	}
}

func TestCredentialsAreSentAsTheEngineWantsThem(t *testing.T) {
	for _, tt := range []struct {
		config map[string]any
		want   string
	}{
		{nil, ""}, {map[string]any{"key": "abcd"}, "ApiKey abcd"}, {map[string]any{"token": "abcd"}, "Bearer abcd"},
		{map[string]any{"user": "me", "password": "pass"}, "Basic bWU6cGFzcw=="},
	} {
		t.Run(tt.want, func(t *testing.T) {
			var last request
			var header http.Header
			subject.Configured(tt.config).With(t, shelves(1, &last, &header), func(t *testing.T, s *Source, server *standin.Server) {
				_, err := s.Search(t.Context(), retrieval.Query{Text: "ice", Limit: 1})
				require.NoError(t, err)
				assert.Equal(t, tt.want, header.Get("Authorization"))
				server.Fail(Name, 1, standin.JSON(fmt.Sprintf(`{"error":"you sent %s","status":400}`, header.Get("Authorization"))))
				_, err = s.Search(t.Context(), retrieval.Query{Text: "snow", Limit: 1})
				require.ErrorContains(t, err, "you sent")
				for _, secret := range []string{"abcd", "bWU6cGFzcw=="} {
					assert.NotContains(t, err.Error(), secret)
				}
			})
		})
	}
}

func TestSettingsThatCannotWorkAreRefusedTogether(t *testing.T) {
	_, err := ParseSettings(map[string]any{"index": "A B", "query": "fuzzy", "operator": "xor", "search_fields": []string{"a b"}, "user": "me"}, outbound.Credentials{})
	for _, says := range []string{"base_url:", "index:", "query:", "operator:", "search_fields:", "user and password"} {
		assert.ErrorContains(t, err, says)
	}
	_, err = ParseSettings(map[string]any{"base_url": "http://127.0.0.1:9200", "index": "p", "abstract": ""}, outbound.Credentials{})
	assert.ErrorContains(t, err, "without an abstract")
	keys, err := outbound.ReadCredentials("", []string{"OPENSEARCH_TOKEN=t-secret", "OPENSEARCH_API_KEY=k-secret"})
	require.NoError(t, err)
	_, err = ParseSettings(map[string]any{"base_url": "http://127.0.0.1:9200", "index": "p"}, keys)
	require.ErrorContains(t, err, "is enough")
	assert.NotContains(t, err.Error(), "secret")
}

func TestADocumentIsFetchedByItsName(t *testing.T) {
	subject.With(t, standin.JSON(string(body(t, "flat.json"))), func(t *testing.T, s *Source, server *standin.Server) {
		d, err := s.Fetch(t.Context(), "papers-1/c")
		require.NoError(t, err)
		assert.Equal(t, "Kelp forests", d.Title)
		for _, id := range []string{"papers-1/b", "nothing", "papers-1/", "doi:10.1/x"} {
			_, err = s.Fetch(t.Context(), id)
			assert.ErrorIs(t, err, retrieval.ErrNotFound, id)
		}
	})
}

func TestEveryFaultIsAnErrorOfItsClass(t *testing.T) { subject.EveryFault(t) }

func TestTheStandInAnswersAsTheEngineDoes(t *testing.T) {
	subject.With(t, standin.Library(Name), func(t *testing.T, s *Source, _ *standin.Server) {
		hits, err := s.Search(t.Context(), retrieval.Query{Text: "zinc lozenges", Limit: 2})
		require.NoError(t, err)
		require.Len(t, hits, 2)
		assert.Equal(t, "papers/s-1", hits[0].Document.ID)
		assert.Equal(t, 2011, hits[0].Document.Year)
	})
}
