package corpuscmd

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
)

func newCorpusStatsCommand() *cobra.Command {
	var flags corpusFlags
	var format string
	cmd := &cobra.Command{
		Use:     "stats",
		Short:   "Describe a corpus",
		Long:    "Prints how many documents a corpus has, which fields they have, and how large its index is.",
		Example: "  sparkhost corpus stats --corpus papers.jsonl\n  sparkhost corpus stats --corpus papers.jsonl --format json",
		Args:    shell.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if format != "text" && format != "json" {
				return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", format)
			}
			corpus, err := flags.open(cmd)
			if err != nil {
				return err
			}
			defer corpus.Close()
			if format == "json" {
				return shell.WriteJSON(cmd.OutOrStdout(), corpus.Stats())
			}
			return writeStats(cmd.OutOrStdout(), corpus.Stats())
		},
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&format, "format", "text", "output `format`: text or json")
	return cmd
}

func writeStats(w io.Writer, s local.Stats) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name string, value any) { fmt.Fprintf(t, "%s\t%v\n", name, value) }
	row("documents", s.Documents)
	row("without any text", s.Empty)
	for _, c := range []struct {
		name string
		n    int
	}{
		{"title", s.WithTitle}, {"abstract", s.WithAbstract}, {"text", s.WithText}, {"sections", s.WithSections},
		{"venue", s.WithVenue}, {"doi", s.WithDOI}, {"citation count", s.WithCites},
	} {
		row("with "+c.name, c.n)
	}
	year := fmt.Sprint(s.WithYear)
	if s.WithYear > 0 {
		year += fmt.Sprintf(" (%d to %d)", s.FirstYear, s.LastYear)
	}
	row("with year", year)
	row("retracted", s.Retracted)
	row("mean index terms", fmt.Sprintf("%.1f", s.MeanTerms))
	row("invalid lines skipped", fmt.Sprintf("%d, of them duplicates %d", s.Skipped, s.Duplicates))
	row("index", fmt.Sprintf("%.1f MB", float64(s.IndexBytes)/1e6))
	row("digest", s.Digest)
	return t.Flush()
}
