package runcmd

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// places returns the questions' places in their file, by id.
func (s *sink) places() map[string]int {
	out := map[string]int{}
	for i, q := range s.all {
		out[q.ID] = i
	}
	return out
}

// sortReport puts results that --resume kept and those that followed into the order of the questions.
func (s *sink) sortReport() {
	if len(s.kept) == 0 {
		return
	}
	at := s.places()
	slices.SortStableFunc(s.report.results, func(a, b *record.Result) int { return at[a.ID] - at[b.ID] })
}

// sortFile puts the lines of a file that was resumed into the order of the questions, which an undisturbed run would have
// written. The file is replaced whole, or stays.
func (s *sink) sortFile() error {
	if len(s.kept) == 0 || s.path == "" {
		return nil
	}
	data, err := bounded.ReadRegular(s.path, bounded.Questions)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "writing results: %w", err)
	}
	at := s.places()
	place := func(line []byte) int {
		var r struct {
			ID string `json:"id"`
		}
		_ = json.Unmarshal(line, &r) // each is a result that was read or written
		return at[r.ID]
	}
	lines := slices.Collect(bytes.Lines(data))
	byPlace := func(a, b []byte) int { return place(a) - place(b) }
	if slices.IsSortedFunc(lines, byPlace) {
		return nil
	}
	slices.SortStableFunc(lines, byPlace)
	return shell.ReplacePublic(s.path, func(w io.Writer) error {
		_, err := w.Write(bytes.Join(lines, nil))
		return err
	})
}
