package run

import (
	"fmt"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// textCacheSize is how many analysed documents an engine keeps; at about 20 KB each.
const textCacheSize = 8192

// An analysed document. It depends on the document and the policy's read block
// alone, so runs share it: a run gives each word an id once, and title, passages and
// sentences refer to words by their index.
type analysed struct {
	words []string // distinct content tokens of title and body, in text order
	title int      // the first so many are the title's

	once     sync.Once
	more     []string // words of passages that the whole text does not have; their indexes go on after words
	passages []chunk
}

// A chunk is a passage with its words and sentences. Its Document is 0; the run sets it.
type chunk struct {
	evidence.Passage
	words     []int
	sentences []sentence
}

// A sentence is a span of a passage's text with its words.
type sentence struct {
	evidence.Span
	words []int
}

// A textCache analyses each document once per process, by digest.
type textCache struct {
	read    policy.Read
	content *evidence.Analyzer
	cache   *lru.Cache[string, *analysed]
}

func newTextCache(read policy.Read, content *evidence.Analyzer) (*textCache, error) {
	c, err := lru.New[string, *analysed](textCacheSize)
	if err != nil {
		return nil, fmt.Errorf("text cache: %w", err)
	}
	return &textCache{read: read, content: content, cache: c}, nil
}

// document analyses title and body. Two callers may do the same work at once; both get equal values.
func (t *textCache) document(digest string, d *evidence.Document) *analysed {
	if a, ok := t.cache.Get(digest); ok {
		return a
	}
	a := &analysed{words: distinct(t.content.Tokens(d.Title))}
	a.title = len(a.words)
	a.words = distinct(append(a.words, t.body(d)...))
	t.cache.Add(digest, a)
	return a
}

func (t *textCache) body(d *evidence.Document) []string {
	words := t.content.Tokens(d.Abstract)
	if d.Abstract == "" {
		for _, s := range d.Sections {
			words = append(words, t.content.Tokens(s.Text)...)
		}
	}
	if d.Text != "" {
		words = append(words, t.content.Tokens(clip(d.Text, t.read.MaxChars))...)
	}
	return words
}

// split cuts the document into passages and sentences, once.
func (t *textCache) split(a *analysed, d *evidence.Document) {
	a.once.Do(func() {
		index := make(map[string]int, len(a.words))
		for i, w := range a.words {
			index[w] = i
		}
		words := func(text string) []int {
			tokens := distinct(t.content.Tokens(text))
			out := make([]int, len(tokens))
			for i, w := range tokens {
				at, ok := index[w]
				if !ok {
					at = len(a.words) + len(a.more)
					index[w] = at
					a.more = append(a.more, w)
				}
				out[i] = at
			}
			return out
		}
		opts := evidence.PassageOptions{MaxChars: t.read.MaxChars, PassageChars: t.read.PassageChars}
		if d.TextBy != "" {
			opts.MaxChars = len(d.Abstract) + textLength(d.Sections) // the text was cut when it was got
		}
		for _, p := range evidence.Passages(d, 0, opts) {
			c := chunk{Passage: p, words: words(p.Text)}
			for _, s := range evidence.Sentences(p.Text) {
				c.sentences = append(c.sentences, sentence{s, words(s.Of(p.Text))})
			}
			a.passages = append(a.passages, c)
		}
		a.passages = summarised(a.passages, &t.read.Summary)
	})
}

// setOf is the set of a document's words with these indexes.
func setOf(ids []uint32, words []int) []uint32 {
	out := make([]uint32, len(words))
	for i, w := range words {
		out[i] = ids[w]
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// distinct drops repeated words, keeping the first of each.
func distinct(words []string) []string {
	seen := make(map[string]bool, len(words))
	return slices.DeleteFunc(words, func(w string) bool {
		if seen[w] {
			return true
		}
		seen[w] = true
		return false
	})
}

// clip cuts s to at most n bytes, on a rune's border.
func clip(s string, n int) string {
	if n <= 0 || len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}
