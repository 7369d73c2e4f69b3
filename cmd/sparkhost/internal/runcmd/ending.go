package runcmd

import (
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// An ending counts the results of a run into its verdict while the sink writes them.
type ending struct {
	sink     *sink
	of       int // questions that this run asks
	progress func()

	tally           tally
	done, abstained int
	worst           shell.Worst
}

// newEnding begins with what the sink has from an earlier run, which counts in the verdict.
func newEnding(s *sink, of int, progress func()) *ending {
	e := &ending{sink: s, of: of, progress: progress}
	for _, k := range s.kept {
		e.count(k.abstained, k.code, k.why)
	}
	return e
}

// take counts and writes one result.
func (e *ending) take(r *record.Result) error {
	e.done++
	e.count(r.Abstained, r.ExitCode, shell.ExplainCode(r))
	e.tally.add(r)
	e.progress()
	return e.sink.write(r)
}

func (e *ending) count(abstained bool, code int, why string) {
	if abstained {
		e.abstained++
	}
	e.worst.Add(code, why)
}
