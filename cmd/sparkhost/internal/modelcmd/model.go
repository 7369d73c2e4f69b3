// Package modelcmd holds the commands `model …`: check endpoints, and serve a fake model for testing.
package modelcmd

import "github.com/spf13/cobra"

// New makes the command `model`.
func New() *cobra.Command {
	c := &cobra.Command{
		Use:   "model",
		Short: "Check the language models of a policy, or serve a fake one",
		Long:  "A policy can bind roles to language models; see docs/models.md. Without models, rules do every step.",
		Example: "  sparkhost model check --policy mine.policy.hcl\n" +
			"  sparkhost model standin --script script.json --listen 127.0.0.1:8099",
	}
	c.AddCommand(newModelCheckCommand(), newModelStandinCommand())
	return c
}
