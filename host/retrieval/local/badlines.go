package local

import (
	"fmt"
	"strings"
)

// maxShown limits how many bad lines an error lists.
const maxShown = 20

// A BadLine is a line of a corpus that is not a document.
type BadLine struct {
	File   string `json:"file"`
	Line   int    `json:"line"` // from 1
	Reason string `json:"reason"`
}

// String is "file:line: reason".
func (b BadLine) String() string { return fmt.Sprintf("%s:%d: %s", b.File, b.Line, b.Reason) }

// A BadLinesError refuses a corpus because of its bad lines.
type BadLinesError struct {
	Count int       // all of them
	Shown []BadLine // the first 20, in the order of files and lines
	Files []BadFile `json:",omitempty"` // those with bad lines, in the order of files; nil in an index of an older release
}

// Error lists the lines, one a line, after a summary.
func (e *BadLinesError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s in the corpus", plural(e.Count, "bad line"))
	for _, l := range e.Shown {
		b.WriteString("\n  " + l.String())
	}
	if more := e.Count - len(e.Shown); more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	b.WriteString("\ncorrect or remove them, or leave them out with --skip-bad-lines")
	return b.String()
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
