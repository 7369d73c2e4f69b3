// Package synthetic makes abstracts for measurements of large indexes: as many as wanted, the same ones every time.
//
// A topic model makes them. Words have the document frequencies that the abstracts of SciFact have, by a law of
// Zipf and Mandelbrot; a topic uses some hundred of them far more often, and a document mixes one to three topics
// with words of all, English function words, numbers, and names that hardly any other document has. Words come in
// bursts: what was used is likely to be used again. Copies of real abstracts would not do: equal documents tie, and
// ties defeat the skipping of documents that this is made to measure.
package synthetic

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

const (
	topics     = 2000
	topicWords = 400
	vocabulary = 300_000
)

var functionWords = strings.Fields(`the of and in to a with for was were that is by on from at as are we this be an which or
these than not between after it has have been our their both during study results`)

// A Document is one abstract.
type Document struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Abstract string `json:"abstract"`
	Year     int    `json:"year"`
}

// A Query asks for one document, by words of its own.
type Query struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Found string `json:"gold"` // id of the document
}

// Documents makes documents by their number. It is safe for concurrent use.
type Documents struct {
	seed   uint64
	common zipf    // of all words
	topic  zipf    // of topics
	rank   zipf    // of the words of a topic
	words  [][]int // of each topic
}

// New returns the documents of a seed.
func New(seed uint64) *Documents {
	d := &Documents{
		seed: seed, common: newZipf(vocabulary, 110, 1.4), topic: newZipf(topics, 10, 0.7), rank: newZipf(topicWords, 20, 1),
		words: make([][]int, topics),
	}
	r := rand.New(rand.NewPCG(seed, math.MaxUint64))
	for t := range d.words {
		for range topicWords {
			d.words[t] = append(d.words[t], d.common.draw(r))
		}
	}
	return d
}

// Document makes document i, from 0.
func (d *Documents) Document(i int) Document {
	w := d.writer(i)
	year := 1975 + w.r.IntN(50)
	title := w.text(8 + w.r.IntN(8))
	words := int(185 * math.Exp(w.r.NormFloat64()/3))
	return Document{ID: strconv.Itoa(i), Title: title, Abstract: w.text(min(600, max(20, words))), Year: year}
}

// Query makes a query of 5 to 12 words of document i, drawn at random.
func (d *Documents) Query(i int) Query {
	doc := d.Document(i)
	r := rand.New(rand.NewPCG(d.seed+1, uint64(i)))
	words := strings.Fields(doc.Title + " " + doc.Abstract)
	var text []string
	for n := 5 + r.IntN(8); len(text) < n; {
		text = append(text, strings.Trim(words[r.IntN(len(words))], ".,"))
	}
	return Query{ID: "q" + doc.ID, Text: strings.Join(text, " "), Found: doc.ID}
}

// A writer writes one document.
type writer struct {
	*Documents
	r      *rand.Rand
	topics []int
	used   []string
}

func (d *Documents) writer(i int) *writer {
	w := &writer{Documents: d, r: rand.New(rand.NewPCG(d.seed, uint64(i)))}
	for range 1 + w.r.IntN(3) {
		w.topics = append(w.topics, d.topic.draw(w.r))
	}
	return w
}

// text writes sentences of so many words altogether.
func (w *writer) text(words int) string {
	var b strings.Builder
	for left := 0; words > 0; words-- {
		word := w.word()
		switch {
		case left == 0:
			if left = 8 + w.r.IntN(20); b.Len() > 0 {
				b.WriteString(". ")
			}
			word = strings.ToUpper(word[:1]) + word[1:]
		case w.r.IntN(14) == 0:
			b.WriteString(", ")
		default:
			b.WriteByte(' ')
		}
		b.WriteString(word)
		left--
	}
	return b.String()
}

func (w *writer) word() string {
	switch p := w.r.IntN(1000); {
	case p < 380:
		return functionWords[min(w.r.IntN(len(functionWords)), w.r.IntN(len(functionWords)))]
	case p < 500 && len(w.used) > 0:
		return w.used[w.r.IntN(len(w.used))]
	case p < 780:
		return w.use(spell(w.common.draw(w.r)))
	case p < 800:
		return strconv.FormatFloat(float64(w.r.IntN(1000))/10, 'f', -1, 64)
	case p < 804:
		return w.use(spell(vocabulary + w.r.IntN(20_000_000)))
	}
	topic := w.topics[min(w.r.IntN(len(w.topics)), w.r.IntN(len(w.topics)))]
	return w.use(spell(w.Documents.words[topic][w.rank.draw(w.r)]))
}

func (w *writer) use(word string) string {
	w.used = append(w.used, word)
	return word
}

const consonants, vowels = "bcdfglmnprstvz", "aeiou"

// spell returns a word for a number, longer for greater ones; no two numbers share one.
func spell(n int) string {
	var b strings.Builder
	for n += len(consonants) * len(vowels); n > 0; n /= len(consonants) * len(vowels) {
		s := n % (len(consonants) * len(vowels))
		b.WriteByte(consonants[s/len(vowels)])
		b.WriteByte(vowels[s%len(vowels)])
	}
	return b.String() + "n"
}

// A zipf draws numbers, of which n comes with probability proportional to 1/(n+shift)^s.
type zipf struct{ sums []float64 }

func newZipf(n int, shift, s float64) zipf {
	z := zipf{make([]float64, n)}
	sum := 0.0
	for i := range z.sums {
		sum += math.Pow(float64(i)+shift, -s)
		z.sums[i] = sum
	}
	return z
}

func (z zipf) draw(r *rand.Rand) int {
	at := r.Float64() * z.sums[len(z.sums)-1]
	low, high := 0, len(z.sums)-1
	for low < high {
		if mid := (low + high) / 2; z.sums[mid] < at {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}
