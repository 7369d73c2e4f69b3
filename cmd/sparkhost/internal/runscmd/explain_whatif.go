package runscmd

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// writeWhatIf says what `replay` can do with the record: under which policy it was written, and from
// where on another one is decided without asking anybody.
func (e *explanation) writeWhatIf(w io.Writer) {
	if e.Material == nil {
		return
	}
	fmt.Fprintf(w, "\nwhat if\n")
	if p := e.Material.Policy; p == nil {
		fmt.Fprintf(w, "  policy      not in the record (%s); replay needs --policy\n", shell.Plain(e.Material.NoPolicy))
	} else {
		fmt.Fprintf(w, "  policy      %s, written in\n", shell.Plain(p.Name))
		indented(w, "              ", shell.Plain(strings.Join(writtenIn(p), ", "))+variablesOf(p))
	}
	switch {
	case e.Checkpoint == nil:
		fmt.Fprintln(w, "  checkpoint  none: a replay re-decides the whole run")
	case e.Checkpoint.Key == "":
		fmt.Fprintln(w, "  checkpoint  not usable with another policy: a replay re-decides the whole run")
	default:
		fmt.Fprintf(w, "  checkpoint  after the draft: changes of calibration and gates re-decide from here (%.12s)\n", e.Checkpoint.Key)
	}
	fmt.Fprintf(w, "  try         sparkhost replay %s --var NAME=VALUE, or --policy FILE\n", e.Run.ID)
}

// writtenIn names the files of a recorded policy.
func writtenIn(p *record.PolicyText) []string {
	var out []string
	for _, f := range p.Files {
		out = append(out, f.Name)
	}
	return out
}

// variablesOf lists the values that the run was given.
func variablesOf(p *record.PolicyText) string {
	var out []string
	for name, value := range p.Vars {
		out = append(out, name+" = "+shell.Shorten(value, 80))
	}
	if len(out) == 0 {
		return ""
	}
	slices.Sort(out)
	return "; " + strings.Join(out, ", ")
}
