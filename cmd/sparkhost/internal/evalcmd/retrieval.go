package evalcmd

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// rankingFlags are the flags of `eval retrieval`.
type rankingFlags struct {
	figureFlags
	run, against, qrels string
}

func newEvalRetrievalCommand() *cobra.Command {
	var f rankingFlags
	c := &cobra.Command{
		Use:   "retrieval --run RUN.txt (--qrels FILE | --questions FILE)",
		Short: "Score rankings of documents against judgments",
		Long: "Scores the rankings of a TREC run, as `corpus search --format trec` writes it: nDCG and recall of the first\n" +
			"10 and 100, precision, average precision and reciprocal rank, by the names and rules of trec_eval, each with a 95 %\n" +
			"interval (percentile bootstrap over queries, 1,000 draws; not known of fewer than six). Judgments are a TREC\n" +
			"file (query iteration document relevance) or the gold_docs of a file of questions. Queries without a relevant document\n" +
			"do not count; those without a ranking count 0.\n" +
			"--against compares with another run, query by query: the mean difference, its interval, and whether it excludes 0.\n\n" +
			"Exit codes: 0 scored, 1 failed, also if no judged query has a ranking.",
		Example: "  sparkhost corpus search --queries topics.jsonl --corpus papers.jsonl --format trec > run.txt\n" +
			"  sparkhost eval retrieval --run run.txt --qrels qrels.tsv",
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.score(c.OutOrStdout()) },
	}
	fs := c.Flags()
	fs.StringVar(&f.run, "run", "", "TREC run: query Q0 document rank score name")
	fs.StringVar(&f.against, "against", "", "another TREC run, of the same queries, to compare with")
	fs.StringVar(&f.qrels, "qrels", "", "judgments: query iteration document relevance")
	f.register(c, "`file` of questions whose gold_docs are the relevant documents, one JSON object per line")
	return c
}

func (f *rankingFlags) score(out io.Writer) error {
	switch err := f.checkFormat(); {
	case err != nil:
		return err
	case f.run == "" || (f.qrels == "") == (f.questions == ""):
		return shell.Fail(shell.ExitFailed, "missing input: give --run FILE, and either --qrels FILE or --questions FILE")
	}
	judged, err := f.judgments()
	if err != nil {
		return err
	}
	run, err := readFile("run", f.run, eval.ReadRankings)
	if err != nil {
		return err
	}
	var other eval.Rankings
	if f.against != "" {
		if other, err = readFile("against", f.against, eval.ReadRankings); err != nil {
			return err
		}
	}
	s, err := eval.ScoreRankings(run, other, judged, f.seed)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "nothing was scored: %s: %w", f.run, err)
	}
	if f.format == "json" {
		return shell.WriteLine(out, s)
	}
	return writeRetrieval(out, s)
}

// judgments returns those of the file of judgments or of the questions.
func (f *rankingFlags) judgments() (eval.Qrels, error) {
	if f.qrels != "" {
		return readFile("qrels", f.qrels, eval.ReadQrels)
	}
	questions, err := flags.Answered(f.questions, false)
	if err != nil {
		return nil, err
	}
	out := eval.Qrels{}
	for id, q := range questions {
		out[id] = eval.Judgments{}
		for _, doc := range q.GoldDocs {
			out[id][doc] = 1
		}
	}
	return out, nil
}

// readFile reads the file that a flag names.
func readFile[T any](flag, path string, read func(io.Reader) (T, error)) (T, error) {
	var none T
	text, err := bounded.ReadFile(path, bounded.Questions)
	if err != nil {
		return none, shell.Unopened("--"+flag, path, err)
	}
	v, err := read(bytes.NewReader(text))
	if err != nil {
		return none, shell.Fail(shell.ExitFailed, "%s: %w", path, err)
	}
	return v, nil
}

func writeRetrieval(w io.Writer, s *eval.Retrieval) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d queries with a relevant document", s.Queries)
	if s.Missing+s.Unjudged > 0 {
		fmt.Fprintf(&b, ", %d of them without a ranking; %d rankings of other queries", s.Missing, s.Unjudged)
	}
	b.WriteByte('\n')
	for _, m := range s.Measures {
		fmt.Fprintf(&b, "%-12s %.4f %s", m.Name, m.Value, m.Interval.Text("%.4f", 1))
		if d := m.Against; d != nil {
			says := "inconclusive"
			if d.Conclusive() {
				says = "conclusive"
			}
			fmt.Fprintf(&b, "  against the other %+.4f [%+.4f, %+.4f], better in %d, worse in %d: %s", d.Mean, d.Low, d.High, d.Better, d.Worse, says)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
