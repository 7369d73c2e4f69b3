//go:build !wasip1

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/optimize"
)

// How the weights of weights.go came about. The fit reads the records of runs under policy standard, takes the
// passages that stage verify.stance was shown, and the right answers from the file of questions. It prints
// figures from cross-validation and from a withheld half, and with -write puts the weights that all questions
// give into weights.go. The question weights come from PubMedQA (dev), the statement weights from SciFact (train claims):
//
//	sparkhost run --corpus $SPARKHOST_DATA/pubmedqa/corpus.jsonl --questions $SPARKHOST_DATA/pubmedqa/questions-dev.jsonl \
//	  --record pubmedqa --format jsonl --out /dev/null
//	go test ./plugins/stance -run TestFitWeights -v -records $PWD/pubmedqa -questions $SPARKHOST_DATA/pubmedqa/questions-dev.jsonl -write question
//	sparkhost run --corpus $SPARKHOST_DATA/scifact/corpus.jsonl --questions $SPARKHOST_DATA/scifact/claims-train.jsonl \
//	  --record scifact --format jsonl --out /dev/null
//	go test ./plugins/stance -run TestFitWeights -v -records $PWD/scifact -questions $SPARKHOST_DATA/scifact/claims-train.jsonl -write statement
//
// What the engine reads does not depend on the weights, so the records may be of runs with any.
var (
	fitRecords   = flag.String("records", "", "folder of records to fit weights to")
	fitQuestions = flag.String("questions", "", "file of questions with their right answers")
	fitL2        = flag.Float64("l2", 100, "strength of the penalty on squared weights of standardised features")
	fitWrite     = flag.String("write", "", "which weights of weights.go to replace: question or statement")
)

// An example is what is known of one question. Classes: 0 supports, 1 contradicts, 2 undecided.
type example struct {
	vector vector
	denial float64
	class  int
	asked  bool // it is a question, not a statement
}

var classes = map[string]int{
	"yes": 0, "supported": 0, "SUPPORT": 0,
	"no": 1, "contradicted": 1, "CONTRADICT": 1,
	"maybe": 2, "undecided": 2, "NOT_ENOUGH_INFO": 2,
}

func TestFitWeights(t *testing.T) {
	if *fitRecords == "" {
		t.Skip("weights are fitted only with -records and -questions")
	}
	xs := recorded(t, *fitRecords, *fitQuestions)
	denial := configOf(request(t, nil, "", nil)).denial
	var folds, half figures
	for seed := range uint64(4) {
		order := rand.New(rand.NewPCG(seed, 1)).Perm(len(xs))
		for fold := range 5 {
			folds.cross(t, xs, order, denial, func(i int) bool { return i%5 == fold })
		}
		half.cross(t, xs, order, denial, func(i int) bool { return i%2 == 0 })
	}
	t.Logf("%d questions, %d features", len(xs), features)
	t.Logf("5-fold cross-validation  %s", folds.String())
	t.Logf("withheld half            %s", half.String())
	m := fit(t, xs)
	t.Logf("supports\n%s", listed(m.supports))
	t.Logf("contradicts\n%s", listed(m.contradicts))
	if *fitWrite != "" {
		writeWeights(t, *fitWrite, m)
	}
}

// writeWeights replaces two lists of weights.go, which are all that the file holds beside its comment.
func writeWeights(t *testing.T, which string, m model) {
	lists := map[string][]float64{
		"questionSupports": questionSupports, "questionContradicts": questionContradicts,
		"statementSupports": statementSupports, "statementContradicts": statementContradicts,
	}
	require.Contains(t, lists, which+"Supports", "-write question or -write statement")
	lists[which+"Supports"], lists[which+"Contradicts"] = m.supports, m.contradicts
	old, err := os.ReadFile("weights.go")
	require.NoError(t, err)
	head, _, found := strings.Cut(string(old), "var (")
	require.True(t, found)
	var b strings.Builder
	b.WriteString(head + "var (\n")
	for _, name := range []string{"questionSupports", "questionContradicts", "statementSupports", "statementContradicts"} {
		fmt.Fprintf(&b, "\t%s = []float64{\n\t\t%s\n\t}\n", name, strings.ReplaceAll(listed(lists[name]), "\n", "\n\t\t"))
	}
	b.WriteString(")\n")
	text, err := format.Source([]byte(b.String()))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("weights.go", text, 0o644))
}

// labelled is a question's id and class; false if its answer is none of the classes.
func labelled(t testing.TB, line []byte) (string, int, bool) {
	var q struct {
		ID, Answer, Label string
		Options           []struct{ Label, Text string }
	}
	require.NoError(t, json.Unmarshal(line, &q))
	answer := q.Answer + q.Label
	for _, o := range q.Options {
		if o.Label == q.Answer {
			answer = o.Text
		}
	}
	class, is := classes[answer]
	return q.ID, class, is
}

// exampleOf measures a question over the passages that were read for it.
func exampleOf(text string, passages []passage, class int, c config) example {
	a := &assessor{config: c, lexicon: newLexicon(), passages: best(passages, c.top)}
	for i := range a.passages {
		a.passages[i].reading = read(a.passages[i].text, a.lexicon)
	}
	h := newHypothesis(text, "", a.lexicon, c)
	h.look(a.passages)
	return example{vector: h.measure(a.passages), denial: h.denial(a.passages), class: class, asked: h.asked}
}

