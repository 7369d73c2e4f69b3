package corpuscmd

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
)

// searchFlags are the flags of corpus search.
type searchFlags struct {
	corpusFlags
	queries string
	limit   int
	format  string
	runName string
}

func newCorpusSearchCommand() *cobra.Command {
	var flags searchFlags
	cmd := &cobra.Command{
		Use:   "search [query]",
		Short: "Search a corpus with one query or a file of queries",
		Long: "Prints the best documents for a query. With --queries, each line of the file is a query: a JSON\n" +
			"object with \"id\" and one of \"text\", \"question\" or \"claim\". --format trec writes a TREC run\n" +
			"(query Q0 document rank score name), which trec_eval and similar tools can score.",
		Example: "  sparkhost corpus search \"ice albedo feedback\" --corpus papers.jsonl --limit 5\n" +
			"  sparkhost corpus search --queries topics.jsonl --corpus papers.jsonl --format trec > run.txt\n" +
			"  sparkhost corpus search \"sea ice\" --corpus papers.jsonl --set title_boost=0.4",
		Args: shell.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&flags.queries, "queries", "", "JSONL `file` of queries")
	cmd.Flags().IntVar(&flags.limit, "limit", 0, "most documents per query (default 10; 100 for trec)")
	cmd.Flags().StringVar(&flags.format, "format", "text", "output `format`: text, json (one object per query) or trec")
	cmd.Flags().StringVar(&flags.runName, "run-name", "sparkhost", "`name` of the run, the last column of trec")
	return cmd
}

func (f *searchFlags) run(cmd *cobra.Command, args []string) error {
	write, err := f.writer()
	if err != nil {
		return err
	}
	queries, err := f.readQueries(args)
	if err != nil {
		return err
	}
	corpus, err := f.open(cmd)
	if err != nil {
		return err
	}
	defer corpus.Close()
	out := bufio.NewWriter(cmd.OutOrStdout())
	for _, q := range queries {
		if err := f.answer(cmd, corpus, q, func(hits []retrieval.Hit) error { return write(out, q, hits) }); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (f *searchFlags) answer(cmd *cobra.Command, corpus *local.Corpus, q corpusQuery, write func([]retrieval.Hit) error) error {
	hits, err := corpus.Search(cmd.Context(), retrieval.Query{Text: q.Text, Limit: f.limit})
	if err != nil {
		return corpusFailure(err)
	}
	if len(hits) == 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "no document shares a term with %s\n", q.shown())
	}
	return write(hits)
}

// A hitWriter writes the answer to one query.
type hitWriter func(w io.Writer, q corpusQuery, hits []retrieval.Hit) error

// writer checks format, limit and run name, and completes the limit.
func (f *searchFlags) writer() (hitWriter, error) {
	if f.limit < 0 {
		return nil, shell.Fail(shell.ExitFailed, "--limit %d: must be at least 1", f.limit)
	}
	if f.limit == 0 {
		f.limit = 10
		if f.format == "trec" {
			f.limit = 100
		}
	}
	switch f.format {
	case "text":
		return writeHits, nil
	case "json":
		return writeHitsJSON, nil
	case "trec":
		return f.writeTREC, oneWord("--run-name", f.runName)
	}
	return nil, shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json, trec", f.format)
}

func writeHits(w io.Writer, q corpusQuery, hits []retrieval.Hit) error {
	if q.ID != "" {
		fmt.Fprintf(w, "%s: %s\n", shell.Plain(q.ID), shell.Plain(q.Text))
	}
	for _, h := range hits {
		title := shell.Plain(h.Document.Title)
		if title == "" {
			title = shell.Shorten(h.Document.Abstract, 80)
		}
		about := []string{h.Document.ID}
		if h.Document.Year != 0 {
			about = append(about, fmt.Sprint(h.Document.Year))
		}
		if h.Document.Venue != "" {
			about = append(about, h.Document.Venue)
		}
		if h.Document.Retracted {
			about = append(about, "RETRACTED")
		}
		if _, err := fmt.Fprintf(w, "%3d  %7.3f  %s  [%s]\n", h.Rank, h.Score, title, shell.Plain(strings.Join(about, ", "))); err != nil {
			return err
		}
	}
	return nil
}

func writeHitsJSON(w io.Writer, q corpusQuery, hits []retrieval.Hit) error {
	if hits == nil {
		hits = []retrieval.Hit{}
	}
	e := shell.Encoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		ID    string          `json:"id,omitempty"`
		Query string          `json:"query"`
		Hits  []retrieval.Hit `json:"hits"`
	}{q.ID, q.Text, hits})
}

func (f *searchFlags) writeTREC(w io.Writer, q corpusQuery, hits []retrieval.Hit) error {
	for _, h := range hits {
		if err := oneWord("document id", h.Document.ID); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s Q0 %s %d %.6f %s\n", q.name(), h.Document.ID, h.Rank, h.Score, f.runName); err != nil {
			return err
		}
	}
	return nil
}

// oneWord refuses what would break the columns of a TREC run.
func oneWord(what, s string) error {
	if s == "" || strings.ContainsFunc(s, unicode.IsSpace) {
		return shell.Fail(shell.ExitFailed, "%s %q: a TREC run needs one word without spaces", what, s)
	}
	return nil
}
