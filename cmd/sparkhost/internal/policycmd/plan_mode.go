package policycmd

import (
	"fmt"
	"io"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

// writeAbsent tells what the policy writes and is not there in this mode.
func (p planned) writeAbsent(w io.Writer) {
	if len(p.Absent) > 0 {
		fmt.Fprintf(w, "\nswitched off\n")
	}
	for _, a := range p.Absent {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", shell.Plain(a.Block), shell.Plain(a.Why), flags.ShownAt(a.At))
	}
}

// writeRoles tells which model does what, and who does without one.
func (p planned) writeRoles(w io.Writer) {
	if len(p.Roles) > 0 {
		fmt.Fprintf(w, "\nmodels\n")
	}
	for _, r := range p.Roles {
		if r.Model == "" {
			fmt.Fprintf(w, "  %s\tnone: rules do %s; bind a model with roles { %s = model.NAME }\t%s\n", shell.Plain(r.Role), shell.Plain(r.By), shell.Plain(r.Role), flags.ShownAt(r.At))
			continue
		}
		fmt.Fprintf(w, "  %s\tmodel.%s, %s\t%s\n", shell.Plain(r.Role), shell.Plain(r.Model), shell.Plain(r.Name), flags.ShownAt(r.At))
	}
}
