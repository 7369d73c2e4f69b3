package shape_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model/internal/shape"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// TestTheWorkOfAVerdictGrowsWithTheAnswer has answers of which each part is wrong, so that each part is told.
func TestTheWorkOfAVerdictGrowsWithTheAnswer(t *testing.T) {
	s, err := shape.Parse([]byte(claim))
	require.NoError(t, err)
	for _, answer := range [][3]string{
		{`{"list":[1`, `,2`, `]}`},
		{`{"name":"a`, `'\n`, `"}`},
		{`{"name":"a"`, `,"more#":[1]`, `}`},
		{`{"note":[1`, `,{"a#":"b"}`, `]}`},
	} {
		doubling.Repeated(t, answer[0], answer[1], answer[2], func(text string) {
			problems, err := s.Judge([]byte(text))
			assert.NoError(t, err)
			assert.NotEmpty(t, problems)
		})
	}
	doubling.Nested(t, `{"note":`, `1`, `}`, func(text string) { _, _ = s.Judge([]byte(text)) })
}

// TestTheWorkOfASchemaGrowsWithIt has a wide schema, and one whose parts lie within each other. The nesting ends where JSON's does.
func TestTheWorkOfASchemaGrowsWithIt(t *testing.T) {
	parse := func(text string) { _, _ = shape.Parse([]byte(text)) }
	doubling.Repeated(t, `{"properties":{"a":{}`, `,"b#":{"type":["string","null"],"enum":["c"]}`, `}}`, parse)
	doubling.Repeated(t, `{"type":["string"`, `,"null"`, `]}`, parse)
	doubling.Nested(t, `{"items":`, `{}`, `}`, parse)
}

// FuzzWork holds answers to work that grows with them and not faster, under the schemas of the prompts, and schemas, too.
func FuzzWork(f *testing.F) {
	schemas := []string{claim}
	files, err := filepath.Glob("../../prompt/templates/*.schema.json")
	require.NoError(f, err)
	require.NotEmpty(f, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		schemas = append(schemas, string(text))
	}
	var parsed []*shape.Schema
	seeds := []string{claim, `{"name":"c","score":2,"count":1.5,"note":"","list":[true,0],"more#":[{}]}`}
	for _, text := range schemas {
		s, err := shape.Parse([]byte(text))
		require.NoError(f, err)
		parsed = append(parsed, s)
	}
	for _, text := range schemas[1:] {
		var s map[string]any
		require.NoError(f, json.Unmarshal([]byte(text), &s))
		answer, err := json.Marshal(example(s))
		require.NoError(f, err)
		seeds = append(seeds, string(answer))
	}
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		_, _ = shape.Parse([]byte(text))
		for _, s := range parsed {
			_, _ = s.Judge([]byte(text))
		}
	}, seeds...)
}
