// Package runcmd holds the command `run`: it answers questions and writes results and reports.
package runcmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/batch"
	"github.com/sparkhost/sparkhost/host/cite"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// runFlags are the flags of `run`.
type runFlags struct {
	policy                      string
	vars                        map[string]string
	varFiles, waive             []string
	corpus                      []string
	live                        flags.LiveFlags
	watch                       record.Watcher // telemetry; nil: off
	skipBadLines                bool
	question, questionType      string
	options                     []string
	questions                   string
	cache, record               string
	format, out                 string
	cite                        string
	reports, expect             []string
	seed                        uint64
	year, concurrency           int
	resume, requireAnswer, cold bool
	timeout                     time.Duration
	late                        atomic.Bool // the time was out
	lock                        string
	frozen, offline             bool
	wait                        time.Duration
	flags.ModeFlag
	flags.ModelsFlag
}

// New makes the command `run`.
func New() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run",
		Short: "Answer one question or a file of questions",
		Long: "Answers questions from literature under a policy. Results go to stdout or --out, messages go to stderr.\n\n" +
			"Exit codes: 0 done, 1 failed, 2 policy wrong, 4 a gate or --expect failed,\n" +
			"5 abstained under --require-answer, 6 budget exhausted and the policy says fail,\n" +
			"7 plugin fault and the policy says fail, 130 interrupted. With several results, the most severe exit code wins.\n\n" + flags.ModelHelp(),
		Example: `  # one question from a corpus of your own
  sparkhost run --corpus papers.jsonl --question "Does drug X lower blood pressure?" --option yes --option no

  # is this claim supported?
  sparkhost run --corpus papers.jsonl --type claim --question "Aspirin inhibits COX-1."

  # a file of questions, two at a time, as JSON lines; then continue after an interruption
  sparkhost run --corpus papers.jsonl --questions questions.jsonl --format jsonl --out results.jsonl --concurrency 2
  sparkhost run --corpus papers.jsonl --questions questions.jsonl --format jsonl --out results.jsonl --resume

  # for CI: results as JSON lines, a page for people, JUnit and SARIF, from one run
  sparkhost run --corpus papers.jsonl --questions q.jsonl --format jsonl --out results.jsonl \
    --report report.html --report junit.xml --report results.sarif

  # with a language model in every role, another as judge, and one to fall back on
  sparkhost run --corpus papers.jsonl --questions q.jsonl --model anthropic:claude-haiku-4-5 --model judge=openai:gpt-5.4-mini
  sparkhost run --corpus papers.jsonl --questions q.jsonl --model ollama:qwen3:8b --model llamacpp:qwen3@http://10.0.0.7:8080/v1

  # for CI: the right answers are known; a wrong one is a failure in every report, and exit code 4
  sparkhost run --corpus papers.jsonl --questions q.jsonl --expect right.jsonl --format github --report junit.xml --report summary.md

  # an answer to edit, with its bibliography, and the works that it cites for a reference manager
  sparkhost run --corpus papers/ --type claim --question "Aspirin inhibits COX-1." --report answer.md --report refs.bib
  sparkhost run --corpus papers/ --type claim --question "Aspirin inhibits COX-1." --cite ris > refs.ris

  # another policy, one of its variables, and the records to explain the answers from
  sparkhost run --corpus papers.jsonl --questions q.jsonl --policy ./mine.policy.hcl --var min_coverage=0.5 --record records/`,
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.register(c)
	return c
}

