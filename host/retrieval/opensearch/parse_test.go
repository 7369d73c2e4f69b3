package opensearch

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// nested names the fields of nested.json.
var nested = Fields{Title: "bib.name", Abstract: "text.en", Year: "bib.date", Venue: "bib.in.journal.title", Citations: "bib.cited", Authors: "people.full"}

func body(t testing.TB, name string) []byte {
	b, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return b
}

func TestAnswersGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	for _, tt := range []struct {
		name   string
		fields Fields
		hits   int
	}{{"flat", DefaultSettings().Fields, 3}, {"nested", nested, 1}} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := parsePage(body(t, tt.name+".json"), tt.fields)
			require.NoError(t, err)
			assert.Equal(t, tt.hits, p.hits)
			var got strings.Builder
			for _, d := range p.documents {
				line, err := json.Marshal(d)
				require.NoError(t, err)
				got.Write(append(line, '\n'))
			}
			assert.Equal(t, string(body(t, tt.name+".golden")), got.String())
		})
	}
	p, err := parsePage(body(t, "empty.json"), nested)
	require.NoError(t, err)
	assert.Empty(t, p.documents)
}

func TestWhatIsNoAnswerIsAnError(t *testing.T) {
	for name, body := range map[string]string{
		"no hits at all":             `{"took":1}`,
		"hits that are a number":     `{"hits":7}`,
		"hits without fields":        `{"hits":{"hits":[{"_index":"i","_id":"1","_score":1,"_source":{"other":1}}]}}`,
		"hits without source":        `{"hits":{"hits":[{"_index":"i","_id":"1","_score":1}]}}`,
		"a source that is no object": `{"hits":{"hits":[{"_index":"i","_id":"1","_score":1,"_source":[1]}]}}`,
		"hits without id":            `{"hits":{"hits":[{"_index":"i","_score":1,"_source":{"title":"x"}}]}}`,
		"an object where a list is":  `{"hits":{"hits":{"a":1}}}`,
		"a list":                     `[]`,
		"a score that is no number":  `{"hits":{"hits":[{"_index":"i","_id":"1","_score":{},"_source":{"title":"x"}}]} `,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parsePage([]byte(body), DefaultSettings().Fields)
			assert.Error(t, err)
		})
	}
}

func TestErrorsAreToldByShapeAsWellAsByStatus(t *testing.T) {
	for _, tt := range []struct {
		name   string
		status int
		body   string
		class  outbound.Class
		says   string
	}{
		{"a good answer", 200, `{"timed_out":false,"_shards":{"failed":0},"hits":{"hits":[]}}`, outbound.OK, ""},
		{"a title that says error", 200, `{"hits":{"hits":[{"_source":{"error":"x"}}]}}`, outbound.OK, ""},
		{"no such index", 404, `{"error":{"root_cause":[],"type":"index_not_found_exception","reason":"no such index [papers]"},"status":404}`, outbound.BadRequest, "no such index [papers]"},
		{"a query that it cannot read", 400, `{"error":{"type":"parsing_exception","reason":"[1:2] unknown"},"status":400}`, outbound.BadRequest, "parsing_exception"},
		{"no credentials", 401, `{"error":{"type":"security_exception","reason":"missing authentication credentials"},"status":401}`, outbound.Blocked, "credentials"},
		{"no right", 403, `{"error":{"type":"security_exception","reason":"no permissions"},"status":403}`, outbound.Blocked, "permissions"},
		{"too many searches", 429, `{"error":{"type":"es_rejected_execution_exception","reason":"queue full"},"status":429}`, outbound.RateLimited, "queue full"},
		{"an error in a 200", 200, `{"error":{"type":"circuit_breaking_exception","reason":"data too large"},"status":429}`, outbound.RateLimited, "too large"},
		{"an error in a 200 that says no status", 200, `{"error":"no handler found"}`, outbound.BadRequest, "no handler"},
		{"a search that ran out of time", 200, `{"timed_out":true,"_shards":{"failed":0},"hits":{"hits":[]}}`, outbound.Transient, "only a part"},
		{"a shard that failed", 200, `{"timed_out":false,"_shards":{"total":5,"failed":1},"hits":{"hits":[]}}`, outbound.Transient, "only a part"},
		{"the master is gone", 503, `{"error":{"type":"cluster_block_exception","reason":"no master"},"status":503}`, outbound.Transient, "no master"},
		{"a proxy's page", 502, `<html>`, outbound.Transient, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := classify(web.Answer{Status: tt.status, Header: http.Header{}, Body: []byte(tt.body), Now: time.Unix(0, 0)})
			assert.Equal(t, tt.class, v.Class)
			assert.Contains(t, v.Detail, tt.says)
		})
	}
}

func TestHostileSourcesAreBounded(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 5000) + `1` + strings.Repeat(`}`, 5000)
	p, err := parsePage([]byte(`{"hits":{"hits":[{"_index":"i","_id":"1","_score":1,"_source":{"title":"x","deep":`+deep+`}}]}}`),
		Fields{Title: "title", Abstract: "deep" + strings.Repeat(".a", 4000)})
	require.NoError(t, err)
	assert.Empty(t, p.documents[0].Abstract, "a name of thousands of dots leads nowhere")

	many := strings.Repeat(`{"_index":"i","_id":"1","_score":1,"_source":{"title":"x"}},`, 5000)
	p, err = parsePage([]byte(`{"hits":{"hits":[`+strings.TrimSuffix(many, ",")+`]}}`), Fields{Title: "title"})
	require.NoError(t, err)
	assert.Len(t, p.documents, pageSize, "not more than was asked for")
}

func FuzzParsePage(f *testing.F) {
	for _, name := range []string{"flat.json", "nested.json", "empty.json"} {
		f.Add(string(body(f, name)))
	}
	f.Add(`{"error":{"type":"x","reason":"y"},"status":404}`)
	f.Fuzz(func(t *testing.T, body string) {
		classify(web.Answer{Status: 200, Header: http.Header{}, Body: []byte(body)})
		for _, fields := range []Fields{DefaultSettings().Fields, nested} {
			p, err := parsePage([]byte(body), fields)
			if err != nil {
				continue
			}
			assert.LessOrEqual(t, len(p.documents), pageSize)
			standin.Sound(t, p.documents)
			for _, d := range p.documents {
				assert.LessOrEqual(t, len(d.Title)+len(d.Abstract), 4*len(body)+64, "texts do not grow")
			}

		}
	})
}

func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		classify(web.Answer{Status: 200, Header: http.Header{}, Body: []byte(text)})
		for _, fields := range []Fields{DefaultSettings().Fields, nested} {
			_, _ = parsePage([]byte(text), fields)
		}
	}, string(body(f, "flat.json")), string(body(f, "nested.json")), `{"error":{"type":"x","reason":"y","root_cause":[{"type":"z"}]},"status":404}`)
}
