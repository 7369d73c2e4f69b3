package serve_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

var elapsed = regexp.MustCompile(`"elapsed_ms":[0-9.e+-]+`)

func TestResultsAreThoseOfARunByteForByte(t *testing.T) {
	s := start(t, serve.Options{Config: config("standard")})
	all := thorough.Each(lines(t), 12)
	status, h, got := s.do("POST", "/v1/ask", "application/jsonl", string(bytes.Join(all, []byte("\n"))))
	require.Equal(t, http.StatusOK, status)
	assert.Equal(t, "application/jsonl", h.Get("Content-Type"))

	assert.Equal(t, runOf(t, "standard", all), elapsed.ReplaceAllString(string(got), `"elapsed_ms":0`))

	first, _, _ := bytes.Cut(got, []byte("\n"))
	var res record.Result
	require.NoError(t, json.Unmarshal(first, &res))
	_, _, again := s.do("GET", "/v1/runs/"+res.Run+"/result", "", "")
	assert.Equal(t, string(first)+"\n", string(again), "one result later, elapsed time and all")
	_, _, short := s.do("GET", "/v1/runs/"+res.Run[:8]+"/result", "", "")
	assert.Equal(t, again, short)
}

// document checks bodies against the schemas of the served OpenAPI document.
type document struct {
	t     *testing.T
	paths map[string]map[string]json.RawMessage
	c     *jsonschema.Compiler
}

func served(t *testing.T, s *service) *document {
	t.Helper()
	_, _, raw := s.do("GET", "/v1/openapi.json", "", "")
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	require.NoError(t, err)
	d := &document{t: t, c: jsonschema.NewCompiler()}
	require.NoError(t, d.c.AddResource("urn:openapi", value))
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(raw, &doc))
	d.paths = doc.Paths
	return d
}

