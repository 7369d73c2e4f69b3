// Package quickstart_test checks that the sample corpus and its questions keep
// the properties that README.md promises and that the golden tests build on.
package quickstart_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type section struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

type document struct {
	ID            string    `json:"id"`
	Title         string    `json:"title"`
	Abstract      string    `json:"abstract"`
	Sections      []section `json:"sections"`
	Year          int       `json:"year"`
	Venue         string    `json:"venue"`
	DOI           string    `json:"doi"`
	CitationCount *int64    `json:"citation_count"`
	Source        string    `json:"source"`
	Authors       []string  `json:"authors"`
	PMID          string    `json:"pmid"`
	ArXiv         string    `json:"arxiv"`
	Retracted     bool      `json:"retracted"`
}

type option struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

type meta struct {
	Subject    string            `json:"subject"`
	Features   []string          `json:"features"`
	Keywords   []string          `json:"keywords"`
	Accept     []string          `json:"accept"` // patterns of right short answers
	Misleading []string          `json:"misleading"`
	Values     map[string]string `json:"values"`
	Cluster    []string          `json:"cluster"`
	Expect     string            `json:"expect"`

	Evidence   map[string]string   `json:"evidence"`
	NearMisses map[string]string   `json:"near_misses"`
	Shares     map[string][]string `json:"shares"`
	Missing    missing             `json:"missing"`
}

// missing names the subject of a question and words for what is asked of it; no sentence of the corpus holds both.
type missing struct {
	Subject  string   `json:"subject"`
	Relation []string `json:"relation"`
}

type question struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Type     string   `json:"type"`
	Options  []option `json:"options"`
	Answer   string   `json:"answer"`
	GoldDocs []string `json:"gold_docs"`
	Meta     meta     `json:"meta"`
}

// has says whether the question belongs to a feature of README.md.
func (q question) has(feature string) bool {
	for _, f := range q.Meta.Features {
		if f == feature {
			return true
		}
	}
	return false
}

// documents returns the ids of the documents that the question names for a feature, some of them twice.
func (q question) documents(feature string) []string {
	own := slices.Concat(q.GoldDocs, q.Meta.Misleading, keys(q.Meta.Values), keys(q.Meta.NearMisses))
	if feature == "unanswerable" {
		return slices.Concat(own, keys(q.Meta.Shares))
	}
	return own
}

func keys[T any](m map[string]T) []string { return slices.Collect(maps.Keys(m)) }

// lines decodes a JSONL file strictly: one object a line, no unknown field.
func lines[T any](t *testing.T, path string) []T {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.HasSuffix(raw, []byte("\n")), "%s ends with a line break", path)
	var all []T
	scanner := bufio.NewScanner(bytes.NewReader(raw))
	for n := 1; scanner.Scan(); n++ {
		decoder := json.NewDecoder(strings.NewReader(scanner.Text()))
		decoder.DisallowUnknownFields()
		var v T
		require.NoError(t, decoder.Decode(&v), "%s:%d", path, n)
		_, err := decoder.Token()
		require.ErrorIs(t, err, io.EOF, "%s:%d holds one object", path, n)
		all = append(all, v)
	}
	require.NoError(t, scanner.Err())
	return all
}

func corpus(t *testing.T) []document    { return lines[document](t, "corpus.jsonl") }
func questions(t *testing.T) []question { return lines[question](t, "questions.jsonl") }

// byID returns the documents by id; ids are unique.
func byID(t *testing.T) map[string]document {
	t.Helper()
	documents := map[string]document{}
	for _, d := range corpus(t) {
		require.NotContains(t, documents, d.ID)
		documents[d.ID] = d
	}
	return documents
}
