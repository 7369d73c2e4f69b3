// Package lspcmd holds the command `policy lsp`, the language server for editors.
package lspcmd

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy/lsp"
	"github.com/sparkhost/sparkhost/policies"
)

// New makes the command.
func New() *cobra.Command {
	a := &answers{}
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Serve policy files to an editor (Language Server Protocol)",
		Long: "Speaks the Language Server Protocol on standard input and output: mistakes as you type, completion and documentation from\n" +
			"the schema, definitions of variables, stages and policies, and formatting. With --records, hovering over a number\n" +
			"tells how many recorded answers change if it is a tenth smaller or larger; at most 500 records are decided anew.\n" +
			"docs/editors.md says how to set up VS Code, Neovim and Helix.\n\n" +
			"Exit codes: 0 the editor has ended it, 1 failed.",
		Example: "  sparkhost policy lsp --records records/",
		Args:    shell.None,
		RunE: func(c *cobra.Command, _ []string) error {
			o := lsp.Options{Shipped: policies.FS, Version: host.Version, Sources: host.SourceNames()}
			if a.ref != "" {
				o.Flips = a.flips
			}
			return errors.Join(lsp.New(o).Serve(c.Context(), c.InOrStdin(), writer{c.OutOrStdout()}), a.close())
		},
	}
	c.Flags().StringVar(&a.ref, "records", "", "`folder` of recorded runs (of `run --record`, or a cache folder): hover counts the answers that a number changes")
	c.Flags().Bool("stdio", true, "speak on standard input and output; editors give it, and it is the only way")
	return c
}

// A writer is not closed by the protocol.
type writer struct{ io.Writer }

// Close implements io.Closer.
func (writer) Close() error { return nil }
