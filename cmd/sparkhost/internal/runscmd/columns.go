package runscmd

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/internal/fold"
)

// width bounds the columns of a line with a long text.
const width = 100

// indented writes a text that may be long on lines within the width, the first one behind lead, the others under its end. A lead that takes
// most of the width has a line of its own.
func indented(w io.Writer, lead, text string) {
	columns := utf8.RuneCountInString(lead)
	if columns > width/2 && text != "" {
		fmt.Fprintln(w, strings.TrimRight(lead, " "))
		lead, columns = "      ", 6
	}
	for _, line := range fold.Lines(text, width-columns) {
		fmt.Fprintf(w, "%s%s\n", lead, line)
		lead = strings.Repeat(" ", columns)
	}
}

// fitted breaks the lines of a text that are longer than the width. What follows stands six columns behind the beginning of its line.
func fitted(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		rest, margin := strings.TrimRight(line, " "), 0
		next := min(len(rest)-len(strings.TrimLeft(rest, " "))+6, width/2)
		for at := breakOf(rest, next, width); at > 0; at = breakOf(rest, 0, width-margin) {
			b.WriteString(strings.Repeat(" ", margin) + strings.TrimRight(rest[:at], " ") + "\n")
			rest, margin = strings.TrimLeft(rest[at:], " "), next
		}
		b.WriteString(strings.Repeat(" ", margin) + rest + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// breakOf returns the offset of the last space behind the margin at which a line of at most so many columns ends; 0: it is short enough, or
// has none.
func breakOf(line string, margin, most int) int {
	columns, last := 0, 0
	for at, r := range line {
		if columns > most {
			break
		}
		if r == ' ' && columns > margin {
			last = at
		}
		columns++
	}
	if columns <= most {
		return 0
	}
	return last
}

// widest returns the number of columns of the longest text, within reason.
func widest[T any](all []T, text func(T) string) int {
	most := 0
	for _, v := range all {
		most = max(most, utf8.RuneCountInString(text(v)))
	}
	return min(most, mostColumn)
}
