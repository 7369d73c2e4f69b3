package runscmd

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

// writeSteps writes what the policy's mechanisms did, in the order in which they acted.
func (e *explanation) writeSteps(w io.Writer) {
	if len(e.Steps) > 0 {
		fmt.Fprintln(w, "\nmechanisms")
	}
	for _, s := range e.Steps {
		what := "acted"
		if !s.Ran {
			what = "had nothing to do"
		}
		if s.Round != "" {
			what += " in " + s.Round
		}
		said := []string{}
		if s.Reason != "" {
			said = append(said, s.Reason)
		}
		for _, name := range slices.Sorted(maps.Keys(s.Numbers)) {
			said = append(said, fmt.Sprintf("%s %.4g", name, s.Numbers[name]))
		}
		for _, name := range slices.Sorted(maps.Keys(s.Texts)) {
			said = append(said, name+": "+shell.Shorten(strings.Join(s.Texts[name], " | "), 160))
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s:%d\n", s.Name, what, strings.Join(said, ", "), s.At.File, s.At.Line)
	}
}
