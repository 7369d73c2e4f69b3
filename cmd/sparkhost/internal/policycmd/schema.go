package policycmd

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/policy/reference"
)

func newPolicySchemaCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "schema",
		Short: "Print the schema of the policy language",
		Long: "Prints the schema that the host uses to decode and check policies:\n\n" +
			"  json      JSON Schema (draft 2020-12) of policies in HCL's JSON form\n" +
			"  editor    blocks, attributes, types, ranges, defaults, texts, metrics and functions as JSON, for\n" +
			"            completion and hover\n" +
			"  markdown  the reference at the end of docs/policy.md\n\n" +
			"Exit codes: 0 done, 1 wrong usage.",
		Example: `  sparkhost policy schema > policy.schema.json
  sparkhost policy schema --format editor | jq -r '.metrics[].path'
  sparkhost policy schema --format markdown`,
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error {
			write, known := map[string]func(io.Writer) error{
				"json": reference.WriteJSONSchema, "editor": reference.WriteEditorSchema, "markdown": reference.WriteMarkdown,
			}[format]
			if !known {
				return shell.Fail(shell.ExitFailed, "--format must be json, editor or markdown, not %q", format)
			}
			return write(c.OutOrStdout())
		},
	}
	c.Flags().StringVar(&format, "format", "json", "output `format`: json, editor or markdown")
	shell.CompleteWords(c, "format", "json", "editor", "markdown")
	return c
}