func (f *runFlags) register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVar(&f.policy, "policy", "standard", "policy: a shipped name, a file, a folder, or path#name")
	fs.StringToStringVar(&f.vars, "var", nil, "value of a policy variable, NAME=VALUE (repeatable)")
	fs.StringArrayVar(&f.varFiles, "var-file", nil, "file of variable values, *.policyvars.hcl (repeatable)")
	fs.StringArrayVar(&f.waive, "waive", nil, "waive a soft gate: GATE=REASON or GATE=REASON,until=2030-01-31 (repeatable)")
	fs.StringArrayVar(&f.corpus, "corpus", nil, shell.CorpusFlagText)
	fs.BoolVar(&f.skipBadLines, "skip-bad-lines", false, "skip invalid corpus lines instead of failing")
	fs.StringVarP(&f.question, "question", "q", "", "the question to answer")
	fs.StringVar(&f.questionType, "type", "", "type of --question: yes_no, multiple_choice, free_form or claim (default: by --option and the first word)")
	fs.StringArrayVar(&f.options, "option", nil, "option of --question, TEXT or LABEL=TEXT (repeatable)")
	fs.StringVar(&f.questions, "questions", "", "file of questions, one JSON object per line; - is standard input")
	fs.StringVar(&f.cache, "cache", "", "folder of cache, index and records (default: the user's cache folder; env SPARKHOST_CACHE)")
	fs.BoolVar(&f.cold, "no-cache", false, "use a temporary cache folder and remove it at the end")
	fs.StringVar(&f.record, "record", "", "folder for a JSON lines record of each run")
	fs.StringVar(&f.format, "format", "text", "output format: "+strings.Join(runFormats, ", "))
	fs.StringVarP(&f.out, "out", "o", "", "file for the results (default: standard output)")
	fs.StringArrayVar(&f.reports, "report", nil, "also write a `FILE`: .html a page for people, .md the answers with a bibliography (of a file of questions after a summary), .bib, .ris or .csl.json the works that are cited, .xml JUnit, .sarif SARIF (repeatable)")
	fs.StringVar(&f.cite, "cite", "", "write the works that are cited in place of the results, as `FORMAT`: bibtex, ris or csl")
	fs.StringArrayVar(&f.expect, "expect", nil, "exit with 4 unless the results are as a `FILE` expects: .jsonl of right answers ({\"id\", \"answer\"}), of which each must be met, or .hcl of gates as for eval gate (repeatable)")
	fs.Uint64Var(&f.seed, "seed", 0, "seed; part of every run's identity")
	fs.IntVar(&f.year, "year", 0, "year that recency is measured against (default: the newest found)")
	fs.IntVar(&f.concurrency, "concurrency", 1, "questions answered at the same time; does not affect results while sources and endpoints respond")
	fs.DurationVar(&f.timeout, "timeout", 0, "time limit of the whole run, such as 30m; then it stops as after Ctrl-C, with exit code 130: it finishes started questions and starts no others (0: no limit)")
	fs.BoolVar(&f.resume, "resume", false, "keep the results that --out already holds and answer the rest (format jsonl)")
	fs.BoolVar(&f.requireAnswer, "require-answer", false, "exit with 5 if any question has no answer")
	fs.StringVar(&f.lock, "lock", "", "lock file that pins the plugins (default: sparkhost.lock.hcl beside the policy or above it in the repository)")
	fs.BoolVar(&f.frozen, "frozen", shell.InCI(), "refuse plugins that are missing from the lock, if there is one (default: in CI, env CI=true)")
	fs.BoolVar(&f.offline, "offline", false, "make no network requests: plugins come from this binary, files and the cache, answers of sources from --recordings and the cache")
	f.live.Register(c)
	fs.DurationVar(&f.wait, "wait", 5*time.Second, "how long to wait for another process to release the cache folder")
	f.RegisterMode(c)
	f.RegisterModels(c)
	c.MarkFlagsMutuallyExclusive("question", "questions")
	c.MarkFlagsMutuallyExclusive("cache", "no-cache")
	c.MarkFlagsMutuallyExclusive("cite", "format")
	shell.CompleteWords(c, "cite", "bibtex", "ris", "csl")
	shell.CompleteWords(c, "format", runFormats...)
	shell.CompleteWords(c, "type", "yes_no", "multiple_choice", "free_form", "claim")
}

// runFormats are the formats of the results of `run`.
var runFormats = []string{"text", "json", "jsonl", "junit", "github", "sarif"}

func (f *runFlags) run(c *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.cite != "" {
		f.format = f.cite
	}
	defer f.limit(c)()
	sink, err := f.prepare(c)
	if err != nil {
		return err
	}
	var end func()
	if f.watch, end, err = flags.Watcher(c.ErrOrStderr(), f.offline); err != nil {
		return err
	}
	defer end()
	ui := shell.NewProgress(c.ErrOrStderr())
	defer ui.Close()
	h, err := f.open(c.Context(), ui)
	if c.Context().Err() != nil {
		return f.unbegun(c.OutOrStdout(), h)
	}
	if err != nil {
		said := shell.Describe(c.ErrOrStderr(), err)
		return errors.Join(said, f.writeRefusal(c.OutOrStdout(), err, said))
	}
	if sink.path == "" {
		ui.YieldTo(c.OutOrStdout())
	}
	b := batch.New(h, sink.all)
	if err := errors.Join(sink.accept(b), sink.open()); err != nil {
		return errors.Join(err, h.Close())
	}
	e := newEnding(sink, b.Left(), ui.Questions(b.Left()))
	err = b.Run(c.Context(), f.concurrency, e.take)
	ui.Close()
	e.tally.show(c.ErrOrStderr())
	if u := b.Upgrades(); u.Capped() {
		ui.Say(u.String())
	}
	if rerr := f.live.Report(c.ErrOrStderr(), h.SourceReport()); rerr != nil && err == nil {
		err = rerr
	}
	return f.finish(e, h, err)
}

// limit ends the run's context when its time is out. It sets no deadline, which could reach results: a source is not asked where it
// would answer too late.
func (f *runFlags) limit(c *cobra.Command) (stop func()) {
	if f.timeout <= 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(c.Context())
	c.SetContext(ctx)
	timer := time.AfterFunc(f.timeout, func() {
		f.late.Store(true)
		cancel()
	})
	return func() {
		timer.Stop()
		cancel()
	}
}

// Ended says what ended the run before its time.
func (f *runFlags) ended() string {
	if f.late.Load() {
		return fmt.Sprintf("out of time (--timeout %v)", f.timeout)
	}
	return "interrupted"
}

