package policycmd

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/policy/graph"
)

func newPolicyGraphCommand() *cobra.Command {
	var f flags.LoadFlags
	var format string
	c := &cobra.Command{
		Use:   "graph [PATH]",
		Short: "Draw a policy",
		Long: "Draws how a policy answers a question: rounds in order with their queries and conditions, the\n" +
			"queries that gap analysis adds, stages with their plugins, terms, falsification and gates.\n\n" +
			"Use mermaid in Markdown, dot with Graphviz, and svg as a finished picture. PATH is as in\n" +
			"`policy validate`.\n\n" +
			"Exit codes: 0 done, 1 wrong usage, 2 the policy is wrong.",
		Example: `  sparkhost policy graph standard --format svg > standard.svg
  sparkhost policy graph mine.policy.hcl >> README.md
  sparkhost policy graph policies/#mine --format dot | dot -Tpdf > mine.pdf`,
		Args: shell.AtMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			write, known := map[string]func(io.Writer, *graph.Graph) error{
				"mermaid": graph.WriteMermaid, "dot": graph.WriteDot, "svg": graph.WriteSVG,
			}[format]
			if !known {
				return shell.Fail(shell.ExitFailed, "--format must be mermaid, dot or svg, not %q", format)
			}
			opts, err := f.Options(flags.PathOr(args))
			if err != nil {
				return err
			}
			p, err := flags.Load(c, opts)
			if err != nil {
				return err
			}
			return write(c.OutOrStdout(), graph.New(p.Policy))
		},
	}
	f.Register(c)
	c.Flags().StringVar(&format, "format", "mermaid", "output `format`: mermaid, dot or svg")
	shell.CompleteWords(c, "format", "mermaid", "dot", "svg")
	return c
}
