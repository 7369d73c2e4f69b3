package main

import (
	"cmp"
	"slices"
)

// The choices of the config.
const (
	formLiteral  = "literal"
	formGuarded  = "guarded"
	pairsAll     = "all"
	pairsCluster = "cluster"
	terms        = "core_terms"
	none         = "none"
)

const kindConflict = "conflict"

// config is what the policy sets.
type config struct {
	antonyms  []opposition
	negations side
	threshold float64
	n         int
	guarded   bool
	within    bool // compare only works of one cluster
	reach     int  // words around a predicate
	back      int  // words before it in which a negation counts
	top       int  // works that are looked at
}

// A work is one row of table "documents".
type work struct {
	title, text, sentence string
	relevance             float64
	names                 map[string]bool // entities in its title
	said                  []statement     // by its first sentence
}

// A statement is a word of the table as a sentence says it.
type statement struct {
	pair int             // row of the table
	side int             // 0 or 1, a negation taken into account
	word string          // as it is written, in lower case
	of   map[string]bool // what it is said of
}

// A conflict is two works that say opposite things.
type conflict struct {
	a, b int
	text string
}

// An outcome is what the plugin found.
type outcome struct {
	compared  int
	clusters  int
	conflicts []conflict // by the titles
	per       []float64  // conflicts of each work
	size      []float64  // of its cluster; 0: not looked at
}

// disagree compares those works whose titles name one of the entities, the most relevant of them.
func disagree(c config, works []work, entities map[string]bool) outcome {
	out := outcome{per: make([]float64, len(works)), size: make([]float64, len(works))}
	looked := c.choose(works, entities)
	texts := make([]string, len(looked))
	for k, i := range looked {
		texts[k] = works[i].text
		works[i].said = c.statements(works[i].sentence)
	}
	number := clusters(texts, c.n, c.threshold)
	of, several := sizes(number)
	out.clusters = several
	for k, i := range looked {
		out.size[i] = of[k]
		for l := k + 1; l < len(looked); l++ {
			if j := looked[l]; (!c.within || number[k] == number[l]) && meet(works[i].names, works[j].names) {
				out.compare(&c, works, min(i, j), max(i, j))
			}
		}
	}
	out.sort(works)
	return out
}

// choose lists the works whose titles name entities, the most relevant first; of equals, by title and
// sentence.
func (c *config) choose(works []work, entities map[string]bool) []int {
	var out []int
	for i := range works {
		works[i].names = c.entities(works[i].title)
		for e := range works[i].names {
			if !entities[e] {
				delete(works[i].names, e)
			}
		}
		if len(works[i].names) > 0 {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(i, j int) int {
		a, b := &works[i], &works[j]
		return cmp.Or(cmp.Compare(b.relevance, a.relevance), cmp.Compare(a.title, b.title), cmp.Compare(a.sentence, b.sentence), cmp.Compare(a.text, b.text))
	})
	return out[:min(len(out), c.top)]
}

// compare notes whether two works conflict.
func (o *outcome) compare(c *config, works []work, i, j int) {
	o.compared++
	text, is := c.opposed(&works[i], &works[j])
	if !is {
		return
	}
	o.conflicts = append(o.conflicts, conflict{i, j, text})
	o.per[i]++
	o.per[j]++
}

// sort brings the conflicts into an order that does not depend on that of the works.
func (o *outcome) sort(works []work) {
	key := func(f conflict) (string, string) {
		a, b := works[f.a].title+"\x00"+works[f.a].sentence, works[f.b].title+"\x00"+works[f.b].sentence
		return min(a, b), max(a, b)
	}
	slices.SortStableFunc(o.conflicts, func(x, y conflict) int {
		xa, xb := key(x)
		ya, yb := key(y)
		return cmp.Or(cmp.Compare(xa, ya), cmp.Compare(xb, yb))
	})
}

// opposed says whether two works take different sides, and by which words: those of the first
// row of the table, the side that is written first coming first, of several the first in the alphabet.
func (c *config) opposed(a, b *work) (string, bool) {
	for pair := range c.antonyms {
		best := ""
		for _, x := range a.said {
			for _, y := range b.said {
				if x.pair != pair || y.pair != pair || x.side == y.side || c.guarded && !meet(x.of, y.of) {
					continue
				}
				if text := against(x, y); best == "" || text < best {
					best = text
				}
			}
		}
		if best != "" {
			return best, true
		}
	}
	return "", false
}

func against(x, y statement) string {
	if x.side == 1 {
		x, y = y, x
	}
	return x.word + " against " + y.word
}

// statements returns the words of the table in a sentence, in order.
func (c *config) statements(sentence string) []statement {
	words := tokens(sentence)
	var out []statement
	for at, t := range words {
		for pair, o := range c.antonyms {
			for s := range o {
				if !o[s].is(t.word) {
					continue
				}
				one := statement{pair: pair, side: s, word: t.word}
				if c.guarded {
					one.of = c.subject(words, at)
					if c.negated(words, at) {
						one.side, one.word = 1-s, "not "+t.word
					}
				}
				out = append(out, one)
			}
		}
	}
	return out
}

// negated says whether an odd number of negations stands in the words before a predicate, in its clause.
func (c *config) negated(words []token, at int) bool {
	odd := false
	for i := at; i > 0 && !words[i].breaks && i > at-c.back; i-- {
		if c.negations.is(words[i-1].word) {
			odd = !odd
		}
	}
	return odd
}

// subject returns what a predicate is said of: what its clause names after it, or before it if that is nothing
// or the predicate is passive.
func (c *config) subject(words []token, at int) map[string]bool {
	out := map[string]bool{}
	end := at + 1
	for ; end < len(words) && !words[end].breaks && end <= at+c.reach; end++ {
		if e := c.entity(words[end].word); e != "" {
			out[e] = true
		}
	}
	passive := at+1 < len(words) && words[at+1].word == "by"
	if len(out) > 0 && !passive {
		return out
	}
	clear(out)
	for i := at; i > 0 && !words[i].breaks && i > at-c.reach; i-- {
		if e := c.entity(words[i-1].word); e != "" {
			out[e] = true
		}
	}
	return out
}