// unbegun ends a run that was interrupted before its first question; h may be open, or nil.
func (f *runFlags) unbegun(stdout io.Writer, h *host.Host) error {
	said := shell.Fail(shell.ExitInterrupted, "%s before the first question", f.ended())
	err := f.writeRefusal(stdout, said, said)
	if h != nil {
		err = errors.Join(err, h.Close())
	}
	return errors.Join(said, err)
}

// prepare reads the questions and makes the output ready. A refusal is reported.
func (f *runFlags) prepare(c *cobra.Command) (*sink, error) {
	if err := f.refuseInputs(); err != nil {
		return nil, err
	}
	_, err := f.ChosenMode()
	var questions []evidence.Question
	var lines map[string]int
	if err == nil {
		questions, lines, err = f.readQuestions(c.InOrStdin())
	}
	var s *sink
	if err == nil {
		s, err = newSink(f, c.OutOrStdout(), questions)
	}
	if err != nil {
		return nil, errors.Join(err, f.writeRefusal(c.OutOrStdout(), err, err))
	}
	s.report.lines = lines
	if err := f.readExpected(s, questions); err != nil {
		return nil, errors.Join(err, f.writeRefusal(c.OutOrStdout(), err, err))
	}
	return s, nil
}

// finish writes what is written whole, and returns the verdict that stands in it.
func (f *runFlags) finish(e *ending, h *host.Host, err error) error {
	e.sink.report.judge()
	verdict := f.verdict(e, err)
	e.sink.report.end(verdict)
	cerr := errors.Join(e.sink.close(), e.sink.report.writeFiles(f.reports), h.Close())
	if err == nil && cerr != nil {
		return cerr
	}
	return verdict
}

// Check refuses what no run could be made of.
func (f *runFlags) check() error {
	switch {
	case f.question == "" && f.questions == "":
		return shell.Fail(shell.ExitFailed, "no question: give --question TEXT or --questions FILE")
	case f.cite != "" && cite.Formats[f.cite] == nil:
		return shell.Fail(shell.ExitFailed, "--cite %q: must be one of bibtex, ris, csl", f.cite)
	case !slices.Contains(runFormats, f.format):
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: %s", f.format, strings.Join(runFormats, ", "))
	case f.concurrency < 1:
		return shell.Fail(shell.ExitFailed, "--concurrency %d: must be at least 1", f.concurrency)
	case f.resume && (f.format != "jsonl" || f.out == ""):
		return shell.Fail(shell.ExitFailed, "--resume needs --format jsonl and --out FILE, where the earlier results are")
	case f.questions != "" && (len(f.options) > 0 || f.questionType != ""):
		return shell.Fail(shell.ExitFailed, "--option and --type go with --question; a question file has its own")
	}
	for _, path := range f.reports {
		if _, err := reportFormat(path); err != nil {
			return err
		}
	}
	return f.live.Check(f.offline)
}

func (f *runFlags) open(ctx context.Context, ui *shell.Progress) (*host.Host, error) {
	home := ""
	if !f.cold {
		var err error
		if home, err = shell.CacheDir(f.cache); err != nil {
			return nil, err
		}
	}
	config := host.Config{
		Policy: f.policy, Mode: policy.Mode(f.Mode), Vars: f.vars, VarFiles: f.varFiles, Waive: f.waive, Environ: os.Environ(),
		Lock: f.lock, Frozen: f.frozen, Offline: f.offline,
		Corpus: f.corpus, SkipBadLines: f.skipBadLines,
		Home: home, RecordDir: f.record, Wait: f.wait, Seed: f.seed, Year: f.year, Models: f.Models,
		Notify: ui.Say, Progress: ui.Indexing,
	}
	f.live.Apply(&config, f.cache)
	config.Watch = f.watch
	return host.Open(ctx, config)
}

// verdict turns the results into the command's exit code.
func (f *runFlags) verdict(e *ending, err error) error {
	switch {
	case errors.Is(err, batch.ErrInterrupted):
		note := ""
		if f.out != "" && f.format == "jsonl" {
			note = fmt.Sprintf("; continue with --resume --out %s", f.out)
		}
		return shell.Fail(shell.ExitInterrupted, "%s after %d of %d questions%s", f.ended(), e.done, e.of, note)
	case err != nil:
		return err
	}
	if unmet := e.sink.report.unmet(); e.worst.Code == shell.ExitDone && unmet != "" {
		return shell.Fail(shell.ExitRefused, "%s", unmet)
	}
	if e.worst.Code == shell.ExitDone && f.requireAnswer && e.abstained > 0 {
		return shell.Fail(shell.ExitAbstained, "no answer to %d of %d questions", e.abstained, len(e.sink.all))
	}
	if e.worst.Code != shell.ExitDone {
		return shell.Fail(e.worst.Code, "%s", e.worst.Why)
	}
	return nil
}

// single makes the question of --question, --type and --option, held to the same
// rules as a line of a question file.
func (f *runFlags) single() (evidence.Question, error) {
	q := evidence.Question{ID: "question", Question: f.question, Type: f.questionType}
	for i, o := range f.options {
		q.Options = append(q.Options, parseOption(o, i))
	}
	line, err := json.Marshal(q)
	if err != nil {
		return q, err
	}
	return evidence.ParseQuestion(line)
}
