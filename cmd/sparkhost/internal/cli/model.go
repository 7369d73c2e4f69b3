package cli

import "github.com/spf13/cobra"

func newModelCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "model",
		Short: "Try out the language models of a policy, or a stand-in for them",
		Long:  "A policy may bind roles to language models; see docs/models.md. Without any, every step is done by rules.",
		Example: "  sparkhost model check --policy mine.policy.hcl\n" +
			"  sparkhost model standin --script script.json --listen 127.0.0.1:8099",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newModelCheckCommand(), newModelStandinCommand())
	return c
}
