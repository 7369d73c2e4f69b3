package plugincmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/scaffold"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

func newPluginBuildCommand() *cobra.Command {
	var check bool
	c := &cobra.Command{
		Use:   "build [DIR]",
		Short: "Build the plugin of a project",
		Long: "build compiles the project in DIR (default: the current folder) to DIR/NAME.wasm with the toolchain of its\n" +
			"language, and prints size and sha256. Equal sources and toolchains give equal bytes.\n\n" +
			"Toolchains are looked for in PATH and in $SPARKHOST_TOOLCHAINS (default: sparkhost/toolchains in the\n" +
			"user's cache folder).\n\n" +
			"Exit codes: 0 done, 1 the build failed, 3 --check found a different module.",
		Example: "  sparkhost plugin build\n  sparkhost plugin build brevity --check",
		Args:    shell.AtMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			return buildPlugin(c, append(args, ".")[0], check)
		},
	}
	c.Flags().BoolVar(&check, "check", false, "write nothing; exit with 3 if the module differs from a build of the sources")
	return c
}

func buildPlugin(c *cobra.Command, dir string, check bool) error {
	p, err := scaffold.Open(dir)
	if err != nil {
		return err
	}
	build := scaffold.Build
	if check {
		build = scaffold.Check
	}
	b, err := build(c.Context(), p)
	switch {
	case err != nil && c.Context().Err() != nil:
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	case errors.Is(err, scaffold.ErrDiffers):
		return shell.Fail(shell.ExitWouldChange, "%v", err)
	case err != nil:
		return err
	}
	fmt.Fprintf(c.ErrOrStderr(), "built with %s\n", b.Tool)
	fmt.Fprintf(c.OutOrStdout(), "%s  %d bytes  sha256 %s\n", b.Path, b.Size, b.Digest)
	return nil
}
