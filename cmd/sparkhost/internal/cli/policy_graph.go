package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host/policy/graph"
)

func newPolicyGraphCommand() *cobra.Command {
	var f loadFlags
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
		Args: atMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			write, known := map[string]func(io.Writer, *graph.Graph) error{
				"mermaid": graph.WriteMermaid, "dot": graph.WriteDot, "svg": graph.WriteSVG,
			}[format]
			if !known {
				return fail(ExitFailed, "--format must be mermaid, dot or svg, not %q", format)
			}
			opts, err := f.options(pathOr(args))
			if err != nil {
				return err
			}
			p, err := load(c, opts)
			if err != nil {
				return err
			}
			return write(c.OutOrStdout(), graph.New(p.Policy))
		},
	}
	f.register(c)
	c.Flags().StringVar(&format, "format", "mermaid", "output `format`: mermaid, dot or svg")
	completeWords(c, "format", "mermaid", "dot", "svg")
	return c
}
