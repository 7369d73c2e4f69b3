// Package tiny trains a small model of relevance on a corpus, so that the endpoints for rerankers and embeddings can be tried without a
// download. It learns from titles which abstract is theirs. It is for trials and tests: what it learns of a few hundred abstracts is little.
//
// Words get vectors by random indexing: each document has a sparse random direction, and a word is the sum of the directions of the
// documents that have it (Kanerva, Kristoferson and Holst 2000). A text is the sum of its words, rare ones weighing more. Relevance is a
// logistic regression on two numbers: the cosine of query and text, and the share of the query's words in the text.
//
// Equal corpora in equal order make equal models. A model is safe for concurrent use.
package tiny

import (
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// The sizes of a model.
const (
	Dimensions = 128 // of vectors
	marks      = 8   // components of a document's direction that are not zero
	epochs     = 20  // how often training sees each title
	rivals     = 3   // abstracts of others that each title is shown beside its own
	step       = 0.2 // of training
)

// A Model scores texts.
type Model struct {
	analyzer *evidence.Analyzer
	words    map[string][]float64
	idf      map[string]float64
	weights  [features]float64
}

// features of a query and a text: cosine, shared words, and 1.
const features = 3

// Train makes a model of the documents' titles and abstracts.
func Train(documents []evidence.Document) *Model {
	m := &Model{analyzer: evidence.NewAnalyzer(evidence.Content), words: map[string][]float64{}, idf: map[string]float64{}}
	counts := map[string]int{}
	for _, d := range documents {
		direction := directionOf(d.ID)
		for word := range m.set(d.Title + " " + d.Abstract) {
			if m.words[word] == nil {
				m.words[word] = make([]float64, Dimensions)
			}
			counts[word]++
			for i, x := range direction {
				m.words[word][i] += x
			}
		}
	}
	for word, n := range counts {
		m.idf[word] = math.Log(1 + float64(len(documents))/float64(n))
		scale(m.words[word], 1/norm(m.words[word]))
	}
	m.fit(documents)
	return m
}

// directionOf returns a sparse random vector that depends on a name alone.
func directionOf(name string) []float64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // hashes never return errors
	random := rand.New(rand.NewPCG(h.Sum64(), 1))
	out := make([]float64, Dimensions)
	for range marks {
		out[random.IntN(Dimensions)] = float64(1 - 2*random.IntN(2))
	}
	out[0] += 0.01 // two marks may cancel out
	return out
}

// fit trains the weights on titles, each beside its own abstract and those of the documents after it.
func (m *Model) fit(documents []evidence.Document) {
	type pair struct {
		x   [features]float64
		own bool
	}
	var pairs []pair
	for i := range documents {
		for k := range 1 + min(rivals, len(documents)-1) {
			pairs = append(pairs, pair{m.measure(documents[i].Title, documents[(i+k)%len(documents)].Abstract), k == 0})
		}
	}
	for range epochs {
		for _, p := range pairs {
			m.learn(p.x, p.own)
		}
	}
}

// learn takes one step of gradient descent on the logistic loss.
func (m *Model) learn(x [features]float64, own bool) {
	wrong := -m.probability(x)
	if own {
		wrong++
	}
	for i := range x {
		m.weights[i] += step * wrong * x[i]
	}
}

func (m *Model) probability(x [features]float64) float64 {
	sum := 0.0
	for i := range x {
		sum += m.weights[i] * x[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

func (m *Model) measure(query, text string) [features]float64 {
	have := m.set(text)
	shared, all := 0.0, 0.0
	for _, word := range m.analyzer.Tokens(query) {
		all += m.idf[word]
		if have[word] {
			shared += m.idf[word]
		}
	}
	return [features]float64{cosine(m.Embed(query), m.Embed(text)), shared / max(all, 1e-9), 1}
}

// Relevance returns the probability that a text answers a query, from 0 to 1, as far as titles teach it.
func (m *Model) Relevance(query, text string) float64 { return m.probability(m.measure(query, text)) }

// Embed returns the vector of a text. A text without a word that the model knows has a direction of its own.
func (m *Model) Embed(text string) []float64 {
	out := make([]float64, Dimensions)
	out[0] = 1e-6
	for _, word := range m.analyzer.Tokens(text) {
		for i, x := range m.words[word] {
			out[i] += m.idf[word] * x
		}
	}
	return out
}

func (m *Model) set(text string) map[string]bool {
	out := map[string]bool{}
	for _, word := range m.analyzer.Tokens(text) {
		out[word] = true
	}
	return out
}

func norm(v []float64) float64 { return math.Sqrt(dot(v, v)) }

func dot(v, w []float64) float64 {
	sum := 0.0
	for i := range v {
		sum += v[i] * w[i]
	}
	return sum
}

func cosine(v, w []float64) float64 { return dot(v, w) / max(norm(v)*norm(w), 1e-12) }

func scale(v []float64, by float64) {
	for i := range v {
		v[i] *= by
	}
}
