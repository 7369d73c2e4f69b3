// Package corpuscmd holds the commands `corpus …`: import, index and search local literature.
package corpuscmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/library"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
)

// New makes the command `corpus`.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpus",
		Short: "Import, index and search local literature",
		Long: "A corpus consists of JSONL files, plain or gzip, with one document per line:\n\n" +
			`  {"id": "1", "title": "…", "abstract": "…", "year": 2019, "doi": "10.1000/1"}` + "\n\n" +
			"Only \"id\" is required. An index is built on first use, kept in the cache folder, and rebuilt\n" +
			"when the files change. Folders of PDFs, reference lists, exports and dumps are imported\n" +
			"first, see corpus import.",
		Example: "  sparkhost corpus search \"ice albedo feedback\" --corpus papers/\n" +
			"  sparkhost corpus index --corpus papers.jsonl\n" +
			"  sparkhost corpus search \"ice albedo feedback\" --corpus papers.jsonl\n" +
			"  sparkhost corpus stats --corpus papers.jsonl",
	}
	cmd.AddCommand(newCorpusIndexCommand(), newCorpusSearchCommand(), newCorpusStatsCommand(), newCorpusImportCommand())
	return cmd
}

// corpusFlags are the flags that all corpus commands share.
type corpusFlags struct {
	files   []string
	cache   string
	skipBad bool
	set     []string
}

func (f *corpusFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.files, "corpus", nil, shell.CorpusFlagText)
	flags.StringVar(&f.cache, "cache", "", "cache `folder` (default $SPARKHOST_CACHE, else sparkhost in the user's cache folder)")
	flags.BoolVar(&f.skipBad, "skip-bad-lines", false, "skip invalid lines instead of refusing the corpus")
	flags.StringArrayVar(&f.set, "set", nil, "setting of index or ranking as `name=value` (repeatable): "+strings.Join(local.SettingNames(), ", "))
}

// Open opens the corpus that the flags name, with a progress bar on a terminal
// while it is indexed.
func (f *corpusFlags) open(cmd *cobra.Command) (*local.Corpus, error) {
	if len(f.files) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "no corpus: name one with --corpus FILE.jsonl")
	}
	config, err := parseSet(f.set)
	if err != nil {
		return nil, err
	}
	settings, err := local.ParseSettings(config)
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "--set: %w", err)
	}
	dir, err := shell.CacheDir(f.cache)
	if err != nil {
		return nil, err
	}
	files, err := resolveCorpus(cmd, f.files, dir)
	if err != nil {
		return nil, err
	}
	bar := shell.NewIndexBar(cmd.ErrOrStderr())
	corpus, err := local.Open(cmd.Context(), local.Options{
		Files: files, Dir: dir, SkipBadLines: f.skipBad, Settings: settings, Progress: bar.Set,
	})
	bar.Done()
	if err != nil {
		return nil, corpusFailure(err)
	}
	s := corpus.Stats()
	if text := s.SkippedText(); text != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s\n", text)
	}
	if len(s.Unread) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: unknown keys in the corpus are ignored: %s\n", shell.Plain(strings.Join(s.Unread, ", ")))
	}
	return corpus, nil
}

// resolveCorpus imports what is not a file of corpus lines, and says what could not be read.
func resolveCorpus(cmd *cobra.Command, paths []string, dir string) ([]string, error) {
	bar := shell.NewBar(cmd.ErrOrStderr(), "importing ")
	files, report, err := library.Resolve(cmd.Context(), library.Options{Paths: paths, Dir: filepath.Join(dir, shell.ImportsFolder), Progress: bar.Set})
	bar.Done()
	if report != nil && !report.Kept {
		if werr := report.Write(cmd.ErrOrStderr(), 20); werr != nil {
			return nil, werr
		}
	}
	if err != nil {
		return nil, corpusFailure(err)
	}
	return files, nil
}

// parseSet reads name=value pairs; a value is a number, true, false or a text.
func parseSet(pairs []string) (map[string]any, error) {
	config := map[string]any{}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, shell.Fail(shell.ExitFailed, "--set %s: must be name=value, such as title_boost=0.2", pair)
		}
		if f, err := strconv.ParseFloat(value, 64); err == nil {
			config[name] = f
		} else if value == "true" || value == "false" {
			config[name] = value == "true"
		} else {
			config[name] = value
		}
	}
	return config, nil
}

// corpusFailure gives an error of a corpus its exit code.
func corpusFailure(err error) error {
	if errors.Is(err, context.Canceled) {
		return shell.Fail(shell.ExitInterrupted, "interrupted: %w", err)
	}
	return shell.Fail(shell.ExitFailed, "%w", err)
}
