package analysis

import (
	"fmt"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// cacheSize is the number of analysed documents that an engine keeps; at about 20 KB each.
const cacheSize = 8192

// A Document is an analysed document. It depends on the document and the policy's read block
// alone, so runs share it: a run gives each word an id once, and title, passages and
// sentences refer to words by their index.
type Document struct {
	Words []string // distinct content tokens of title and body, in text order
	Title int      // the first so many are the title's

	once     sync.Once
	More     []string  // words of passages that the whole text does not have; their indexes go on after Words
	Passages []Passage // after Split
	Exceeds  bool      // after Split: it has text that is not read, because it is too long
}

// A Passage is an evidence.Passage with its words and sentences. Its Document is 0; the run sets it.
type Passage struct {
	evidence.Passage
	Words     []int // indexes of words of its document
	Sentences []Sentence
}

// A Sentence is a span of a passage's text with its words.
type Sentence struct {
	evidence.Span
	Words []int // indexes of words of its document
	known *structured
}

// A Cache analyses each document once per process, by digest. [Shared.For] makes it.
type Cache struct {
	read    policy.Read
	content *evidence.Analyzer
	cache   kept
}

// kept is a cache of [lru]. As an interface it is compiled here alone, and not once more in every package that knows a [Cache].
type kept interface {
	Get(digest string) (*Document, bool)
	Add(digest string, a *Document) (evicted bool)
}

func newCache(read policy.Read) (*Cache, error) {
	kept, err := lru.New[string, *Document](cacheSize)
	if err != nil {
		return nil, fmt.Errorf("analysed documents: %w", err)
	}
	return &Cache{read: read, content: evidence.NewAnalyzer(evidence.Content), cache: kept}, nil
}

// Document analyses title and body. Two callers may do the same work at once; both get equal values.
func (c *Cache) Document(digest string, d *evidence.Document) *Document {
	if a, ok := c.cache.Get(digest); ok {
		return a
	}
	a := &Document{Words: evidence.Distinct(c.content.Tokens(d.Title))}
	a.Title = len(a.Words)
	a.Words = evidence.Distinct(append(a.Words, c.body(d)...))
	c.cache.Add(digest, a)
	return a
}

func (c *Cache) body(d *evidence.Document) []string {
	words := c.content.Tokens(d.Abstract)
	if d.Abstract == "" {
		for _, s := range d.Sections {
			words = append(words, c.content.Tokens(s.Text)...)
		}
	}
	if d.Text != "" {
		words = append(words, c.content.Tokens(clip(d.Text, c.read.MaxChars))...)
	}
	return words
}

// Split cuts the document into passages and sentences, once.
func (c *Cache) Split(a *Document, d *evidence.Document) {
	a.once.Do(func() {
		index := make(map[string]int, len(a.Words))
		for i, w := range a.Words {
			index[w] = i
		}
		words := func(text string) []int {
			tokens := evidence.Distinct(c.content.Tokens(text))
			out := make([]int, len(tokens))
			for i, w := range tokens {
				at, ok := index[w]
				if !ok {
					at = len(a.Words) + len(a.More)
					index[w] = at
					a.More = append(a.More, w)
				}
				out[i] = at
			}
			return out
		}
		opts := evidence.PassageOptions{MaxChars: c.read.MaxChars, PassageChars: c.read.PassageChars, Titles: c.read.Titles}
		if d.TextBy != "" {
			opts.MaxChars = len(d.Abstract) + textLength(d.Sections) // the text was cut when it was got
		}
		for _, p := range evidence.Passages(d, 0, opts) {
			cut := Passage{Passage: p, Words: words(p.Text)}
			for _, s := range evidence.Sentences(p.Text) {
				cut.Sentences = append(cut.Sentences, Sentence{s, words(s.Of(p.Text)), &structured{}})
			}
			a.Passages = append(a.Passages, cut)
		}
		a.Passages = summarised(a.Passages, &c.read.Summary)
		a.Exceeds = evidence.Exceeds(d, opts.MaxChars)
	})
}

// SetOf returns the set of a document's words with these indexes.
func SetOf(ids []uint32, words []int) []uint32 {
	out := make([]uint32, len(words))
	for i, w := range words {
		out[i] = ids[w]
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// clip cuts s to at most n bytes; 0 or less keeps all.
func clip(s string, n int) string {
	if n <= 0 {
		return s
	}
	return evidence.Clip(s, n)
}

// textLength returns the bytes in the texts of sections.
func textLength(sections []evidence.Section) int {
	n := 0
	for _, s := range sections {
		n += len(s.Text)
	}
	return n
}
