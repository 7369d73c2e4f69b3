package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// sent is a request with a body and a query.
func sent(query, body string) *request {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	r.URL.RawQuery = query
	return &request{Request: r}
}

// bodies are empty values of all that requests bring.
func bodies() []any {
	return []any{&AskRequest{}, &ReplayRequest{}, &WhatIfRequest{}, &DiffRequest{}, &ValidateRequest{}}
}

// TestTheWorkOfABodyGrowsWithIt has long texts and lists, keys that nobody knows, and what follows a value.
func TestTheWorkOfABodyGrowsWithIt(t *testing.T) {
	for _, text := range [][3]string{
		{`{"policy":"a`, `\u00e9`, `"}`},
		{`{"vars":{"a":"b"`, `,"v#":"c"`, `}}`},
		{`{"questions":[{}`, `,{"id":"q#","options":[{"label":"a","text":"b"}]}`, `]}`},
		{`{"a":[1`, `,{"b":2}`, `]}`},
		{`{} `, `{} `, ``},
	} {
		doubling.Repeated(t, text[0], text[1], text[2], func(text string) {
			for _, into := range bodies() {
				_ = sent("", text).decode(into)
			}
		})
	}
	doubling.Nested(t, `{"questions":[`, `1`, `]}`, func(text string) {
		for _, into := range bodies() {
			assert.Error(t, sent("", text).decode(into))
		}
	})
}

// TestTheWorkOfASubmissionGrowsWithItsQuestions has many questions with mistakes, and many of one id.
func TestTheWorkOfASubmissionGrowsWithItsQuestions(t *testing.T) {
	for _, part := range []string{`{"id":"q","question":"Is it?"},`, `{"id":"q#","question":1,"type":"x","options":2},`, `[],`} {
		doubling.Repeated(t, `{"questions":[`, part, `{}]}`, func(text string) {
			err := (&API{}).submit(httptest.NewRecorder(), sent("", text))
			assert.Error(t, err)
			assert.Less(t, len(err.Error()), 16<<10)
		})
	}
}

// TestTheWorkOfAPolicyThatIsCheckedGrowsWithIt has many blocks, mistakes and variables.
func TestTheWorkOfAPolicyThatIsCheckedGrowsWithIt(t *testing.T) {
	check := func(text string) { Validate(host.Config{}, ValidateRequest{Text: text}) }
	doubling.Repeated(t, "policy \"p\" {\n", "round \"r#\" {\n intents = [\"primary\"]\n}\n", "}\n", check)
	doubling.Repeated(t, "", "a# = {\n", "", check)
	doubling.Numbered(t, 500, func(n int) {
		vars := map[string]string{}
		for i := range n {
			vars[fmt.Sprint("v", i)] = "1"
		}
		Validate(host.Config{}, ValidateRequest{Text: "policy \"p\" {\n}\n", Vars: vars})
	})
}

// FuzzWorkOfBodies holds bodies and queries of requests to work that grows with them and not faster.
func FuzzWorkOfBodies(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		for _, into := range bodies() {
			_ = sent("", text).decode(into)
		}
		var in ValidateRequest
		if json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&in) == nil {
			Validate(host.Config{}, in)
		}
		r := sent(text, "")
		_, _ = termsOf(r)
		_ = (&stream{}).options(r)
		_, _ = seconds(text)
	}, `{"policy":"p","questions":[{"id":"q#","question":"Is it?"}],"timeout_s":1,"vars":{"v#":"1"},"text":"policy \"p\" {\n gate \"g#\" {\n }\n}\n"}`,
		`{"policy":"p","vars":{"v#":"1"},"against":"q","of":"r","limit":7,"all":true}`,
		url.Values{"policy": {"p"}, "deadline": {"5"}, "budget_usd": {"1e-3"}, "kinds": {"run,result"}, "after": {"7"}}.Encode())
}
