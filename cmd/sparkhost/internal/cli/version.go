package cli

import (
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/policies"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// versionInfo holds what a bug report needs and what decides a result: equal digests give equal answers.
type versionInfo struct {
	Version  string         `json:"version"`
	Commit   string         `json:"commit,omitempty"`   // of the sources, 40 hex digits; unknown in a build from an archive
	Time     string         `json:"time,omitempty"`     // of the commit, RFC 3339
	Modified bool           `json:"modified,omitempty"` // built from sources that differ from the commit
	Go       string         `json:"go"`
	Platform string         `json:"platform"`
	Contract int            `json:"contract"`
	Plugins  []record.Named `json:"plugins"`
	Policies []record.Named `json:"policies"` // digests of the shipped files
}

func newVersionCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the contract version, and the digests of what is built in",
		Example: "  sparkhost version\n  sparkhost version --format json\n  sparkhost --version",
		Args:    shell.None,
		RunE: func(c *cobra.Command, _ []string) error {
			v, err := readVersion()
			if err != nil {
				return err
			}
			switch format {
			case "json":
				return shell.WriteLine(c.OutOrStdout(), v)
			case "text":
				return v.text(c.OutOrStdout())
			}
			return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", format)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "output format: text or json")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

// versionLine returns the line that --version prints.
func versionLine() string {
	v := builtFrom()
	return fmt.Sprintf("sparkhost %s%s, contract %d, %s, %s", v.Version, v.source(), v.Contract, v.Go, v.Platform)
}

// source tells the sources of the build in parentheses, "" when they are unknown.
func (v versionInfo) source() string {
	if len(v.Commit) < 12 {
		return ""
	}
	day, _, _ := strings.Cut(v.Time, "T")
	if v.Modified {
		return fmt.Sprintf(" (commit %s of %s, with changes)", v.Commit[:12], day)
	}
	return fmt.Sprintf(" (commit %s of %s)", v.Commit[:12], day)
}

func (v versionInfo) text(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, versionLine())
	for _, part := range []struct {
		title string
		list  []record.Named
	}{{"plugins", v.Plugins}, {"policies", v.Policies}} {
		fmt.Fprintln(w, part.title)
		for _, n := range part.list {
			fmt.Fprintf(w, "  %s\t%s\n", n.Name, n.Digest)
		}
	}
	return w.Flush()
}

// builtFrom reads what Go's linker wrote into the program.
func builtFrom() versionInfo {
	v := versionInfo{
		Version: host.Version, Go: strings.TrimPrefix(runtime.Version(), "go version "), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Contract: contract.Version,
	}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	for _, s := range build.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

func readVersion() (versionInfo, error) {
	v := builtFrom()
	v.Plugins, v.Policies = []record.Named{}, []record.Named{}
	for _, name := range plugins.Names() {
		wasm, err := plugins.Open(name)
		if err != nil {
			return v, err
		}
		v.Plugins = append(v.Plugins, record.Named{Name: name, Digest: record.Digest(wasm)})
	}
	names, err := fs.Glob(policies.FS, "*.policy.hcl")
	if err != nil {
		return v, err
	}
	for _, name := range names {
		text, err := policies.FS.ReadFile(name)
		if err != nil {
			return v, err
		}
		v.Policies = append(v.Policies, record.Named{Name: strings.TrimSuffix(name, ".policy.hcl"), Digest: record.Digest(text)})
	}
	return v, nil
}
