// Package results reads files of results, as `run --format jsonl` writes them, and refuses what no run writes.
package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/sparkhost/sparkhost/host/record"
)

// The most that a question can have cost. Sums of as many questions as a file can hold stay finite and exact.
const (
	mostUSD   = 1e9
	mostCount = 1 << 40
)

// errNoResult refuses a line that is not a result.
var errNoResult = errors.New("not a result of `run --format jsonl`, or truncated; `run --resume` completes a file that was cut off")

// A File holds the results of a file.
type File struct {
	ByID  map[string]*record.Result // by question id
	Order []string                  // ids, in the order of the lines
}

// Read reads the lines of a file of that name; blank ones are skipped. An error names the line: a line that [Parse] refuses, or a second
// result of a question.
func Read(name string, text []byte) (*File, error) {
	f := &File{ByID: map[string]*record.Result{}}
	lines := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff")))) // some editors begin files with a byte order mark
	lines.Buffer(nil, len(text)+1)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		r, err := Parse(line)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		case f.ByID[r.ID] != nil:
			return nil, fmt.Errorf("%s:%d: question %q already has a result; keep one of them", name, n, r.ID)
		}
		f.ByID[r.ID], f.Order = r, append(f.Order, r.ID)
	}
	return f, lines.Err()
}

// Sure says whether a result has a confidence. [Parse] gives one without, or with null, a confidence that is not a number.
func Sure(r *record.Result) bool { return !math.IsNaN(r.Confidence) }

// Parse reads one result. It refuses other formats and versions, confidences outside 0 to 1, and costs that are negative or not
// possible, so that every figure over results is a number.
func Parse(line []byte) (*record.Result, error) {
	r := record.Result{Confidence: math.NaN()}
	err := json.Unmarshal(line, &r) // a missing confidence, or null, changes nothing
	switch {
	case err != nil || r.ID == "":
		return nil, errNoResult
	case r.FormatVersion != record.FormatVersion:
		return nil, fmt.Errorf("this result has format_version %d, but this program reads %d: another version made it; run the questions again with this one", r.FormatVersion, record.FormatVersion)
	case Sure(&r) && !(r.Confidence >= 0 && r.Confidence <= 1):
		return nil, fmt.Errorf("question %q has confidence %g, which is not between 0 and 1", r.ID, r.Confidence)
	}
	for b := &r.Budget; b != nil; b = b.FirstPass {
		if err := possible(b); err != nil {
			return nil, fmt.Errorf("question %q: budget: %w", r.ID, err)
		}
	}
	return &r, nil
}

// possible refuses costs that no run can have had.
func possible(b *record.BudgetResult) error {
	for _, c := range []struct {
		name        string
		value, most float64
	}{
		{"cost_usd", b.CostUSD, mostUSD}, {"elapsed_ms", b.ElapsedMS, mostCount},
		{"searches", float64(b.Searches), mostCount}, {"model_tokens", float64(b.ModelTokens), mostCount},
	} {
		if !(c.value >= 0 && c.value <= c.most) {
			return fmt.Errorf("%s is %g, which is not between 0 and %g", c.name, c.value, c.most)
		}
	}
	return nil
}
