package shell

import "github.com/spf13/cobra"

// CompleteFiles leaves the completion of arguments to the shell.
func CompleteFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"hcl"}, cobra.ShellCompDirectiveFilterFileExt
}

// CompleteWords offers fixed words to the shell's completion of a flag.
func CompleteWords(c *cobra.Command, flag string, words ...string) {
	// The error can only be an unknown flag, which register rules out.
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}
