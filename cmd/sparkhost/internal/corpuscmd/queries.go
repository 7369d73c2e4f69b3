package corpuscmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A corpusQuery is one search of corpus search. ID is empty for the query of the
// command line.
type corpusQuery struct{ ID, Text string }

// name returns the id of the query in a TREC run.
func (q corpusQuery) name() string {
	if q.ID == "" {
		return "1"
	}
	return q.ID
}

// shown names the query for people: its text, behind its id if it has one.
func (q corpusQuery) shown() string {
	text := strconv.Quote(shell.Shorten(q.Text, shell.MaxQuoteRunes))
	if q.ID == "" {
		return text
	}
	return fmt.Sprintf("query %s: %s", shell.Plain(q.ID), text)
}

// readQueries returns the query of the command line or those of the file, exactly
// one of which must be given.
func (f *searchFlags) readQueries(args []string) ([]corpusQuery, error) {
	switch {
	case len(args) == 0 && f.queries == "", len(args) == 1 && f.queries != "":
		return nil, shell.Fail(shell.ExitFailed, "give either a query or --queries FILE.jsonl")
	case len(args) == 1 && strings.TrimSpace(args[0]) == "":
		return nil, shell.Fail(shell.ExitFailed, "the query is empty")
	case len(args) == 1:
		return []corpusQuery{{Text: args[0]}}, nil
	}
	return f.readQueryFile()
}

func (f *searchFlags) readQueryFile() ([]corpusQuery, error) {
	text, err := bounded.ReadFile(f.queries, bounded.Questions)
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "--queries: %w", err)
	}
	var queries []corpusQuery
	first := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	n := 1
	for ; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		q, err := parseQuery(line)
		if err == nil && f.format == "trec" {
			err = oneWord("id", q.ID)
		}
		if err == nil && first[q.ID] > 0 {
			err = fmt.Errorf("id %q is also in line %d", q.ID, first[q.ID])
		}
		if err != nil {
			return nil, shell.Fail(shell.ExitFailed, "%s:%d: %w", f.queries, n, err)
		}
		first[q.ID] = n
		queries = append(queries, q)
	}
	if err := lines.Err(); err != nil {
		return nil, shell.Fail(shell.ExitFailed, "%s:%d: %w", f.queries, n, err)
	}
	if len(queries) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "%s has no queries", f.queries)
	}
	return queries, nil
}

// parseQuery reads one line of a file of queries; the id may be a number.
func parseQuery(line []byte) (corpusQuery, error) {
	var q struct {
		ID                    json.RawMessage
		Text, Question, Claim string
	}
	if err := json.Unmarshal(line, &q); err != nil {
		return corpusQuery{}, fmt.Errorf("no query: %w", err)
	}
	id := string(q.ID)
	if len(q.ID) > 0 && q.ID[0] == '"' {
		if err := json.Unmarshal(q.ID, &id); err != nil {
			return corpusQuery{}, fmt.Errorf("id: %w", err)
		}
	}
	if id == "" || id == "null" {
		return corpusQuery{}, errors.New(`no "id"`)
	}
	for _, text := range []string{q.Text, q.Question, q.Claim} {
		if strings.TrimSpace(text) != "" {
			return corpusQuery{ID: id, Text: text}, nil
		}
	}
	return corpusQuery{}, errors.New(`needs one of "text", "question" and "claim"`)
}
