package corpuscmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/library"
	"github.com/sparkhost/sparkhost/host/library/table"
)

// importFlags are the flags of corpus import.
type importFlags struct {
	corpusFlags
	out, report string
	columns     []string
	index       bool
}

func newCorpusImportCommand() *cobra.Command {
	var flags importFlags
	cmd := &cobra.Command{
		Use:   "import PATH…",
		Short: "Make a corpus of PDFs, reference lists, exports and dumps",
		Long: "Reads files and folders, merges copies of one work, and writes one document a line.\n" +
			"Formats: " + wrapped(library.Formats) + ".\n\n" +
			"Works of a reference list get the text of the PDFs that it names. Whatever cannot be read is\n" +
			"listed with its reason on standard error, and the rest is imported. What was read is kept in the\n" +
			"cache folder by content, so that a second import of the same files takes seconds.\n\n" +
			"--corpus of every command takes the same paths directly.",
		Example: "  sparkhost corpus import papers/ --out corpus.jsonl\n" +
			"  sparkhost corpus import refs.bib export.ris ~/Zotero --out corpus.jsonl --index\n" +
			"  sparkhost corpus import table.csv --column title=Titel --column abstract=Kurzfassung --out corpus.jsonl --report import.json",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
	}
	fs := cmd.Flags()
	fs.StringVar(&flags.out, "out", "", "`file` that gets the corpus, one document a line")
	fs.BoolVar(&flags.index, "index", false, "also build the index, so that the first search is fast")
	fs.StringVar(&flags.report, "report", "", "`file` that gets the report as JSON, with all problems")
	fs.StringArrayVar(&flags.columns, "column", nil, "a column of tables as `field=name`, such as title=Titel; repeatable")
	fs.StringVar(&flags.cache, "cache", "", "cache `folder` (default $SPARKHOST_CACHE, else sparkhost in the user's cache folder)")
	return cmd
}

func wrapped(s string) string { return strings.ReplaceAll(s, "dumps of", "dumps\nof") }

func (f *importFlags) run(cmd *cobra.Command, paths []string) error {
	if f.out == "" && !f.index {
		return shell.Fail(shell.ExitFailed, "say what to make: --out FILE.jsonl, --index, or both")
	}
	columns, err := parseColumns(f.columns)
	if err != nil {
		return err
	}
	dir, err := shell.CacheDir(f.cache)
	if err != nil {
		return err
	}
	bar := shell.NewBar(cmd.ErrOrStderr(), "importing ")
	imported, err := library.Import(cmd.Context(), library.Options{Paths: paths, Dir: filepath.Join(dir, shell.ImportsFolder), Columns: columns, Progress: bar.Set})
	bar.Done()
	if err != nil && !errors.Is(err, library.ErrNothing) {
		return corpusFailure(err)
	}
	if werr := imported.Report.Write(cmd.ErrOrStderr(), 0); werr != nil {
		return werr
	}
	if f.report != "" {
		if werr := imported.Report.Save(f.report); werr != nil {
			return shell.Fail(shell.ExitFailed, "--report: %w", werr)
		}
	}
	if err != nil {
		return corpusFailure(err)
	}
	return f.deliver(cmd, imported.Path)
}

// deliver copies the corpus to where it is wanted, and indexes it.
func (f *importFlags) deliver(cmd *cobra.Command, path string) error {
	if f.out != "" {
		if err := copyFile(path, f.out); err != nil {
			return shell.Fail(shell.ExitFailed, "--out: %w", err)
		}
		path = f.out
	}
	if !f.index {
		return nil
	}
	f.files = []string{path}
	corpus, err := f.open(cmd)
	if err != nil {
		return err
	}
	defer corpus.Close()
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d documents, digest %s\n", corpus.Stats().Documents, corpus.Digest())
	return err
}

// copyFile copies a file: the copy is there whole or not at all.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.CreateTemp(filepath.Dir(to), ".new-*")
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Chmod(0o644), out.Sync(), out.Close()); err == nil {
		err = os.Rename(out.Name(), to)
	}
	if err != nil {
		return errors.Join(err, os.Remove(out.Name()))
	}
	return nil
}

// parseColumns reads field=name pairs.
func parseColumns(pairs []string) (table.Columns, error) {
	columns := table.Columns{}
	for _, pair := range pairs {
		field, name, ok := strings.Cut(pair, "=")
		if !ok || field == "" || name == "" {
			return nil, shell.Fail(shell.ExitFailed, "--column %s: expected field=name, such as title=Titel", pair)
		}
		columns[field] = name
	}
	return columns, nil
}
