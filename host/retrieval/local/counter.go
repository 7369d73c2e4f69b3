package local

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/evidence/english"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
)

// maxMemo limits how many words a counter remembers before it forgets them all.
const maxMemo = 1 << 16

// A counter counts the terms of documents. It remembers what the analysis made of each word, as most words come
// again and again. It is used by one goroutine at a time.
type counter struct {
	analyzer analyzer
	memo     map[string]string // "" for words that are left out
	at       map[string]int
	counts   []postings.Count
}

func newCounter(a analyzer) *counter {
	return &counter{analyzer: a, memo: map[string]string{}, at: map[string]int{}}
}

// document counts the terms of title, abstract and text together, and those of the title alone. Sections repeat
// abstract or text, so they are read only in the place of both. The counts are in the order of first occurrence
// and valid until the next call.
func (c *counter) document(d *evidence.Document) (counts []postings.Count, whole, title int) {
	c.counts = c.counts[:0]
	clear(c.at)
	title = c.add(d.Title, true)
	whole = title + c.add(d.Abstract, false) + c.add(d.Text, false)
	if d.Abstract == "" && d.Text == "" {
		for _, s := range d.Sections {
			whole += c.add(s.Text, false)
		}
	}
	return c.counts, whole, title
}

// add counts the terms of a text and returns how many there are.
func (c *counter) add(text string, title bool) (n int) {
	english.Words(text, func(word []byte) {
		term, known := c.memo[string(word)]
		if !known {
			term = c.analyze(string(word))
		}
		if term == "" {
			return
		}
		i, seen := c.at[term]
		if !seen {
			i = len(c.counts)
			c.at[term] = i
			c.counts = append(c.counts, postings.Count{Term: term})
		}
		c.counts[i].Freq++
		if title {
			c.counts[i].Title++
		}
		n++
	})
	return n
}

// pieceOf returns the length of a beginning of text of some most bytes that ends before a blank, or of all. Words end at blanks, so that
// those of the pieces are those of the text.
func pieceOf(text string, most int) int {
	if len(text) <= most {
		return len(text)
	}
	if i := strings.IndexAny(text[most:], " \n"); i >= 0 {
		return most + i
	}
	return len(text)
}

// analyze makes a term of a word and remembers it.
func (c *counter) analyze(word string) string {
	if len(c.memo) == maxMemo {
		clear(c.memo)
	}
	term := c.analyzer.term(word)
	c.memo[word] = term
	return term
}
