package calibratecmd

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/eval/fit"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// offsetTerm is the base term that a fit adds: a constant for the kinds of questions that were fitted to.
const offsetTerm = "fitted_offset"

// A fitSample holds the input of a fit.
type fitSample struct {
	formula    *fit.Formula
	examples   []fit.Example
	kinds      []string // of the questions, as a term's types name them, sorted
	unanswered int      // runs that found nothing to answer from
	strangers  int      // records of other questions, or of questions without an answer
}

// sample decides each record under the policy and reads what its confidence was made of.
func (f *fitFlags) sample(ctx context.Context, set *flags.RecordSet, r *host.Replayer, questions map[string]*evidence.Question) (*fitSample, error) {
	s := &fitSample{formula: formulaOf(&r.Policy().Calibrate)}
	all := make([]*decided, len(set.Refs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(f.Concurrency)
	for i, ref := range set.Refs {
		group.Go(func() error {
			d, err := decideFor(ctx, ref, r, questions)
			all[i] = d
			return err
		})
	}
	if err := group.Wait(); err != nil {
		if errors.Is(err, context.Canceled) {
			return nil, shell.Fail(shell.ExitInterrupted, "interrupted")
		}
		return nil, err
	}
	replaced, err := secondTurns(set, all)
	if err != nil {
		return nil, err
	}
	var kept []*decided
	for i, d := range all {
		if !replaced[i] {
			kept = append(kept, d)
		}
	}
	for _, d := range inOrder(kept) {
		if err := s.add(d); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// inOrder sorts what was decided by the ids of its questions, so that the folds of a cross-validation do not depend on the ids of runs,
// which change with every module of a plugin.
func inOrder(all []*decided) []*decided {
	id := func(d *decided) string {
		if d == nil {
			return ""
		}
		return d.question.ID
	}
	slices.SortStableFunc(all, func(a, b *decided) int { return strings.Compare(id(a), id(b)) })
	return all
}

// secondTurns finds the records that another of the same question replaces: of a question that a batch asked again for its
// upgrade, that of the first turn. Other doubles are refused.
func secondTurns(set *flags.RecordSet, all []*decided) (replaced map[int]bool, err error) {
	replaced = map[int]bool{}
	seen := map[string]int{}
	for i, d := range all {
		if d == nil {
			continue
		}
		j, twice := seen[d.question.ID]
		switch {
		case !twice:
			seen[d.question.ID] = i
		case all[j].withheld && !d.withheld:
			seen[d.question.ID], replaced[j] = i, true
		case d.withheld && !all[j].withheld:
			replaced[i] = true
		default:
			return nil, shell.Fail(shell.ExitFailed, "question %q has two records, %s and %s: name those of one policy", d.question.ID, set.Refs[j].Name, set.Refs[i].Name)
		}
	}
	return replaced, nil
}

// A decided is one question under the policy.
type decided struct {
	question *evidence.Question
	kind     string
	final    *record.Calibration // nil: there was nothing to answer from
	right    bool
	withheld bool // the question was asked with its upgrade withheld
}

// decideFor decides one record; nil if it is of a question that no answer is known of.
func decideFor(ctx context.Context, ref flags.RecordRef, r *host.Replayer, questions map[string]*evidence.Question) (*decided, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	reader, err := ref.Read()
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "%s: %w", ref.Name, err)
	}
	summary, err := reader.Summary()
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "%s: %w", ref.Name, err)
	}
	d := &decided{question: questions[summary.QuestionID]}
	if d.question == nil {
		return nil, nil
	}
	after, err := r.Replay(ctx, reader)
	var wrong *host.PolicyError
	switch {
	case errors.As(err, &wrong):
		return nil, err
	case err != nil:
		return nil, shell.Fail(shell.ExitFailed, "%s: %w", ref.Name, err)
	case after.Need != nil:
		return nil, shell.Fail(shell.ExitFailed, "%s: the policy requests %s for %q, but the run did not; make the records with this policy (`run --policy … --record DIR`)",
			ref.Name, after.Need.Source, after.Need.Query)
	case after.Old.Question != d.question.Question:
		return nil, shell.Fail(shell.ExitFailed, "%s: question %q differs from the one in the file of questions", ref.Name, d.question.ID)
	}
	d.kind, d.withheld = kindOf(reader, d.question), after.Run.UpgradeWithheld
	d.right = rightOf(after, d.question)
	for i := range after.Decision.Calibrations {
		if c := &after.Decision.Calibrations[i]; c.Phase == record.PhaseFinal {
			d.final = c
		}
	}
	return d, nil
}

