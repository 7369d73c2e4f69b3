package main

import (
	"strings"
	"unicode"
)

// A token is a word of a text, in lower case.
type token struct {
	word   string
	breaks bool // a clause begins with it
}

// tokens cuts a text into words of letters and digits; hyphens and apostrophes inside a word stay, and
// n't is a word of its own. Commas, semicolons, colons, the ends of sentences and words such as "while"
// part clauses.
func tokens(text string) []token {
	var out []token
	var word strings.Builder
	breaks, held := false, rune(0)
	end := func() {
		if word.Len() > 0 {
			out = append(out, contracted(token{word.String(), breaks})...)
			breaks = false
			word.Reset()
		}
	}
	for _, c := range text {
		switch {
		case unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c):
			if held != 0 {
				word.WriteRune(held)
			}
			held = 0
			word.WriteRune(unicode.ToLower(c))
		case joins(c) && word.Len() > 0 && held == 0:
			held = joint(c)
		default:
			held = 0
			end()
			breaks = breaks || strings.ContainsRune(",;:.!?", c)
		}
	}
	end()
	return out
}

func joins(c rune) bool { return strings.ContainsRune("-‐‑'’", c) }

// joint returns one spelling of hyphens and one of apostrophes.
func joint(c rune) rune {
	if c == '\'' || c == '’' {
		return '\''
	}
	return '-'
}

// openers begin a clause.
var openers = map[string]bool{"although": true, "because": true, "but": true, "despite": true, "though": true, "whereas": true, "while": true}

// contracted parts "doesn't" into "does" and "n't", and notes a word that begins a clause.
func contracted(t token) []token {
	t.breaks = t.breaks || openers[t.word]
	if stem, is := strings.CutSuffix(t.word, "n't"); is && stem != "" {
		return []token{{stem, t.breaks}, {word: "n't"}}
	}
	return []token{t}
}

// stopwords carry nothing that works could disagree about.
var stopwords = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields("a about after all also among an and any are as at be been between both but by can did do does during each for from had has have how if in into is it its may more most of on only or other our over such than that the their them these they this those through to under until upon was we were what when where which while who will with would") {
		out[w] = true
	}
	return out
}()

// entity returns the form in which words are compared, without the plural's s; "": the word names nothing.
func (c *config) entity(word string) string {
	if len(word) < 2 || stopwords[word] || c.negations.is(word) || c.predicate(word) || !strings.ContainsFunc(word, unicode.IsLetter) {
		return ""
	}
	if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
		return word[:len(word)-1]
	}
	return word
}

// predicate says whether a word is of the table.
func (c *config) predicate(word string) bool {
	for _, o := range c.antonyms {
		if o[0].is(word) || o[1].is(word) {
			return true
		}
	}
	return false
}

// entities returns the set of what a text names.
func (c *config) entities(text string) map[string]bool {
	out := map[string]bool{}
	for _, t := range tokens(text) {
		if e := c.entity(t.word); e != "" {
			out[e] = true
		}
	}
	return out
}

// meet says whether two sets share a member.
func meet(a, b map[string]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}
