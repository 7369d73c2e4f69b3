package lockcmd

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/lock"
)

// A lockReport says what `lock` did, or under --check would do.
type lockReport struct {
	FormatVersion int          `json:"format_version"`
	File          string       `json:"file"`
	Verdict       string       `json:"verdict"` // "current", "written" or "would_change"
	Plugins       []lockChange `json:"plugins"`
	ExitCode      int          `json:"exit_code"`
}

// A lockChange is a plugin of the lock and what became of it.
type lockChange struct {
	Change string     `json:"change"` // "none", "added", "changed", "removed", or "unused": no policy names it, and it stays
	Old    *lockEntry `json:"old"`
	New    *lockEntry `json:"new"`
}

// A lockEntry is an entry of the lock file.
type lockEntry struct {
	Name     string `json:"name"`
	Source   string `json:"source"`
	Version  string `json:"version"`
	Contract uint32 `json:"contract"`
	Kind     string `json:"kind"`
	SHA256   string `json:"sha256"`
	Signer   string `json:"signer,omitempty"` // sha256 of the public key
}

func entryOf(e lock.Entry) *lockEntry {
	return &lockEntry{e.Name, e.Source, e.Version, e.Contract, e.Kind, e.SHA256, e.Signer}
}

// note adds a plugin to the report.
func (r *lockReport) note(change string, old, now *lockEntry) {
	r.Plugins = append(r.Plugins, lockChange{change, old, now})
}

// end sets how the command ends.
func (r *lockReport) end(verdict string, exit int) { r.Verdict, r.ExitCode = verdict, exit }

// write writes the report as JSON or for people.
func (r *lockReport) write(out, talk io.Writer, format string) error {
	if format == "json" {
		return shell.WriteLine(out, r)
	}
	changed := 0
	for _, p := range r.Plugins {
		switch p.Change {
		case "added":
			changed++
			fmt.Fprintf(out, "%s %s %s from %s\n", p.New.Name, shell.Plain(p.New.Version), shell.Short(p.New.SHA256), shell.Plain(p.New.Source))
		case "changed":
			changed++
			fmt.Fprintf(out, "%s: %s\n", p.New.Name, changes(p.Old, p.New))
		case "removed":
			fmt.Fprintf(out, "%s removed\n", p.Old.Name)
		case "unused":
			fmt.Fprintf(talk, "sparkhost: %s stays in the lock, although these policies do not name it; --prune removes it\n", p.Old.Name)
		}
	}
	var err error
	switch r.Verdict {
	case "current":
		_, err = fmt.Fprintf(out, "%s is current: %d plugins\n", filepath.ToSlash(r.File), r.kept())
	case "written":
		_, err = fmt.Fprintf(out, "%s written: %d plugins, %d changed\n", filepath.ToSlash(r.File), r.kept(), changed)
	}
	return err
}

// kept counts the plugins that the lock has afterwards.
func (r *lockReport) kept() int {
	n := 0
	for _, p := range r.Plugins {
		if p.Change != "removed" {
			n++
		}
	}
	return n
}
