package evalcmd

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/compare"
)

// judgeFlags say which answers are right and which questions belong together; several commands of `eval` have them.
type judgeFlags struct {
	questions, cluster         string
	tolerance, penalty, margin float64
	seed                       uint64
	withheld                   bool
}

func (f *judgeFlags) register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVar(&f.questions, "questions", "", "`file` of questions with their answers, one JSON object per line (a folder of `eval run` has its own)")
	fs.StringVar(&f.cluster, "cluster", "", "count questions with the same `KEY` in meta as one observation; \"gold\": those with the same first gold document")
	fs.Float64Var(&f.tolerance, "tolerance", 0, "relative tolerance for numbers in free-form answers")
	fs.Float64Var(&f.penalty, "penalty", 0, "score subtracted for a wrong answer (a right one adds 1, an abstention 0)")
	fs.Float64Var(&f.margin, "margin", 0, "largest difference that does not matter, as a share: 0.02 is two points")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the bootstrap")
	fs.BoolVar(&f.withheld, "withheld", false, "the questions are held-out: nothing was tuned on them")
}

func (f *judgeFlags) check() error {
	switch {
	case !(f.margin >= 0 && f.margin < 1):
		return shell.Fail(shell.ExitFailed, "--margin %g: must be at least 0 and below 1, such as 0.02 for two points", f.margin)
	case !(f.tolerance >= 0 && f.tolerance < 1):
		return shell.Fail(shell.ExitFailed, "--tolerance %g: must be at least 0 and below 1, such as 0.05 for five percent", f.tolerance)
	case !(f.penalty >= 0 && f.penalty <= 100):
		return shell.Fail(shell.ExitFailed, "--penalty %g: must be between 0 and 100", f.penalty)
	}
	return nil
}

func (f *judgeFlags) options() compare.Options {
	return compare.Options{Judge: eval.Judge{Tolerance: f.tolerance}, Penalty: f.penalty, Margin: f.margin, Seed: f.seed}
}

// askedSet are the questions that sides are judged by; nil questions: no right answers are known.
type askedSet struct {
	questions map[compare.Key]*compare.Question
	notes     []string
}

// same refuses a side whose results are of other questions by the same id, or of the same ones with other options.
func (a *askedSet) same(s *evalSide) error {
	var others []string
	for k, r := range s.sample.Results {
		if q := a.questions[compare.Key{Pack: k.Pack, ID: k.ID}]; q != nil && !eval.Asks(q.Question, r) {
			others = append(others, k.String())
		}
	}
	slices.Sort(others)
	return notAsked(s.sample.Name, others)
}

func notAsked(name string, others []string) error {
	if len(others) == 0 {
		return nil
	}
	return shell.Fail(shell.ExitFailed, "%s: these questions have another text or other options than the file of right answers says: %s; give the questions that were asked", name, eval.Names(others))
}

// judged reads --questions, or takes those of the folders of `eval run`.
func (f *judgeFlags) judged(sides []*evalSide) (*askedSet, error) {
	if f.questions == "" {
		for _, s := range sides {
			if s.suite != nil {
				return f.ofSuite(s.suite)
			}
		}
		return &askedSet{}, nil
	}
	for _, s := range sides {
		if s.suite != nil {
			return nil, shell.Fail(shell.ExitFailed, "--questions: %s is a folder of `eval run`, which has its own questions; leave --questions out", s.sample.Name)
		}
	}
	a := &askedSet{questions: map[compare.Key]*compare.Question{}}
	if err := f.add(a, "", f.questions, f.cluster); err != nil {
		return nil, err
	}
	if !f.withheld {
		a.notes = append(a.notes, developmentNote(filepath.Base(f.questions)))
	}
	return a, nil
}

func developmentNote(name string) string {
	return "not held-out if you tuned on " + name + " (--withheld states that you did not)"
}

// add takes the questions of a file that have an answer.
func (f *judgeFlags) add(a *askedSet, pack, path, cluster string) error {
	questions, err := flags.Answered(path, false)
	if err != nil {
		return err
	}
	for id, q := range questions {
		if err := eval.CheckPatterns(q); err != nil {
			return shell.Fail(shell.ExitFailed, "%s: %w", path, err)
		}
		one := &compare.Question{Question: q}
		switch value, known := q.Meta[cluster]; {
		case cluster == "gold" && len(q.GoldDocs) > 0:
			one.Cluster = pack + "\x00gold\x00" + q.GoldDocs[0]
		case known:
			one.Cluster = fmt.Sprintf("%s\x00%s\x00%v", pack, cluster, value)
		}
		a.questions[compare.Key{Pack: pack, ID: id}] = one
	}
	if cluster != "" && !slices.ContainsFunc(slices.Collect(maps.Values(a.questions)), func(q *compare.Question) bool { return q.Cluster != "" }) {
		return shell.Fail(shell.ExitFailed, "--cluster %q: no question of %s has this key in meta; \"gold\" (the first of gold_docs) also works", cluster, path)
	}
	return nil
}
