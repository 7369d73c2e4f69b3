package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/optimize"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// How the weights of weights.go came about. The fit reads requests on the wire, as the
// engine sends them to stage verify.stance, one file verify-<id>.request for each question, and
// the right answers from the file of questions. It prints figures from cross-validation and
// from a withheld half, and the weights fitted to all questions:
//
//	go test ./plugins/stance -run TestFitWeights -v -fit REQUESTS -questions FILE
//
// The question weights were fitted to PubMedQA (dev), the statement weights to SciFact (train
// claims), both with the passages that policy standard reads and -l2 100.
var (
	fitRequests  = flag.String("fit", "", "folder of requests to fit weights to")
	fitQuestions = flag.String("questions", "", "file of questions with their right answers")
	fitL2        = flag.Float64("l2", 100, "strength of the penalty on squared weights of standardised features")
)

// An example is what is known of one question. Classes: 0 supports, 1 contradicts, 2 undecided.
type example struct {
	vector vector
	denial float64
	class  int
}

var classes = map[string]int{
	"yes": 0, "supported": 0, "SUPPORT": 0,
	"no": 1, "contradicted": 1, "CONTRADICT": 1,
	"maybe": 2, "undecided": 2, "NOT_ENOUGH_INFO": 2,
}

func TestFitWeights(t *testing.T) {
	if *fitRequests == "" {
		t.Skip("weights are fitted only with -fit and -questions")
	}
	xs := examples(t)
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
}

// examples reads the requests of all questions that have one.
func examples(t *testing.T) []example {
	data, err := os.ReadFile(*fitQuestions)
	require.NoError(t, err)
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	var out []example
	for lines.Scan() {
		id, class, is := labelled(t, lines.Bytes())
		raw, err := os.ReadFile(filepath.Join(*fitRequests, "verify-"+id+".request"))
		if is && err == nil {
			out = append(out, exampleOf(t, raw, class))
		}
	}
	require.NotEmpty(t, out)
	return out
}

// labelled is a question's id and class; false if its answer is none of the classes.
func labelled(t *testing.T, line []byte) (string, int, bool) {
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

func exampleOf(t *testing.T, raw []byte, class int) example {
	var req contract.Request
	require.NoError(t, req.Unmarshal(raw))
	settings, err := manifest.Settings(nil)
	require.NoError(t, err)
	req.Config = settings
	a := &assessor{config: configOf(&req), lexicon: newLexicon()}
	a.open(req.Table("passages"))
	h := newHypothesis(req.Table("query").Column("text").StringAt(0), "", a.lexicon, a.config)
	h.look(a.passages)
	return example{vector: h.measure(a.passages), denial: h.denial(a.passages), class: class}
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
		if dev[k] = math.Sqrt(dev[k]); dev[k] < 1e-9 {
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

func listed(weights []float64) string {
	var b strings.Builder
	for i, w := range weights {
		fmt.Fprintf(&b, "%.3f,", w)
		if i%12 == 11 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
