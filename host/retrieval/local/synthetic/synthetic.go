// Package synthetic makes abstracts for measurements of large indexes: as many as wanted, the same ones every time.
//
// A topic model makes them. A topic has words of its own, used by Zipf's law; a document mixes one to three topics
// with words that all documents use, English function words, numbers, and names that hardly any other document
// has. Words come in bursts: what was used is likely to be used again. Copies of real abstracts would not do: equal
// documents tie, and ties defeat the skipping of documents that this is made to measure.
package synthetic

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

const (
	topics     = 2000
	topicWords = 1500
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
	topic  zipf
	common zipf
	rank   zipf
}

// New returns the documents of a seed.
func New(seed uint64) *Documents {
	return &Documents{seed: seed, topic: newZipf(topics, 0.6), common: newZipf(vocabulary, 1.05), rank: newZipf(topicWords, 0.9)}
}

// Document makes document i, from 0.
func (d *Documents) Document(i int) Document {
	w := d.writer(i)
	year := 1975 + w.r.IntN(50)
	title := w.text(8 + w.r.IntN(8))
	words := int(150 * math.Exp(w.r.NormFloat64()/3))
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
	case p < 700:
		return w.use(spell(w.common.draw(w.r)))
	case p < 720:
		return strconv.FormatFloat(float64(w.r.IntN(1000))/10, 'f', -1, 64)
	case p < 724:
		return w.use(spell(vocabulary + w.r.IntN(20_000_000)))
	}
	topic := w.topics[min(w.r.IntN(len(w.topics)), w.r.IntN(len(w.topics)))]
	// The words of a topic lie all over the vocabulary, so that topics share some.
	place := uint64(topic*topicWords+w.rank.draw(w.r)) * 0x9e3779b97f4a7c15
	return w.use(spell(int(place>>33) % vocabulary))
}

func (w *writer) use(word string) string {
	w.used = append(w.used, word)
	return word
}

const consonants, vowels = "bcdfglmnprstvz", "aeiou"

// spell is a word for a number, longer for greater ones; no two numbers share one.
func spell(n int) string {
	var b strings.Builder
	for n += len(consonants) * len(vowels); n > 0; n /= len(consonants) * len(vowels) {
		s := n % (len(consonants) * len(vowels))
		b.WriteByte(consonants[s/len(vowels)])
		b.WriteByte(vowels[s%len(vowels)])
	}
	return b.String() + "n"
}

// A zipf draws numbers, of which n comes with probability proportional to 1/(n+2)^s.
type zipf struct{ sums []float64 }

func newZipf(n int, s float64) zipf {
	z := zipf{make([]float64, n)}
	sum := 0.0
	for i := range z.sums {
		sum += math.Pow(float64(i+2), -s)
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
