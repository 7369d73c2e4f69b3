//go:build !wasip1

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// recorded reads what the engine sent to stage verify.stance, from the records of
// `run --record`, for all questions that have an answer.
func recorded(t testing.TB, folder, questions string) []example {
	t.Helper()
	class := map[string]int{}
	readLines(t, questions, func(line []byte) {
		if id, c, is := labelled(t, line); is {
			class[id] = c
		}
	})
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	require.NoError(t, err)
	c := configOf(request(t, nil, "", nil))
	var out []example
	for _, f := range files {
		r, err := record.Skim(f)
		require.NoError(t, err)
		runs, err := record.Each[record.Run](r, record.KindRun)
		require.NoError(t, err)
		var q evidence.Question
		require.NoError(t, json.Unmarshal(runs[0].Question, &q))
		if k, is := class[q.ID]; is {
			out = append(out, exampleOf(q.Question, passagesOf(t, r), k, c))
		}
	}
	require.NotEmpty(t, out, "no record of a question that has an answer")
	return out
}

// passagesOf are the passages that a run read, as it showed them to the stage: best first.
func passagesOf(t testing.TB, r *record.Reader) []passage {
	t.Helper()
	var seen []record.Passage
	for e := range r.Events() {
		if e.Kind == record.KindPluginCall && bytes.Contains(e.Data, []byte(`"verify.stance"`)) {
			break // what follows was found later
		}
		if e.Kind == record.KindPassage {
			var p record.Passage
			require.NoError(t, e.Decode(&p))
			seen = append(seen, p)
		}
	}
	documents, number := map[string]*evidence.Document{}, map[string]float64{}
	out := make([]passage, len(seen))
	for i, p := range seen {
		if documents[p.Document] == nil {
			raw, err := r.Blob(p.Document)
			require.NoError(t, err)
			documents[p.Document], number[p.Document] = &evidence.Document{}, float64(len(number))
			require.NoError(t, json.Unmarshal(raw, documents[p.Document]))
		}
		place, of := placeOf(seen, p)
		out[i] = passage{
			reading: reading{text: fieldOf(documents[p.Document], p.Field)[p.Start:p.End]}, row: i, document: number[p.Document],
			section: p.Section, relevance: share(p.Score, seen[0].Score), position: share(place, of),
		}
	}
	return out
}

// placeOf is p's place among the passages of its document, from 1, and their number.
func placeOf(all []record.Passage, p record.Passage) (place, of float64) {
	for _, q := range all {
		if q.Document != p.Document {
			continue
		}
		of++
		if cmp.Or(cmp.Compare(sectionOf(q.Field), sectionOf(p.Field)), cmp.Compare(q.Start, p.Start)) <= 0 {
			place++
		}
	}
	return place, of
}

func sectionOf(field string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(field, "sections/"))
	return n
}

func fieldOf(d *evidence.Document, field string) string {
	switch {
	case field == "title":
		return d.Title
	case field == "abstract":
		return d.Abstract
	case field == "text":
		return d.Text
	}
	return d.Sections[sectionOf(field)].Text
}

func readLines(t testing.TB, path string, each func(line []byte)) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		each(lines.Bytes())
	}
	require.NoError(t, lines.Err())
}
