package run

import (
	"fmt"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
)

// textCacheSize is how many analysed documents an engine keeps; at about 10 KB each.
const textCacheSize = 8192

// An analysed document: its distinct content tokens, and its passages with theirs.
// It depends on the document and the policy's read block alone, so runs share it.
type analysed struct {
	title, body []string // distinct, in text order
	once        sync.Once
	passages    []evidence.Passage // Document is 0; the run sets it
	tokens      [][]string         // per passage, distinct
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
	a := &analysed{title: distinct(t.content.Tokens(d.Title)), body: t.body(d)}
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
	return distinct(words)
}

// split cuts the document into passages, once.
func (t *textCache) split(a *analysed, d *evidence.Document) {
	a.once.Do(func() {
		opts := evidence.PassageOptions{MaxChars: t.read.MaxChars, PassageChars: t.read.PassageChars}
		a.passages = evidence.Passages(d, 0, opts)
		a.tokens = make([][]string, len(a.passages))
		for i, p := range a.passages {
			a.tokens[i] = distinct(t.content.Tokens(p.Text))
		}
	})
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
