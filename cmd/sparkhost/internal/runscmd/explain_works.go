package runscmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// keepMerged keeps a document that was merged from several copies.
func (e *explanation) keepMerged(event record.Event) error {
	var d record.Document
	err := event.Decode(&d)
	if len(d.Versions) > 0 {
		e.Merged = append(e.Merged, d)
	}
	return err
}

// writeWorks tells what was left out whatever its score, and what works that were read were merged from.
func (e *explanation) writeWorks(w io.Writer) {
	if e.Result != nil && len(e.Result.Excluded) > 0 {
		fmt.Fprintln(w, "\nexcluded")
		for _, x := range e.Result.Excluded {
			fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", x.Doc, x.Reason, shell.Shorten(x.Title, 60), said(x.By))
		}
	}
	head := "\nmerged\n"
	for _, d := range e.Merged {
		if !d.Selected {
			continue
		}
		fmt.Fprint(w, head)
		head = ""
		writeVersions(w, d)
	}
}

func writeVersions(w io.Writer, d record.Document) {
	name := d.ID
	for _, v := range d.Versions {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", name, v.Kind, issued(v), copies(v.Copies))
		name = ""
	}
	for _, c := range d.Conflicts {
		fmt.Fprintf(w, "  \tconflict\t%s\t%s\n", c.Field, disagreement(c.Values))
	}
}

// said names the copies that say something.
func said(by []evidence.Copy) string {
	if len(by) == 0 {
		return ""
	}
	return "says " + copies(by)
}

// issued says where and when a version came out.
func issued(v evidence.Version) string {
	text := v.Venue
	if v.Year != 0 {
		text = strings.TrimSpace(fmt.Sprintf("%s %d", text, v.Year))
	}
	if v.Retracted {
		text = strings.TrimSpace(text + " (retracted)")
	}
	return text
}

func copies(cs []evidence.Copy) string {
	var parts []string
	for _, c := range cs {
		parts = append(parts, c.Source+" "+c.ID)
	}
	return shell.Shorten(strings.Join(parts, ", "), mostCell)
}

func disagreement(vs []evidence.ConflictValue) string {
	var parts []string
	for _, v := range vs {
		parts = append(parts, v.Source+": "+shell.Shorten(v.Value, 60))
	}
	return shell.Shorten(strings.Join(parts, ", "), mostCell)
}
