package quickstart_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// sentences returns, by document, the title and the sentences of the abstract, cut as the host cuts them.
func sentences(t *testing.T) map[string][]string {
	all := map[string][]string{}
	for _, d := range corpus(t) {
		all[d.ID] = []string{d.Title}
		for _, span := range evidence.Sentences(d.Abstract) {
			all[d.ID] = append(all[d.ID], span.Of(d.Abstract))
		}
	}
	return all
}

// hasWord says whether text holds word between borders of words, in any case.
func hasWord(text, word string) bool {
	return regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(word) + `\b`).MatchString(text)
}

// hasAny says whether text holds one of the strings, in any case.
func hasAny(text string, some []string) bool {
	for _, s := range some {
		if strings.Contains(strings.ToLower(text), strings.ToLower(s)) {
			return true
		}
	}
	return false
}

func TestAnUnanswerableQuestionHasNoAnswerAndNoGoldDocument(t *testing.T) {
	for _, q := range questions(t) {
		if q.has("unanswerable") {
			require.Empty(t, q.Answer, q.ID)
			require.Empty(t, q.GoldDocs, q.ID)
			require.Equal(t, "abstain", q.Meta.Expect, q.ID)
		}
	}
}

func TestThereAreUnanswerableQuestionsOfEachKind(t *testing.T) {
	kinds := map[string]int{}
	for _, q := range questions(t) {
		if q.has("unanswerable") {
			kinds[q.ID[:len("q-mc")]]++
		}
	}
	for _, kind := range []string{"q-mc", "q-yn", "q-cl", "q-ff"} {
		require.GreaterOrEqual(t, kinds[kind], 3, kind)
	}
}

func TestAnUnanswerableQuestionSharesItsWordsWithTheDocumentsThatItNames(t *testing.T) {
	documents := byID(t)
	for _, q := range questions(t) {
		require.Equal(t, q.has("unanswerable"), len(q.Meta.Shares) > 0, q.ID)
		for id, words := range q.Meta.Shares {
			require.Contains(t, documents, id, q.ID)
			require.NotEmpty(t, words, "%s: %s", q.ID, id)
			for _, word := range words {
				require.True(t, hasWord(q.Question, word), "%s does not hold %q", q.ID, word)
				text := documents[id].Title + ". " + documents[id].Abstract
				require.True(t, hasWord(text, word), "%s: %s does not hold %q", q.ID, id, word)
			}
		}
	}
}

func TestNoSentenceHoldsTheSubjectOfAnUnanswerableQuestionAndWhatIsAskedOfIt(t *testing.T) {
	all := sentences(t)
	for _, q := range questions(t) {
		subject := q.Meta.Missing.Subject
		require.Equal(t, q.has("unanswerable"), subject != "", q.ID)
		if subject == "" {
			continue
		}
		require.True(t, hasAny(q.Question, []string{subject}), "%s does not ask about %q", q.ID, subject)
		require.NotEmpty(t, q.Meta.Missing.Relation, q.ID)
		for id, texts := range all {
			for _, s := range texts {
				answers := hasAny(s, []string{subject}) && hasAny(s, q.Meta.Missing.Relation)
				require.False(t, answers, "%s may be answered by %s: %s", q.ID, id, s)
			}
		}
	}
}
