// Package policycmd holds the commands `policy …`: check, format, preview, test and compare policies.
package policycmd

import (
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/lspcmd"
)

// New makes the command `policy`.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Check, preview, test and compare policies",
		Long: "A policy decides how questions are answered: rounds, scores, budgets, gates. It is HCL;\n" +
			"docs/policy.md describes the language.",
		Example: "  sparkhost policy validate standard\n" +
			"  sparkhost policy validate policies/ --warnings=error",
	}
	cmd.AddCommand(newPolicyValidateCommand(), newPolicyTestCommand())
	cmd.AddCommand(newPolicyDiffCommand())
	cmd.AddCommand(newPolicyFmtCommand(), newPolicyPlanCommand(), newPolicyGraphCommand(), newPolicyConsoleCommand(), newPolicySchemaCommand(), lspcmd.New())
	return cmd
}
