//go:build manpages

package cli

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/plugincmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
)

// The commands that scripts/release calls. The program that is released has neither them nor a renderer of man pages.
func init() { extra = append(extra, newManpagesCommand, newSignfileCommand) }

func newManpagesCommand() *cobra.Command {
	return &cobra.Command{
		Use: "manpages DIR", Short: "Write a man page for each command", Hidden: true, Args: shell.Needs("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root := c.Root()
			root.DisableAutoGenTag = true
			day, err := time.Parse(time.RFC3339, builtFrom().Time)
			if err != nil {
				return fmt.Errorf("pages bear the day of the commit: %w", err)
			}
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Date: &day, Source: "sparkhost " + host.Version, Manual: "sparkhost"}, args[0])
		},
	}
}

func newSignfileCommand() *cobra.Command {
	return &cobra.Command{
		Use: "signfile FILE KEY", Short: "Sign the bytes of any file", Hidden: true, Args: shell.Needs("FILE", "KEY"),
		RunE: func(_ *cobra.Command, args []string) error { return plugincmd.SignFile(args[0], args[1]) },
	}
}
