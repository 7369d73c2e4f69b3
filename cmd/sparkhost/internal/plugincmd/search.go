package plugincmd

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/index"
)

// kinds are the kinds of plugins.
var kinds = []string{"score", "assess", "calibrate"}

// searchFlags are the flags of `plugin search`.
type searchFlags struct {
	indexFlags
	kind, format string
}

func newPluginSearchCommand() *cobra.Command {
	var f searchFlags
	c := &cobra.Command{
		Use:   "search [WORD]...",
		Short: "Search indexes of plugins",
		Long: "search lists the plugins of one or several indexes whose name, kind, summary or columns contain each of the\n" +
			"words, with the source that a policy names.\n\n" +
			"Exit codes: 0 done, even if nothing was found, 1 an index cannot be read, 2 it is not an index, older than one\n" +
			"that was seen before, or not signed by --key (docs/signing.md).",
		Example: "  sparkhost plugin search citations --index oci://registry.example/team/index:latest\n" +
			"  sparkhost plugin search --kind calibrate --index mirror/index.json --format json",
		RunE: func(c *cobra.Command, words []string) error { return f.run(c, words) },
	}
	f.register(c)
	c.Flags().StringVar(&f.kind, "kind", "", "kind of plugin: score, assess or calibrate (default all)")
	c.Flags().StringVar(&f.format, "format", "text", "output `format`: text or json, one line for each plugin")
	shell.CompleteWords(c, "kind", kinds...)
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

// A hit is a plugin of an index.
type hit struct {
	FormatVersion int    `json:"format_version"`
	Index         string `json:"index"`
	index.Entry
}

func (f *searchFlags) run(c *cobra.Command, words []string) error {
	if f.format != "text" && f.format != "json" {
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", f.format)
	}
	if f.kind != "" && !slices.Contains(kinds, f.kind) {
		return shell.Fail(shell.ExitFailed, "--kind %q: must be one of: %s", f.kind, strings.Join(kinds, ", "))
	}
	refs, err := f.named()
	if err != nil {
		return err
	}
	var hits []hit
	for _, ref := range refs {
		x, _, err := f.open(c.Context(), ref)
		if err != nil {
			return err
		}
		for _, e := range x.Search(words, f.kind) {
			hits = append(hits, hit{1, ref, e})
		}
	}
	if f.format == "json" {
		for _, h := range hits {
			if err := shell.WriteLine(c.OutOrStdout(), h); err != nil {
				return err
			}
		}
		return nil
	}
	return writeHits(c.OutOrStdout(), hits)
}

func writeHits(w io.Writer, hits []hit) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, h := range hits {
		var columns []string
		for _, column := range h.Columns {
			columns = append(columns, column.Name)
		}
		fmt.Fprintf(t, "%s %s\t%s\t%s\n", shell.Plain(h.Name), shell.Plain(h.Version), shell.Plain(h.Kind), shell.Plain(h.Summary))
		fmt.Fprintf(t, "  source\t%s\n  sha256\t%s\n  columns\t%s\n", shell.Plain(h.Source), shell.Plain(h.SHA256), orNone(shell.Plain(strings.Join(columns, ", "))))
		fmt.Fprintf(t, "  attested\t%s\n", yesNo(len(h.Attestation) > 0, "yes; check it with `plugin verify --behaviour`", "no"))
	}
	return t.Flush()
}
