package runcmd

import (
	"io"

	"github.com/sparkhost/sparkhost/host/cite"
)

// writeMarkdown writes the answers with their evidence and one bibliography; of a file of questions, or a run with expectations or an error, after a summary.
func (r *runReport) writeMarkdown(w io.Writer) error {
	if r.file != "" || r.judged != nil || r.message != "" {
		if err := r.writeSummary(w); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	return cite.Markdown(w, r.results)
}
