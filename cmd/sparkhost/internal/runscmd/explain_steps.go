package runscmd

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// writeSteps writes what the policy's mechanisms did, in the order in which they acted.
func (e *explanation) writeSteps(w io.Writer) {
	if len(e.Steps) > 0 {
		fmt.Fprintln(w, "\nmechanisms")
	}
	names := widest(e.Steps, func(s record.Step) string { return s.Name })
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
		fmt.Fprintf(w, "  %-*s  %s  %s:%d\n", names, s.Name, what, s.At.File, s.At.Line)
		indented(w, "      ", strings.Join(said, ", "))
	}
}
