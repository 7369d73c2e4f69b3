package runcmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/batch"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A sink takes results in order and writes them in the format that was asked for.
// Text and JSON lines are written one by one, so that an interrupted run keeps what it has; the
// other formats appear only when they are complete.
type sink struct {
	format string
	path   string // empty: w is stdout
	w      io.Writer
	file   *os.File
	keep   int64     // bytes of the file to keep, with --resume
	kept   []earlier // results of an earlier run, with --resume
	all    []evidence.Question
	report runReport // for what is written whole
	whole  bool      // the results are
	gather bool      // something is
	first  bool
}

// An earlier result is one that an earlier run has written.
type earlier struct {
	batch.Kept
	abstained bool
	code      int
	why       string // of code
}

// newSink prepares the output and changes nothing yet. With resume it reads what is there.
func newSink(f *runFlags, stdout io.Writer, questions []evidence.Question) (*sink, error) {
	s := &sink{format: f.format, path: f.out, w: stdout, all: questions, first: true}
	s.report.file, s.report.required = f.questions, f.requireAnswer
	s.whole = reportWriters[f.format] != nil
	s.gather = s.whole || len(f.reports)+len(f.expect) > 0
	if f.out == "" {
		return s, nil
	}
	if f.resume {
		var err error
		if s.keep, err = s.load(questions); err != nil {
			return nil, shell.Fail(shell.ExitFailed, "--resume: %w", err)
		}
	}
	return s, nil
}

// refuseInputs keeps what the run writes from replacing what it reads.
func (f *runFlags) refuseInputs() error {
	folder, _, _ := strings.Cut(f.policy, "#")
	inputs := slices.Concat(f.corpus, f.varFiles, f.expect, []string{f.questions, f.live.Credentials, folder})
	for _, path := range append([]string{f.out}, f.reports...) {
		if err := refuseInput(path, inputs); err != nil {
			return err
		}
	}
	return nil
}

// refuseInput keeps the output from replacing what it is made from.
func refuseInput(out string, inputs []string) error {
	info, err := os.Stat(out)
	if err != nil {
		return nil // a new file, or open will say
	}
	for _, in := range inputs {
		if other, err := os.Stat(in); err == nil && os.SameFile(info, other) {
			return shell.Fail(shell.ExitFailed, "%s is an input of this run; give --out and --report other files", out)
		}
	}
	return nil
}

// Open begins to write, once policy, plugins and corpus are accepted: until then
// earlier results stay as they are. A line that was cut off is dropped.
func (s *sink) open() error {
	if s.path == "" {
		return nil
	}
	path := s.path
	if s.whole {
		path += ".partial"
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil && regular(file) {
		if err = file.Truncate(s.keep); err == nil {
			_, err = file.Seek(s.keep, io.SeekStart)
		}
	}
	if err != nil {
		return shell.Fail(shell.ExitFailed, "--out: %w", err)
	}
	s.file, s.w = file, file
	return nil
}

// regular says whether a file can be cut and searched; pipes and devices cannot.
func regular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// Load reads the results of an earlier run and returns how many bytes to keep.
func (s *sink) load(questions []evidence.Question) (int64, error) {
	data, err := bounded.ReadFile(s.path, bounded.Questions)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	kept := data[:bytes.LastIndexByte(data, '\n')+1]
	open := map[string]bool{}
	for _, q := range questions {
		open[q.ID] = true
	}
	for i, line := range bytes.Split(bytes.TrimSuffix(kept, []byte("\n")), []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var r record.Result
		if err := json.Unmarshal(line, &r); err != nil || r.FormatVersion != record.FormatVersion || r.ID == "" {
			return 0, fmt.Errorf("%s:%d is not a result; give another --out or omit --resume", s.path, i+1)
		}
		if !open[r.ID] {
			return 0, fmt.Errorf("%s:%d answers question %q, which is not in the question file, or was answered before", s.path, i+1, r.ID)
		}
		open[r.ID] = false
		k := batch.Kept{ID: r.ID, Run: r.Run, Policy: r.Policy.Name, Withheld: r.QualityGates.UpgradeWithheld}
		s.kept = append(s.kept, earlier{k, r.Abstained, r.ExitCode, shell.ExplainCode(&r)})
		if s.gather {
			s.report.results = append(s.report.results, &r)
		}
	}
	return int64(len(kept)), nil
}

// accept leaves out of the batch what the output already has, and refuses what is of another run.
func (s *sink) accept(b *batch.Batch) error {
	var kept []batch.Kept
	for _, k := range s.kept {
		kept = append(kept, k.Kept)
	}
	if err := b.Resume(kept); err != nil {
		return shell.Fail(shell.ExitFailed, "--resume: %s %w; give another --out", s.path, err)
	}
	return nil
}

func (s *sink) write(r *record.Result) error {
	var err error
	if s.gather {
		s.report.results = append(s.report.results, r)
	}
	switch s.format {
	case "jsonl":
		err = shell.WriteLine(s.w, r)
	case "text":
		if !s.first {
			_, err = io.WriteString(s.w, "\n")
		}
		err = errors.Join(err, writeText(screenOf(s.w), r))
	}
	s.first = false
	if err != nil {
		return shell.Fail(shell.ExitFailed, "writing results: %w", err)
	}
	return nil
}

// Close completes the output.
func (s *sink) close() error {
	s.sortReport()
	if !s.whole {
		return errors.Join(s.closeFile(), s.sortFile())
	}
	if err := reportWriters[s.format](&s.report, s.w); err != nil {
		return errors.Join(shell.Fail(shell.ExitFailed, "writing results: %w", err), s.abort())
	}
	if err := s.closeFile(); err != nil || s.path == "" {
		return err
	}
	return os.Rename(s.path+".partial", s.path)
}

// abort leaves nothing half-written behind; JSON lines that are whole stay.
func (s *sink) abort() error {
	opened := s.file != nil
	err := s.closeFile()
	if s.whole && opened {
		err = errors.Join(err, os.Remove(s.path+".partial"))
	}
	return err
}

func (s *sink) closeFile() error {
	if s.file == nil {
		return nil
	}
	file := s.file
	s.file = nil
	if err := file.Close(); err != nil {
		return shell.Fail(shell.ExitFailed, "writing results: %w", err)
	}
	return nil
}
