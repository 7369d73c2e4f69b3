package quickstart_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// Features of questions that turn on what a sentence says and not on the words that it shares.
var readingFeatures = []string{"reported_speech", "near_miss"}

// closed are words that most English sentences share.
var closed = strings.Fields("a after all an and are as at be by do does for from has have how in into is it its " +
	"no not of on or so than that the their there they to was were what which while who will with")

// words returns the words and numbers of text in lower case; a decimal gives two.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-%°", r)
	})
}

// telling returns the words of text that are not closed.
func telling(text string) map[string]bool {
	all := map[string]bool{}
	for _, w := range words(text) {
		all[w] = true
	}
	for _, w := range closed {
		delete(all, w)
	}
	return all
}

func TestQuestionsThatTurnOnReadingNameTheSentenceThatAnswersAndOneThatDoesNot(t *testing.T) {
	for _, q := range questions(t) {
		for _, feature := range readingFeatures {
			if q.has(feature) {
				require.Equal(t, q.has("unanswerable"), len(q.Meta.Evidence) == 0, q.ID)
				require.NotEmpty(t, q.Meta.NearMisses, q.ID)
			}
		}
	}
}

func TestTheSentencesThatAnswerStandInEveryGoldDocumentAndHoldAKeyword(t *testing.T) {
	all := sentences(t)
	for _, q := range questions(t) {
		if q.Meta.Evidence == nil {
			continue
		}
		require.ElementsMatch(t, q.GoldDocs, keys(q.Meta.Evidence), q.ID)
		text := ""
		for id, s := range q.Meta.Evidence {
			require.Contains(t, all[id], s, "%s: %s", q.ID, id)
			text += s + "\n"
		}
		if q.Meta.Keywords != nil {
			require.True(t, hasAny(text, q.Meta.Keywords), "%s: no keyword in %s", q.ID, text)
		}
	}
}

func TestQuestionsParaphraseTheSentenceThatAnswersThem(t *testing.T) {
	const most = 4 // words in a row that a question may share with the sentence
	for _, q := range questions(t) {
		asked := words(q.Question)
		for id, s := range q.Meta.Evidence {
			sentence := " " + strings.Join(words(s), " ") + " "
			for i := 0; i+most < len(asked); i++ {
				run := strings.Join(asked[i:i+most+1], " ")
				require.NotContains(t, sentence, " "+run+" ", "%s copies %s", q.ID, id)
			}
		}
	}
}

func TestANearMissIsNoEvidenceAndSharesTellingWordsWithTheQuestion(t *testing.T) {
	all := sentences(t)
	for _, q := range questions(t) {
		asked := q.Question
		for _, o := range q.Options {
			asked += " " + o.Text
		}
		for id, s := range q.Meta.NearMisses {
			require.Contains(t, all[id], s, "%s: %s", q.ID, id)
			require.NotEqual(t, q.Meta.Evidence[id], s, q.ID)
			require.GreaterOrEqual(t, shared(telling(s), telling(asked)), 2, "%s: %s", q.ID, s)
		}
	}
}

// shared counts the words that are in a and in b.
func shared(a, b map[string]bool) int {
	n := 0
	for w := range a {
		if b[w] {
			n++
		}
	}
	return n
}

func TestANearMissDoesNotHoldTheRightAnswer(t *testing.T) {
	checked := 0
	for _, q := range questions(t) {
		right := q.Meta.Keywords
		for _, o := range q.Options {
			if o.Label == q.Answer && !strings.HasPrefix(q.ID, "q-yn-") {
				right = append(right, o.Text)
			}
		}
		for id, s := range q.Meta.NearMisses {
			require.False(t, hasAny(s, right), "%s: %s holds the answer", q.ID, id)
			checked += len(right)
		}
	}
	require.GreaterOrEqual(t, checked, 12)
}
