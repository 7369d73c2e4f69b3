package plugincmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/scaffold"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
)

func newPluginNewCommand() *cobra.Command {
	o := scaffold.Options{Version: host.Version}
	c := &cobra.Command{
		Use:   "new NAME",
		Short: "Create a plugin project that builds and passes its tests",
		Long: "new creates a folder with a working plugin: source, plugin.hcl, golden files, a README with next\n" +
			"steps and a CI workflow. It copies the SDK into the project, so that it builds without a clone of sparkhost\n" +
			"and without a network. (extism-go uses the Extism PDK, which Go downloads.)",
		Example: "  sparkhost plugin new brevity --lang go --contract score\n" +
			"  sparkhost plugin new hedging --lang rust --contract assess --dir plugins/hedging",
		Args: shell.Needs("NAME"),
		RunE: func(c *cobra.Command, args []string) error {
			o.Name = args[0]
			if o.Dir == "" {
				o.Dir = o.Name
			}
			files, err := scaffold.New(o)
			if err != nil {
				return err
			}
			for _, f := range files {
				fmt.Fprintln(c.OutOrStdout(), filepath.Join(o.Dir, filepath.FromSlash(f)))
			}
			fmt.Fprintf(c.ErrOrStderr(), "next: sparkhost plugin build %s && sparkhost plugin test %s\n", o.Dir, o.Dir)
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&o.Language, "lang", "go", "language: "+strings.Join(scaffold.Languages(), ", "))
	f.StringVar(&o.Contract, "contract", "score", "contract: "+strings.Join(scaffold.Contracts(), ", "))
	f.StringVar(&o.Dir, "dir", "", "folder to create (default NAME)")
	f.StringVar(&o.SDK, "sdk", os.Getenv("SPARKHOST_SDK"), "checkout of sparkhost to take the SDK from, for those who change the SDK (default: $SPARKHOST_SDK, else the copy in this program)")
	shell.CompleteWords(c, "lang", scaffold.Languages()...)
	shell.CompleteWords(c, "contract", scaffold.Contracts()...)
	return c
}
