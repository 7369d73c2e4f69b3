package plugincmd

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/plugin/index"
)

func newPluginMirrorCommand() *cobra.Command {
	var f indexFlags
	var out string
	c := &cobra.Command{
		Use:   "mirror --index INDEX --out DIR",
		Short: "Copy an index and its plugins into a folder",
		Long: "mirror copies an index and the modules and signatures of its plugins into a folder for a place without a\n" +
			"network. There, $" + fetch.EnvMirror + " names the folder: locked plugins are read from it, whatever their source, and\n" +
			"`plugin search --index DIR/" + index.FileName + "` searches it. The lock's digests and signers are checked as ever.\n\n" +
			"Exit codes: 0 done, 1 something cannot be read or written, 2 index or module are not to be believed.",
		Example: "  sparkhost plugin mirror --index oci://registry.example/team/index:latest --out mirror\n" +
			"  " + fetch.EnvMirror + "=mirror sparkhost run --offline --policy team.policy.hcl …",
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.mirror(c, out) },
	}
	f.register(c)
	c.Flags().StringVar(&out, "out", "", "`folder` to fill")
	_ = c.MarkFlagRequired("out")
	return c
}

func (f *indexFlags) mirror(c *cobra.Command, out string) error {
	refs, err := f.named()
	if err != nil {
		return err
	}
	if len(refs) != 1 {
		return shell.Fail(shell.ExitFailed, "a mirror holds one index, and %d are named; make a folder for each", len(refs))
	}
	x, d, err := f.open(c.Context(), refs[0])
	if err != nil {
		return err
	}
	o, err := f.Options()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	return blameIndex(c.Context(), x.Mirror(c.Context(), d, out, o, func(e index.Entry) {
		fmt.Fprintf(c.OutOrStdout(), "%s %s  %s\n", shell.Plain(e.Name), shell.Plain(e.Version), e.SHA256)
	}))
}
