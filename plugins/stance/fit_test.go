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
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/optimize"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// How the weights of weights.go came about: see fit.md.
var (
	fitRequests  = flag.String("fit", "", "folder of requests <id>.request to fit weights to")
	fitQuestions = flag.String("questions", "", "file of questions with their right answers")
	fitL2        = flag.Float64("l2", 10, "strength of the penalty on squared weights")
	fitDenial    = flag.Float64("denial", 0, "log-odds of an outright denial")
	fitPrint     = flag.Bool("print", false, "print weights")
	fitWeights   = flag.Float64("flat", 0, "0..1: how far classes weigh alike")
)

// An example is a vector with what it should be: 0 supports, 1 contradicts, 2 undecided.
type example struct {
	id     string
	vector []float64
	class  int
	denial float64
}

var classes = map[string]int{
	"yes": 0, "supported": 0, "SUPPORT": 0,
	"no": 1, "contradicted": 1, "CONTRADICT": 1,
	"maybe": 2, "undecided": 2, "NOT_ENOUGH_INFO": 2,
}

// labels reads the right answers of polar questions, by id.
func labels(t *testing.T, path string) (map[string]int, []string) {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	out := map[string]int{}
	var order []string
	scanner := bufio.NewScanner(bytes.NewReader(data))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var q struct {
			ID, Answer, Label string
			Options           []struct{ Label, Text string }
		}
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &q))
		text := q.Answer
		for _, o := range q.Options {
			if o.Label == q.Answer {
				text = o.Text
			}
		}
		if q.Label != "" {
			text = q.Label
		}
		if class, is := classes[text]; is {
			out[q.ID] = class
			order = append(order, q.ID)
		}
	}
	return out, order
}

func examples(t *testing.T, dir, questions string) []example {
	answers, order := labels(t, questions)
	l := newLexicon()
	var out []example
	for _, id := range order {
		data, err := os.ReadFile(filepath.Join(dir, "verify-"+id+".request"))
		if err != nil {
			continue
		}
		var req contract.Request
		require.NoError(t, req.Unmarshal(data))
		settings, err := manifest.Settings(nil)
		require.NoError(t, err)
		req.Config = settings
		a := &assessor{config: configOf(&req), lexicon: l}
		a.open(req.Table("passages"))
		h := newHypothesis(req.Table("query").Column("text").StringAt(0), "", l, a.config)
		h.look(a.passages)
		v := h.measure(a.passages)
		out = append(out, example{id, v[:], answers[id], h.denial(a.passages)})
	}
	return out
}

// fitted is a model over standardised features, folded back to raw ones.
func fit(xs []example, l2, flat float64) model {
	n := len(xs[0].vector)
	mean, dev := make([]float64, n), make([]float64, n)
	for _, x := range xs {
		for k, v := range x.vector {
			mean[k] += v / float64(len(xs))
		}
	}
	for _, x := range xs {
		for k, v := range x.vector {
			dev[k] += (v - mean[k]) * (v - mean[k]) / float64(len(xs))
		}
	}
	for k := range dev {
		dev[k] = math.Sqrt(dev[k])
	}
	mean[0], dev[0] = 0, 1
	counts := [3]float64{}
	for _, x := range xs {
		counts[x.class]++
	}
	z := make([][]float64, len(xs))
	for i, x := range xs {
		z[i] = make([]float64, n)
		for k, v := range x.vector {
			if dev[k] > 1e-9 {
				z[i][k] = (v - mean[k]) / dev[k]
			}
		}
	}
	weight := func(c int) float64 {
		return math.Pow(float64(len(xs))/3/counts[c], flat)
	}
	// three softmax rows keep the penalty symmetric
	problem := optimize.Problem{
		Func: func(w []float64) float64 {
			loss := 0.0
			for i, x := range xs {
				p := soft(w, z[i])
				loss -= weight(x.class) * math.Log(max(p[x.class], 1e-300))
			}
			for j, v := range w {
				if j%n != 0 {
					loss += l2 / 2 * v * v
				}
			}
			return loss
		},
		Grad: func(g, w []float64) {
			for j := range g {
				g[j] = 0
				if j%n != 0 {
					g[j] = l2 * w[j]
				}
			}
			for i, x := range xs {
				p := soft(w, z[i])
				for c := range 3 {
					d := weight(x.class) * (p[c] - truth(c == x.class))
					for k, v := range z[i] {
						g[c*n+k] += d * v
					}
				}
			}
		},
	}
	res, err := optimize.Minimize(problem, make([]float64, 3*n), &optimize.Settings{MajorIterations: 200, GradientThreshold: 1e-3}, &optimize.LBFGS{})
	if res == nil {
		panic(err)
	}
	m := model{make([]float64, n), make([]float64, n)}
	for k := range n {
		if dev[k] <= 1e-9 {
			continue
		}
		s, c := (res.X[k]-res.X[2*n+k])/dev[k], (res.X[n+k]-res.X[2*n+k])/dev[k]
		m.supports[k], m.contradicts[k] = m.supports[k]+s, m.contradicts[k]+c
		m.supports[0] -= s * mean[k]
		m.contradicts[0] -= c * mean[k]
	}
	return m
}

