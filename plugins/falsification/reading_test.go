package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// words reads a text and returns its folded tokens.
func words(text string) []string {
	var r reading
	r.read(text)
	out := make([]string, len(r.tokens))
	for i := range out {
		out[i] = string(r.word(i))
	}
	return out
}

func TestTextsAreCutIntoFoldedTokens(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"case is folded", "Rapamycin INHIBITS mTOR", []string{"rapamycin", "inhibits", "mtor"}},
		{"hyphens part words", "T-cell", []string{"t", "cell"}},
		{"apostrophes part words", "doesn't Crohn’s", []string{"doesn", "t", "crohn", "s"}},
		{"decimals stay whole", "p<0.05, n=1,200.", []string{"p", "0.05", "n", "1,200"}},
		{"a point behind a number ends it", "in 2010. Then", []string{"in", "2010", "then"}},
		{"Greek folds, final sigma and micro sign included", "ΤΕΛΟΣ τελος µM μM", []string{"τελοσ", "τελοσ", "μm", "μm"}},
		{"combining marks belong to their letter", "e\u0301tude", []string{"e\u0301tude"}},
		{"bytes that are no UTF-8 part words", "a\xffb", []string{"a", "b"}},
		{"nothing comes of nothing", " .,;", []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, words(tt.text)) })
	}
}

func TestPositionsAreCountedInCharactersAndQuotesAreExact(t *testing.T) {
	var r reading
	r.read("β-Catenin: naïve cells")
	assert.Equal(t, "Catenin: naïve", r.quote(1, 2))
	assert.Equal(t, []int{0, 1}, []int{r.tokens[0].start, r.tokens[0].end})
	assert.Equal(t, []int{11, 16}, []int{r.tokens[2].start, r.tokens[2].end})
}

func TestAReadingIsTheSameForAnyTextReadBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		var fresh, used reading
		used.read(rapid.String().Draw(t, "before"))
		fresh.read(text)
		used.read(text)
		assert.Equal(t, len(fresh.tokens), len(used.tokens))
		runes, last := []rune(text), 0
		for i, token := range fresh.tokens {
			assert.Equal(t, token, used.tokens[i])
			assert.Less(t, token.start, token.end)
			assert.GreaterOrEqual(t, token.start, last)
			assert.Equal(t, string(runes[token.start:token.end]), fresh.quote(i, i))
			last = token.end
		}
	})
}

func TestPhrasesMatchOnTokenBorders(t *testing.T) {
	tests := []struct {
		name, phrase, text string
		want               int
	}{
		{"in any case", "mTORC1 Kinase", "the MTORC1 kinase and mtorc1 KINASE", 2},
		{"across line breaks and hyphens", "T cell", "T\n cell, T-cell", 2},
		{"not inside a word", "statin", "nystatin statins", 0},
		{"with an ending of its own", "Crohn", "Crohn's disease", 1},
		{"not as the stem of a numbered name", "COX", "COX-2 but COX", 1},
		{"with its number", "COX-2", "COX-2-dependent", 1},
		{"not with another number", "IL-1", "IL-10, IL-1β, IL-1", 1},
		{"not across the end of a sentence", "vitamin C", "the vitamin. C and vitamin C", 1},
		{"across a point that abbreviates", "E. coli", "E. coli and E coli", 2},
		{"not longer than the text", "one two three", "one two", 0},
		{"never if it has no words", "…", "… and so on", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var r reading
			r.read(tt.text)
			p := phrase(tt.phrase)
			assert.Len(t, p.find(&r, nil), tt.want)
		})
	}
}

func TestWildcardsMatchEndingsAndContractions(t *testing.T) {
	tests := []struct {
		name, pattern, text string
		want                int
	}{
		{"a star stands for any ending", "fail*", "fail failed FAILURE prevail", 3},
		{"a star inside a phrase", "conflict* with", "conflicting with, conflicts with", 2},
		{"no star, no ending", "lack", "lacks lack", 1},
		{"the contraction", "n't", "doesn't isn’t can't ain t dont", 3},
		{"a sentence ends a phrase", "no evidence", "no. Evidence", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var r reading
			r.read(tt.text)
			var c compiler
			p := c.wildcard(tt.pattern)
			assert.Len(t, p.find(&r, nil), tt.want)
		})
	}
}
