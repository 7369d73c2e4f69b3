package dialect

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func TestOf(t *testing.T) {
	tests := []struct {
		name, text, intent string
		n                  int
		want               Words
	}{
		{"a question loses its question words", "Does aspirin inhibit COX-1?", "primary", 8, Words{Terms: []string{"COX-1", "aspirin", "inhibit"}}},
		{"what tells most comes first, however short", "Does zinc shorten the common cold in adults?", "primary", 4, Words{Terms: []string{"zinc", "cold", "shorten", "common"}}},
		{"subjects of much of the literature tell less than rare ones", "Which genes are expressed in cancer cells of axolotls?", "primary", 3, Words{Terms: []string{"axolotls", "genes", "cancer"}}},
		{"a failing heart is a subject", "Do statins reduce mortality in heart failure?", "primary", 4, Words{Terms: []string{"statins", "failure", "mortality", "heart"}}},
		{"equal ones stay in the order of the text", "aspirin warfarin ibuprofen", "primary", 8, Words{Terms: []string{"aspirin", "warfarin", "ibuprofen"}}},
		{"a word of the table is one in any form", "statins reducing increased mortality", "primary", 2, Words{Terms: []string{"statins", "mortality"}}},
		{"a phrase stays whole and comes first", `lemmings "mass suicide" cliffs`, "primary", 8, Words{Terms: []string{"mass suicide", "lemmings", "cliffs"}}},
		{"filler that looks for failure becomes a sign", "why aspirin is wrong limitation exception", "primary", 8, Words{Terms: []string{"aspirin"}, Against: true}},
		{"an adversarial query is one whatever it says", "aspirin", "adversarial", 8, Words{Terms: []string{"aspirin"}, Against: true}},
		{"operators and fields are no words", `title:(aspirin) OR "NOT" [x TO y]* ~"`, "primary", 8, Words{Terms: []string{"title", "aspirin"}}},
		{"no more than were wanted", "lemmings cliffs suicide", "primary", 1, Words{Terms: []string{"lemmings"}}},
		{"nothing is nothing", " ?? ", "primary", 8, Words{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Of(retrieval.Query{Text: tt.text, Intent: tt.intent}, tt.n))
		})
	}
}

func TestTheWordsOfALiteralQueryStayAsTheyAre(t *testing.T) {
	q := retrieval.Query{Text: "why is aspirin wrong AND limitation", Intent: "adversarial", Literal: true}
	assert.Equal(t, Words{Terms: []string{"why", "is", "aspirin", "wrong", "limitation"}}, Of(q, 2))
	assert.Equal(t, Words{}, Of(retrieval.Query{Text: " ?? ", Literal: true}, 8))
}

func FuzzTermsHoldNoOperator(f *testing.F) {
	f.Add(`"a AND (b" OR c:"d*`)
	f.Fuzz(func(t *testing.T, text string) {
		same := strings.ReplaceAll(text, "#", "") // the analyzer keeps words: with numbers in them, its cache would be measured
		doubling.Text(t, same+" ", func(text string) { Of(retrieval.Query{Text: text}, 8) })
		for _, term := range Of(retrieval.Query{Text: text}, 8).Terms {
			assert.NotContains(t, []string{"", "AND", "OR", "NOT", "ANDNOT", "TO"}, term)
			assert.False(t, strings.ContainsAny(term, `"()[]{}:*?~^\/+|&!,<>=`), "%q", term)
		}
	})
}
