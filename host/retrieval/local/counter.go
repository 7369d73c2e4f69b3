package local

import (
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
)

// mostPiece bounds the lists of words: one takes some twenty times its text.
const mostPiece = 64 << 10

// maxMemo limits how many words a counter remembers before it forgets them all.
const maxMemo = 1 << 16

// A counter counts the terms of documents. It remembers what the analysis made of each word, as most words come
// again and again: an analysis here is a tokenizer and filters that look at one word at a time. It is used by
// one goroutine at a time.
type counter struct {
	analyzer *analysis.DefaultAnalyzer
	memo     map[string]string // "" for words that are left out
	at       map[string]int
	counts   []postings.Count
	piece    int // bytes of a text that are cut into words at a time
}

func newCounter(a *analysis.DefaultAnalyzer) *counter {
	return &counter{analyzer: a, memo: map[string]string{}, at: map[string]int{}, piece: mostPiece}
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
	for len(text) > 0 {
		piece := text[:pieceOf(text, c.piece)]
		text = text[len(piece):]
		n += c.addPiece(piece, title)
	}
	return n
}

func (c *counter) addPiece(text string, title bool) (n int) {
	for _, token := range c.analyzer.Tokenizer.Tokenize([]byte(text)) {
		term, known := c.memo[string(token.Term)]
		if !known {
			term = c.analyze(token)
		}
		if term == "" {
			continue
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
	}
	return n
}

// pieceOf is the length of a beginning of text of some most bytes that ends before a blank, or of all. Words end at blanks, so that
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

// analyze runs one word through the filters and remembers what comes of it.
func (c *counter) analyze(token *analysis.Token) string {
	if len(c.memo) == maxMemo {
		clear(c.memo)
	}
	word, stream := string(token.Term), analysis.TokenStream{token}
	for _, f := range c.analyzer.TokenFilters {
		stream = f.Filter(stream)
	}
	term := ""
	if len(stream) > 0 {
		term = string(stream[0].Term)
	}
	c.memo[word] = term
	return term
}
