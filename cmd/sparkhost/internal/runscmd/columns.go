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

// widest returns the number of columns of the longest text.
func widest[T any](all []T, text func(T) string) int {
	most := 0
	for _, v := range all {
		most = max(most, utf8.RuneCountInString(text(v)))
	}
	return most
}