// fit minimises the log-loss with an L2 penalty over standardised features and returns
// weights of raw ones.
func fit(t *testing.T, xs []example) model {
	mean, dev := moments(xs)
	z := make([]vector, len(xs))
	for i := range xs {
		for k, v := range xs[i].vector {
			z[i][k] = (v - mean[k]) / dev[k]
		}
	}
	loss := func(w []float64) float64 {
		sum := 0.0
		for i := range z {
			sum -= math.Log(max(softmax(w, &z[i])[xs[i].class], 1e-300))
		}
		for j, v := range w {
			if j%features != featBias {
				sum += *fitL2 / 2 * v * v
			}
		}
		return sum
	}
	slope := func(grad, w []float64) {
		for j, v := range w {
			grad[j] = *fitL2 * v * truth(j%features != featBias)
		}
		for i := range z {
			for c, p := range softmax(w, &z[i]) {
				for k, v := range z[i] {
					grad[c*features+k] += (p - truth(c == xs[i].class)) * v
				}
			}
		}
	}
	problem := optimize.Problem{Func: loss, Grad: slope}
	res, err := optimize.Minimize(problem, make([]float64, 3*features), &optimize.Settings{MajorIterations: 200, GradientThreshold: 1e-3}, &optimize.LBFGS{})
	require.NotNil(t, res, err)
	return raw(res.X, mean, dev)
}

// raw turns the three rows of standardised weights into log-odds against undecided.
func raw(w []float64, mean, dev vector) model {
	m := model{make([]float64, features), make([]float64, features)}
	for k := range features {
		for row, to := range [][]float64{m.supports, m.contradicts} {
			v := (w[row*features+k] - w[2*features+k]) / dev[k]
			to[k] += v
			to[featBias] -= v * mean[k]
		}
	}
	return m
}

// moments are mean and standard deviation of each feature; those of the bias and of a
// constant leave it as it is.
func moments(xs []example) (mean, dev vector) {
	n := float64(len(xs))
	for i := range xs {
		for k, v := range xs[i].vector {
			mean[k] += v / n
		}
	}
	for i := range xs {
		for k, v := range xs[i].vector {
			dev[k] += (v - mean[k]) * (v - mean[k]) / n
		}
	}
	for k := range dev {
		if dev[k] = math.Sqrt(dev[k]); dev[k] < 1e-9 || xs[0].asked && statesOnly(k) {
			dev[k] = math.Inf(1) // weighs nothing
		}
	}
	mean[featBias], dev[featBias] = 0, 1
	return mean, dev
}

func softmax(w []float64, z *vector) (p [3]float64) {
	sum := 0.0
	for c := range p {
		p[c] = math.Exp(dot(w[c*features:(c+1)*features], z))
		sum += p[c]
	}
	for c := range p {
		p[c] /= sum
	}
	return p
}

// figures count how a model does on questions that it was not fitted to.
type figures struct {
	n, right, loss            float64
	hit, wrong, missed        [3]float64 // per class
	inBin, rightInBin, chance [10]float64
}

// cross fits to the questions whose place in order is kept and judges the withheld.
func (s *figures) cross(t *testing.T, xs []example, order []int, denial float64, withheld func(int) bool) {
	var in, out []example
	for i, k := range order {
		if withheld(i) {
			out = append(out, xs[k])
		} else {
			in = append(in, xs[k])
		}
	}
	m := fit(t, in)
	for i := range out {
		s.add(m.of(&out[i].vector, denial*out[i].denial), out[i].class)
	}
}

func (s *figures) add(got stance, class int) {
	p := [3]float64{got.supports, got.contradicts, got.undecided}
	best := 0
	for c := range p {
		if p[c] > p[best] {
			best = c
		}
	}
	bin := min(9, int(p[best]*10))
	s.n++
	s.loss -= math.Log(max(p[class], 1e-12))
	s.inBin[bin]++
	s.chance[bin] += p[best]
	if best != class {
		s.wrong[best]++
		s.missed[class]++
		return
	}
	s.right++
	s.hit[best]++
	s.rightInBin[bin]++
}

// String gives accuracy, macro-F1, log-loss and expected calibration error in ten bins.
func (s *figures) String() string {
	f1, ece := 0.0, 0.0
	for c := range s.hit {
		f1 += 2 * s.hit[c] / max(1, 2*s.hit[c]+s.wrong[c]+s.missed[c]) / 3
	}
	for b := range s.inBin {
		ece += math.Abs(s.rightInBin[b]-s.chance[b]) / s.n
	}
	return fmt.Sprintf("accuracy %.4f  macro-F1 %.4f  log-loss %.4f  ECE %.4f", s.right/s.n, f1, s.loss/s.n, ece)
}

// listed prints weights to three digits behind the point, twelve a line.
func listed(weights []float64) string {
	var b strings.Builder
	for i, w := range weights {
		w = math.Round(w*1000) / 1000
		fmt.Fprintf(&b, "%v,", w+0) // no minus zero
		if i%12 == 11 && i+1 < len(weights) {
			b.WriteByte('\n')
		} else if i+1 < len(weights) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// statesOnly are the features that only statements weigh: what a question asks about goes either way, and
// with it they only added noise (cross-validated log-loss of PubMedQA 0.928 with them, 0.914 without).
func statesOnly(feature int) bool {
	switch {
	case feature < plainFeatures:
		return feature >= featUp
	case feature < strongestSignals:
		return feature-meanSignals >= int(sigCloseAgree)
	}
	return feature-strongestSignals >= int(sigCloseAgree)
}
