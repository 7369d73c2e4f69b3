package evalcmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/runcmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/suite"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// describePack reads the questions and digests the files of a pack.
func describePack(p suite.Pack) (suite.PackFile, error) {
	out := suite.PackFile{Name: p.Name, Role: p.Role, Cluster: p.Cluster, Sources: p.Sources, Corpus: []string{}}
	file, err := os.Open(p.Questions)
	if err != nil {
		return out, shell.Unopened("pack "+p.Name, p.Questions, err)
	}
	defer file.Close()
	questions, _, err := flags.ParseQuestions(p.Questions, file)
	if err != nil {
		return out, err
	}
	out.Count = len(questions)
	if out.Questions, err = suite.Digest(p.Questions); err != nil {
		return out, err
	}
	for _, path := range p.Corpus {
		digest, err := suite.Digest(path)
		if err != nil {
			return out, shell.Unopened("pack "+p.Name, path, err)
		}
		out.Corpus = append(out.Corpus, digest)
	}
	return out, nil
}

// all does the runs that are not done yet, and writes the manifest after each.
func (f *evalRunFlags) all(c *cobra.Command, m *suite.Manifest, policies []suite.Policy, packs []suite.Pack) error {
	for _, p := range packs {
		if err := keepQuestions(f.out, p); err != nil {
			return err
		}
	}
	if err := m.Write(f.out); err != nil {
		return err
	}
	watch := newStopwatch(c.ErrOrStderr(), len(policies)*len(packs)*f.repeats)
	for repeat := range f.repeats {
		for _, pack := range packs {
			for _, policy := range policies {
				r := suite.Run{Policy: policy.Name, Pack: pack.Name, Repeat: repeat}
				if m.Has(f.out, r) {
					watch.skip()
					continue
				}
				watch.begin(fmt.Sprintf("%s over %s, %d questions, repeat %d", policy.Name, pack.Name, m.Pack(pack.Name).Count, repeat+1))
				if err := f.one(c, m, r, policy, pack); err != nil {
					return err
				}
			}
		}
	}
	_, err := fmt.Fprintf(c.OutOrStdout(), "%d runs in %s; compare them with: sparkhost eval compare %s\n", len(m.Runs), f.out, sidesOf(f.out, m))
	return err
}

func sidesOf(dir string, m *suite.Manifest) string {
	out := ""
	for _, p := range m.Policies {
		out += " " + dir + "#" + p.Name
	}
	return out[1:]
}

func keepQuestions(dir string, p suite.Pack) error {
	text, err := bounded.ReadFile(p.Questions, bounded.Questions)
	if err != nil {
		return err
	}
	to := suite.Questions(dir, p.Name)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return shell.Fail(shell.ExitFailed, "--out: %w", err)
	}
	return os.WriteFile(to, text, 0o644)
}

// one does a run and notes it. A run is done when there is a result for each question, even if it is a failure.
func (f *evalRunFlags) one(c *cobra.Command, m *suite.Manifest, r suite.Run, policy suite.Policy, pack suite.Pack) error {
	folder := r.Folder(f.out)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return shell.Fail(shell.ExitFailed, "--out: %w", err)
	}
	results := filepath.Join(folder, suite.ResultsName)
	args := slices.Concat(f.passed, []string{"--policy", policy.Given, "--questions", pack.Questions, "--format", "jsonl", "--out", results,
		"--record", filepath.Join(folder, suite.RecordsName), "--resume", fmt.Sprintf("--seed=%d", f.seed+uint64(r.Repeat)), fmt.Sprintf("--concurrency=%d", f.concurrency)})
	for flag, value := range map[string]string{"--cache": f.cache, "--mode": f.Mode} {
		if value != "" {
			args = append(args, flag, value)
		}
	}
	for _, path := range pack.Corpus {
		args = append(args, "--corpus", path)
	}
	for _, name := range pack.Sources {
		args = append(args, "--source", name)
	}
	run := runcmd.New()
	run.SilenceErrors, run.SilenceUsage = true, true
	run.SetArgs(args)
	run.SetOut(io.Discard)
	run.SetErr(c.ErrOrStderr())
	err := run.ExecuteContext(c.Context())
	if c.Context().Err() != nil || shell.ExitCode(err) == shell.ExitInterrupted {
		return shell.Fail(shell.ExitInterrupted, "interrupted in %s over %s; run the same command again to continue", r.Policy, r.Pack)
	}
	all, rerr := allResults(results)
	if rerr != nil || len(all) < m.Pack(pack.Name).Count {
		return errors.Join(err, rerr)
	}
	if r.Results, err = suite.Digest(results); err != nil {
		return err
	}
	r.Count = len(all)
	m.Put(r)
	return m.Write(f.out)
}

// A stopwatch says on stderr how far an evaluation is; results know nothing of it.
type stopwatch struct {
	w            io.Writer
	total, begun int
	worked       int
	start        time.Time
}

func newStopwatch(w io.Writer, total int) *stopwatch {
	return &stopwatch{w: w, total: total, start: time.Now()}
}

func (s *stopwatch) skip() { s.begun++ }

func (s *stopwatch) begin(what string) {
	s.begun++
	text := fmt.Sprintf("[%d/%d] %s", s.begun, s.total, what)
	if s.worked > 0 {
		gone := time.Since(s.start)
		text += fmt.Sprintf("; %s elapsed, about %s left", gone.Round(time.Second), (gone / time.Duration(s.worked) * time.Duration(s.total-s.begun+1)).Round(time.Second))
	}
	s.worked++
	fmt.Fprintln(s.w, "sparkhost: "+text)
}
