package eval

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Qrels holds the judgments of many queries by query id.
type Qrels map[string]Judgments

// ReadQrels reads judgments in the TREC form: one "query iteration document
// relevance" a line, separated by blanks or tabs; blank lines are allowed. An error
// names the line, also when a pair is judged twice.
func ReadQrels(r io.Reader) (Qrels, error) {
	q := Qrels{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 4 {
			return nil, fmt.Errorf("qrels: line %d: %d fields, not the 4 of: query iteration document relevance", n, len(fields))
		}
		rel, err := strconv.Atoi(fields[3])
		if err != nil {
			return nil, fmt.Errorf("qrels: line %d: relevance %q is no whole number", n, fields[3])
		}
		query, doc := fields[0], fields[2]
		if q[query] == nil {
			q[query] = Judgments{}
		}
		if _, twice := q[query][doc]; twice {
			return nil, fmt.Errorf("qrels: line %d: document %s is judged twice for query %s", n, doc, query)
		}
		q[query][doc] = rel
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("qrels: %w", err)
	}
	return q, nil
}
