package cli

import "github.com/spf13/cobra"

func newPluginCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "plugin",
		Short: "Create, check and share plugins",
		Long:  "A plugin is a WebAssembly module that scores, assesses or calibrates; docs/plugin-authors.md shows how to write one.",
		Example: "  sparkhost plugin new brevity --lang go --contract score\n" +
			"  sparkhost plugin push brevity.wasm oci://registry.example/team/brevity:1.2.0\n" +
			"  sparkhost plugin verify oci://registry.example/team/brevity:1.2.0",
	}
	cmd.AddCommand(newPluginNewCommand(), newPluginBuildCommand(), newPluginTestCommand(), newPluginInspectCommand(), newPluginBenchCommand(), newPluginVerifyCommand(), newPluginPushCommand(), newPluginPullCommand())
	return cmd
}
