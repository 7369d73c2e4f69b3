package cli

import (
	"fmt"
	"io"
)

// writeAbsent tells what the policy writes and is not there in this mode.
func (p planned) writeAbsent(w io.Writer) {
	if len(p.Absent) > 0 {
		fmt.Fprintf(w, "\nswitched off\n")
	}
	for _, a := range p.Absent {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", plain(a.Block), plain(a.Why), shownAt(a.At))
	}
}

// writeRoles tells which model does what, and who does without one.
func (p planned) writeRoles(w io.Writer) {
	if len(p.Roles) > 0 {
		fmt.Fprintf(w, "\nmodels\n")
	}
	for _, r := range p.Roles {
		if r.Model == "" {
			fmt.Fprintf(w, "  %s\tnone: rules do %s; bind a model with roles { %s = model.NAME }\t%s\n", plain(r.Role), plain(r.By), plain(r.Role), shownAt(r.At))
			continue
		}
		fmt.Fprintf(w, "  %s\tmodel.%s, %s\t%s\n", plain(r.Role), plain(r.Model), plain(r.Name), shownAt(r.At))
	}
}
