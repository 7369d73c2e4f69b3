package runcmd

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/fold"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

// A screen writes results to a terminal: lines are broken between words, and what a reader looks for first is coloured.
type screen struct {
	w     io.Writer
	width int
	color bool
}

// leastWidth is the width below which lines are left to the terminal.
const leastWidth = 40

// textColumn counts the characters before the texts of a result: their labels.
const textColumn = 14

// screenOf returns what writes results to w: w itself unless it is a terminal.
func screenOf(w io.Writer) io.Writer {
	f, ok := w.(*os.File)
	if !ok || !shell.IsTerminal(w) {
		return w
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < leastWidth {
		return w
	}
	return &screen{w: w, width: width, color: shell.Colorful(w)}
}

// Write implements io.Writer, for whole lines.
func (s *screen) Write(b []byte) (int, error) {
	var out strings.Builder
	for line := range strings.Lines(string(b)) {
		text, end := strings.CutSuffix(line, "\n")
		out.WriteString(s.painted(fold.Hanging(text, s.width, indentOf(text))))
		if end {
			out.WriteByte('\n')
		}
	}
	if _, err := io.WriteString(s.w, out.String()); err != nil {
		return 0, err
	}
	return len(b), nil
}

// indentOf returns where a line goes on: where its text begins.
func indentOf(line string) int {
	if !strings.HasPrefix(line, " ") {
		return 2
	}
	return max(textColumn, len(line)-len(strings.TrimLeft(line, " "))+2)
}

// The colours are those of diagnostics: bold for what counts, yellow for what warns, red for what failed.
var colors = map[string]string{
	"answer": "1", "no answer": "33", "caution": "33", "warning": "33", "unavailable": "33", "disputed": "33", "error": "31",
}

// painted colours a line by its label.
func (s *screen) painted(line string) string {
	label, _, _ := strings.Cut(strings.TrimPrefix(line, "  "), "  ")
	if code := colors[strings.TrimSpace(label)]; s.color && code != "" && strings.HasPrefix(line, "  ") {
		return "\x1b[" + code + "m" + line + "\x1b[0m"
	}
	return line
}
