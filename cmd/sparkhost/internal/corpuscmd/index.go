package corpuscmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

func newCorpusIndexCommand() *cobra.Command {
	var flags corpusFlags
	cmd := &cobra.Command{
		Use:   "index",
		Short: "Build the index of a corpus unless it exists",
		Long: "Builds the index of a corpus before its first use. Prints the number of documents and the\n" +
			"corpus digest. A corpus with invalid lines is refused, and all of them are listed.",
		Example: "  sparkhost corpus index --corpus papers.jsonl --corpus more.jsonl.gz\n" +
			"  sparkhost corpus index --corpus papers.jsonl --skip-bad-lines",
		Args: shell.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			corpus, err := flags.open(cmd)
			if err != nil {
				return err
			}
			defer corpus.Close()
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d documents, digest %s\n", corpus.Stats().Documents, corpus.Digest())
			return err
		},
	}
	flags.register(cmd)
	return cmd
}
