package shape_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model/internal/shape"
)

const claim = `{"type":"object","properties":{"name":{"type":"string","enum":["a","b"]},"score":{"type":"number","minimum":0,"maximum":1},
	"count":{"type":"integer"},"note":{"type":["string","null"],"minLength":1},"list":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"boolean"}}},
	"required":["name","score"],"additionalProperties":false}`

func judge(t *testing.T, schema, answer string) []string {
	t.Helper()
	s, err := shape.Parse([]byte(schema))
	require.NoError(t, err)
	problems, err := s.Judge([]byte(answer))
	require.NoError(t, err)
	return problems
}

func TestEachProblemOfAnAnswerIsNamedInOneOrder(t *testing.T) {
	for answer, want := range map[string][]string{
		`{"name":"a","score":1,"count":2.0,"note":null,"list":[true]}`: nil,
		`[]`:                               {"/: got array, want object"},
		`{}`:                               {"/: missing properties 'name', 'score'"},
		`{"score":2}`:                      {"/: missing property 'name'", "/score: maximum: got 2, want 1"},
		`{"name":"a","score":1e9999999}`:   {"/score: maximum: got +Inf, want 1"},
		`{"name":"a","score":0,"note":""}`: {"/note: minLength: got 0, want 1"},
		`{"name":"a","score":0,"list":[]}`: {"/list: minItems: got 0, want 1"},
		`{"name":"a","score":0,"list":[true,true,true,true]}`: {"/list: maxItems: got 4, want 3"},
		`{"name":"c","score":-1e99}`:                          {"/name: value must be one of 'a', 'b'", "/score: minimum: got -1e+99, want 0"},
		`{"z'":1,"score":1e400,"name":"a","y":2,"count":1.5,"note":3,"list":[true,0,"x"]}`: {
			"/count: got number, want integer", "/list/1: got number, want boolean", "/list/2: got string, want boolean", "/note: got number, want string or null",
			"/score: maximum: got +Inf, want 1", `/: additional properties 'y', 'z\'' not allowed`},
	} {
		assert.Equal(t, want, judge(t, claim, answer), answer)
	}
}

func TestASchemaThatWouldNotBeJudgedWhollyIsRefused(t *testing.T) {
	for _, schema := range []string{`{"type":"nonsense"}`, `{"type":["string","x"]}`, `{"type":3}`, `{"pattern":"a"}`, `{"items":{"oneOf":[]}}`, `{} {}`, `{`, `[]`} {
		_, err := shape.Parse([]byte(schema))
		assert.Error(t, err, schema)
	}
}

// TestAnswersAreJudgedAsByJSONSchema holds verdicts on answers to every prompt against those of a whole implementation.
func TestAnswersAreJudgedAsByJSONSchema(t *testing.T) {
	files, err := filepath.Glob("../../prompt/templates/*.schema.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	schemas := map[string]string{"claim": claim}
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		schemas[f] = string(text)
	}
	for name, text := range schemas {
		whole := compiled(t, text)
		var s any
		require.NoError(t, json.Unmarshal([]byte(text), &s))
		answer, err := json.Marshal(example(s.(map[string]any)))
		require.NoError(t, err)
		require.Empty(t, judge(t, text, string(answer)), "%s: %s", name, answer)
		for _, spoilt := range spoil(string(answer)) {
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(spoilt))
			require.NoError(t, err, spoilt)
			assert.Equal(t, whole.Validate(v) == nil, len(judge(t, text, spoilt)) == 0, "%s: %s", name, spoilt)
		}
	}
}

func compiled(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("answer.json", doc))
	s, err := c.Compile("answer.json")
	require.NoError(t, err)
	return s
}

// example makes an answer that a schema takes.
func example(s map[string]any) any {
	if words, ok := s["enum"].([]any); ok {
		return words[0]
	}
	switch fmt.Sprint(s["type"]) {
	case "object":
		out := map[string]any{}
		members, _ := s["properties"].(map[string]any)
		for name, member := range members {
			out[name] = example(member.(map[string]any))
		}
		return out
	case "array":
		item := example(s["items"].(map[string]any))
		return []any{item, item}
	case "number", "integer":
		return 1
	case "boolean":
		return true
	}
	return "text"
}

// spoil puts other values in place of each value of an answer, renames each member and adds one.
func spoil(answer string) []string {
	out := []string{`null`, `3`, `"x"`, `[]`, `{}`}
	for i := range answer {
		for _, old := range []string{`"text"`, `1`, `true`} {
			if !strings.HasPrefix(answer[i:], old) {
				continue
			}
			for _, value := range []string{`null`, `0.5`, `1.0`, `-1`, `2e9`, `"y"`, `false`, `[[]]`, `""`, `{"a":1}`} {
				out = append(out, answer[:i]+value+answer[i+len(old):])
			}
		}
		if strings.HasPrefix(answer[i:], `":`) {
			out = append(out, answer[:i]+"x"+answer[i:])
		}
		if answer[i] == '{' {
			out = append(out, answer[:i+1]+`"extra":1,`+answer[i+1:])
		}
	}
	return out
}