// kindOf returns the question's kind as terms' types name it: a claim is polar, too.
func kindOf(reader *record.Reader, q *evidence.Question) string {
	points, err := record.Each[record.Checkpoint](reader, record.KindCheckpoint)
	if err == nil && len(points) > 0 && points[len(points)-1].State["question.polar"] == true {
		return "polar"
	}
	return q.Type
}

// rightOf judges the draft: an answer that a gate withholds still counts here, because the gate reads its confidence.
func rightOf(after *host.Replay, q *evidence.Question) bool {
	for _, o := range after.Decision.Options {
		if o.Chosen {
			return eval.Judge{}.Right(q, o.Label, o.Text)
		}
	}
	return after.New.Answer != nil && eval.Judge{}.Right(q, after.New.Answer.Label, after.New.Answer.Text)
}

// formulaOf returns the confidence of a policy, with the offset behind its own terms if it has none.
func formulaOf(c *policy.Calibrate) *fit.Formula {
	f := &fit.Formula{Logistic: c.Link == policy.LinkLogistic, Intercept: c.Intercept, MaxUp: c.MaxUp, MaxDown: c.MaxDown, Clamp: c.Clamp}
	take := func(terms []policy.Term, base bool) {
		for _, t := range terms {
			f.Terms = append(f.Terms, fit.Term{Name: t.Name, Base: base, Weight: t.Weight, Floor: t.Floor, Cap: t.Cap, OneSided: t.OneSided})
		}
	}
	take(c.Base, true)
	take(c.Terms, false)
	constant := func(t policy.Term) bool { return t.Feature == "answer.answered" }
	if !slices.ContainsFunc(c.Base, constant) {
		f.Terms = append(f.Terms, fit.Term{Name: offsetTerm, Base: true})
	}
	return f
}

// Add takes one question in. Its confidence must be what the formula gives, else weights that are fitted by it are of no use.
func (s *fitSample) add(d *decided) error {
	switch {
	case d == nil:
		s.strangers++
		return nil
	case d.final == nil:
		s.unanswered++
		return nil
	}
	x := fit.Example{Values: make([]float64, len(s.formula.Terms)), Right: d.right}
	for k, t := range s.formula.Terms {
		x.Values[k] = math.NaN()
		if t.Name == offsetTerm {
			x.Values[k] = 1
		}
		for _, made := range d.final.Terms {
			if made.Name == t.Name && made.Value != nil {
				x.Values[k] = *made.Value
			}
		}
	}
	if got := s.formula.Confidence(&x); math.Abs(got-d.final.Confidence) > 1e-6 {
		return shell.Fail(shell.ExitFailed, "question %q: the policy's calibrate stage gives %.6f where the sum of its terms is %.6f; only a stage that sums its terms, as the shipped plugin calibration does, can be fitted",
			d.question.ID, d.final.Confidence, got)
	}
	s.examples = append(s.examples, x)
	s.kinds = appendSorted(s.kinds, d.kind)
	return nil
}

// appendSorted adds a word to a sorted list that does not have it.
func appendSorted(list []string, word string) []string {
	if i, has := slices.BinarySearch(list, word); !has {
		return slices.Insert(list, i, word)
	}
	return list
}
