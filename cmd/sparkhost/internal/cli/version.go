package cli

import (
	"fmt"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/plugins"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// versionInfo is what bug reports need.
type versionInfo struct {
	Version  string         `json:"version"`
	Go       string         `json:"go"`
	Platform string         `json:"platform"`
	Contract int            `json:"contract"`
	Plugins  []record.Named `json:"plugins"`
}

func newVersionCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the contract version and the built-in plugins",
		Example: "  sparkhost version\n  sparkhost version --format json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			v, err := readVersion()
			if err != nil {
				return err
			}
			switch format {
			case "json":
				return writeLine(c.OutOrStdout(), v)
			case "text":
				w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprintf(w, "sparkhost %s, contract %d, %s, %s\n", v.Version, v.Contract, v.Go, v.Platform)
				for _, p := range v.Plugins {
					fmt.Fprintf(w, "  %s\t%s\n", p.Name, p.Digest)
				}
				return w.Flush()
			}
			return fail(ExitFailed, "--format %q: known are text, json", format)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "output format: text or json")
	completeWords(c, "format", "text", "json")
	return c
}

func readVersion() (versionInfo, error) {
	v := versionInfo{
		Version: host.Version, Go: strings.TrimPrefix(runtime.Version(), "go version "), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Contract: contract.Version, Plugins: []record.Named{},
	}
	for _, name := range plugins.Names() {
		wasm, err := plugins.Open(name)
		if err != nil {
			return v, err
		}
		v.Plugins = append(v.Plugins, record.Named{Name: name, Digest: record.Digest(wasm)})
	}
	return v, nil
}