func soft(w, z []float64) [3]float64 {
	n := len(z)
	var p [3]float64
	top := math.Inf(-1)
	for c := range 3 {
		for k, v := range z {
			p[c] += w[c*n+k] * v
		}
		top = max(top, p[c])
	}
	sum := 0.0
	for c := range p {
		p[c] = math.Exp(p[c] - top)
		sum += p[c]
	}
	for c := range p {
		p[c] /= sum
	}
	return p
}

type score struct {
	n, right          float64
	loss              float64
	tp, fp, fn        [3]float64
	bins, conf, total [10]float64
}

func (s *score) add(m *model, x example) {
	st := m.of((*vector)(x.vector), *fitDenial*x.denial)
	p := [3]float64{st.supports, st.contradicts, st.undecided}
	best := 0
	for c := range p {
		if p[c] > p[best] {
			best = c
		}
	}
	s.n++
	s.loss -= math.Log(max(p[x.class], 1e-12))
	b := min(9, int(p[best]*10))
	s.total[b]++
	s.conf[b] += p[best]
	if best == x.class {
		s.right++
		s.tp[best]++
		s.bins[b]++
	} else {
		s.fp[best]++
		s.fn[x.class]++
	}
}

func (s *score) String() string {
	f1, ece := 0.0, 0.0
	for c := range 3 {
		f1 += 2 * s.tp[c] / max(1, 2*s.tp[c]+s.fp[c]+s.fn[c]) / 3
	}
	for b := range s.total {
		ece += math.Abs(s.bins[b]-s.conf[b]) / s.n
	}
	return fmt.Sprintf("accuracy %.4f  macro-F1 %.4f  log-loss %.4f  ECE %.4f  (n %.0f)", s.right/s.n, f1, s.loss/s.n, ece, s.n)
}

func TestFitWeights(t *testing.T) {
	if *fitRequests == "" {
		t.Skip("fits weights only with -fit FOLDER -questions FILE; see fit.md")
	}
	xs := examples(t, *fitRequests, *fitQuestions)
	fmt.Println("examples", len(xs), "features", len(xs[0].vector))
	for _, l2 := range []float64{*fitL2, *fitL2 * 2} {
		var cv, train score
		for seed := range uint64(4) {
			order := rand.New(rand.NewPCG(seed, 1)).Perm(len(xs))
			for fold := range 5 {
				var in, out []example
				for i, k := range order {
					if i%5 == fold {
						out = append(out, xs[k])
					} else {
						in = append(in, xs[k])
					}
				}
				m := fit(in, l2, *fitWeights)
				for _, x := range out {
					cv.add(&m, x)
				}
				for _, x := range in {
					train.add(&m, x)
				}
			}
		}
		fmt.Printf("l2 %6.1f  cv %s\n            train %s\n", l2, cv.String(), train.String())
	}
	if *fitPrint {
		m := fit(xs, *fitL2, *fitWeights)
		printWeights(m, xs)
	}
}

func printWeights(m model, xs []example) {
	for k := range m.supports {
		fmt.Printf("%3d %-20s s %7.3f c %7.3f\n", k, featureName(k), m.supports[k], m.contradicts[k])
	}
	for _, w := range [][]float64{m.supports, m.contradicts} {
		parts := make([]string, len(w))
		for i, v := range w {
			parts[i] = strconv.FormatFloat(math.Round(v*1000)/1000, 'f', -1, 64)
		}
		fmt.Println(strings.Join(parts, ", "))
	}
}

var signalNames = strings.Fields("negated agree oppose significant notsig same differ related unrelated favour disfavour hedge refutes concludes aims number othernumber")

var plainNames = strings.Fields("bias coverage best second missing relevance for against nearpol meanpol negated same differ relate favour need number length")

func featureName(k int) string {
	if k < int(plainFeatures) {
		return plainNames[k]
	}
	k -= int(plainFeatures)
	return []string{"mean ", "most "}[k/int(signals)] + signalNames[k%int(signals)]
}