// holds checks a body of an operation against its schema.
func (d *document) holds(path, method, status string, kind string, body []byte) {
	d.t.Helper()
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	schema, err := d.c.Compile(fmt.Sprintf("urn:openapi#/paths/%s/%s/responses/%s/content/%s/schema", escape.Replace(path), method, status, escape.Replace(kind)))
	require.NoError(d.t, err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	require.NoError(d.t, err, "%s", body)
	assert.NoError(d.t, schema.Validate(value), "%s %s", method, path)
}

// TestTheDocumentDescribesTheRoutesThatThereAre sends a request to every operation of the document, and holds the answers against it.
func TestTheDocumentDescribesTheRoutesThatThereAre(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline")})
	_, _, body := s.do("POST", "/v1/ask", "application/json", rapamycin)
	var res record.Result
	require.NoError(t, json.Unmarshal(body, &res), "%s", body)
	bodies := map[string]string{
		"post /v1/ask": rapamycin, "post /v1/runs": `{"questions":[{"id":"another","question":"What inhibits mTORC1?"}],"timeout_s":60}`,
		"post /v1/runs/{run}/replay": `{"policy":"standard"}`, "post /v1/what-if": `{"policy":"standard"}`,
		"post /v1/batches": rapamycin, "post /v1/validate": `{"text":"policy \"p\" { extends = [standard] }"}`, "post /v1/diff": `{"old":"baseline","new":"standard"}`,
	}
	refused := map[string]int{
		"delete /v1/runs/{run}": http.StatusNotFound,                                                                                         // it has ended
		"post /v1/batches":      http.StatusNotFound, "get /v1/batches": http.StatusNotFound, "get /v1/batches/{batch}": http.StatusNotFound, // see batch_test.go
		"delete /v1/batches/{batch}": http.StatusNotFound, "get /v1/batches/{batch}/events": http.StatusNotFound,
		"get /v1/batches/{batch}/results": http.StatusNotFound, "post /v1/batches/{batch}/retry": http.StatusNotFound,
		"post /v1/sources/check": http.StatusUnprocessableEntity, // the policy searches no live source
	}
	d := served(t, s)
	require.Greater(t, len(d.paths), 15)
	for path, methods := range d.paths {
		for method, raw := range methods {
			name := method + " " + path
			var operation struct {
				Responses map[string]struct {
					Content map[string]json.RawMessage `json:"content"`
				} `json:"responses"`
			}
			require.NoError(t, json.Unmarshal(raw, &operation))
			target := strings.NewReplacer("{run}", res.Run, "{policy}", "standard", "{batch}", "0123456789abcdef").Replace(path)
			kind := ""
			if bodies[name] != "" {
				kind = "application/json"
			}
			status, h, body := s.do(strings.ToUpper(method), target, kind, bodies[name])
			if want := refused[name]; want != 0 {
				assert.Equal(t, want, status, name)
				d.holds(path, method, "default", "application/problem+json", body)
				continue
			}
			said, described := operation.Responses[fmt.Sprint(status)]
			if !assert.True(t, described, "%s: %d %s", name, status, body) {
				continue
			}
			for kind := range said.Content {
				assert.Equal(t, kind, h.Get("Content-Type"), name)
				if kind == "application/json" {
					d.holds(path, method, fmt.Sprint(status), kind, body)
				}
			}
		}
	}
	status, h, _ := s.do("PATCH", "/v1/runs", "", "")
	assert.Equal(t, http.StatusMethodNotAllowed, status)
	assert.Equal(t, "POST, GET", h.Get("Allow"))
}

func TestARunIsFollowedFromItsRequestToItsRecord(t *testing.T) {
	s := start(t, serve.Options{Config: config("standard")})
	var list api.RunList
	s.post("/v1/runs", map[string]any{"questions": []json.RawMessage{json.RawMessage(rapamycin)}}, &list)
	require.Len(t, list.Runs, 1)
	links := list.Runs[0].Links
	_, _, stream := s.do("GET", links["events"], "", "")
	assert.Contains(t, string(stream), "event: end\ndata: {\"run\":\""+list.Runs[0].Run)

	var status api.RunStatus
	s.get(links["self"], &status)
	assert.EqualValues(t, "done", status.Status.State)
	assert.NotNil(t, status.Confidence)

	_, _, kept := s.do("GET", links["record"], "", "")
	path := t.TempDir() + "/r.jsonl"
	require.NoError(t, writeFile(path, kept))
	reader, err := record.ReadFile(path)
	require.NoError(t, err)
	assert.True(t, reader.Chained, "the record is whole")

	var why api.Explained
	s.get(links["self"]+"/explain", &why)
	final := why.Calibrations[len(why.Calibrations)-1]
	assert.Equal(t, *status.Confidence, final.Confidence)
	assert.NotZero(t, final.Terms[0].Line)

	var again api.Replayed
	s.post(links["self"]+"/replay", map[string]any{"policy": "baseline"}, &again)
	assert.Equal(t, list.Runs[0].Run, again.Change.Run)
	var runs api.Runs
	s.get("/v1/runs?q=RAPAMYCIN+inhibits", &runs)
	assert.Equal(t, 1, runs.Total)
	s.get("/v1/runs?q=unheard", &runs)
	assert.Zero(t, runs.Total)
}

func TestMistakesAreProblemDetails(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline")})
	for _, c := range []struct {
		method, path, kind, body string
		status                   int
		says                     string
	}{
		{"POST", "/v1/ask", "application/json", `{"id":"a"}`, 400, "question"},
		{"POST", "/v1/ask", "application/json", ``, 400, ""},
		{"POST", "/v1/ask", "application/jsonl", "{}\n{\"id\":\"a\",\"question\":\"x\"}\n{", 400, "line 3"},
		{"POST", "/v1/ask", "application/jsonl", rapamycin + "\n" + rapamycin, 400, "used twice"},
		{"POST", "/v1/ask", "text/plain", rapamycin, 415, "application/json"},
		{"POST", "/v1/ask?timeout=-1", "application/json", rapamycin, 400, "timeout"},
		{"POST", "/v1/ask?timeout=NaN", "application/json", rapamycin, 400, "timeout"},
		{"POST", "/v1/ask?policy=nonesuch", "application/json", rapamycin, 404, "baseline, "},
		{"POST", "/v1/runs", "application/json", `{"questions":[]}`, 400, "no question"},
		{"POST", "/v1/runs", "application/json", `{"question":[]}`, 400, "unknown field"},
		{"POST", "/v1/what-if", "application/json", `{"vars":{"nonesuch":"1"}}`, 422, "nonesuch"},
		{"GET", "/v1/runs/nonesuch", "", "", 404, "nonesuch"},
		{"GET", "/v1/runs/nonesuch/events", "", "", 404, "nonesuch"},
		{"GET", "/v1/runs?limit=-1", "", "", 400, "limit"},
		{"GET", "/v1/policies/nonesuch", "", "", 404, "nonesuch"},
		{"GET", "/v1/nonesuch", "", "", 404, "openapi"},
	} {
		status, h, body := s.do(c.method, c.path, c.kind, c.body)
		assert.Equal(t, c.status, status, "%s %s: %s", c.method, c.path, body)
		assert.Equal(t, "application/problem+json", h.Get("Content-Type"))
		assert.Contains(t, string(body), c.says, "%s %s", c.method, c.path)
	}
}
