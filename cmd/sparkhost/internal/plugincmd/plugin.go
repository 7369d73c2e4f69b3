// Package plugincmd holds the commands `plugin …`: make, build, inspect, test, measure, verify, fetch and publish plugins.
package plugincmd

import "github.com/spf13/cobra"

// New makes the command `plugin`.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "plugin",
		Short: "Create, check and share plugins",
		Long:  "A plugin is a WebAssembly module that scores, assesses or calibrates; docs/plugin-authors.md shows how to write one.",
		Example: "  sparkhost plugin new brevity --lang go --contract score\n" +
			"  sparkhost plugin push brevity.wasm oci://registry.example/team/brevity:1.2.0\n" +
			"  sparkhost plugin verify oci://registry.example/team/brevity:1.2.0",
	}
	cmd.AddCommand(newPluginNewCommand(), newPluginBuildCommand(), newPluginTestCommand(), newPluginRunCommand(), newPluginInspectCommand(), newPluginBenchCommand(), newPluginVerifyCommand(), newPluginPushCommand(), newPluginPullCommand(),
		newPluginKeygenCommand(), newPluginSignCommand(), newPluginPublishCommand(), newPluginSearchCommand(), newPluginMirrorCommand())
	return cmd
}
