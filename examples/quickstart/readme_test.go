package quickstart_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheREADMECountsAbstractsAndQuestions(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	require.Contains(t, string(readme), fmt.Sprintf("holds %d abstracts from eight sciences", len(corpus(t))))
	require.Contains(t, string(readme), fmt.Sprintf("`questions.jsonl` %d questions", len(questions(t))))
}

func TestTheTableOfTheREADMEListsQuestionsAndDocumentsOfEveryFeature(t *testing.T) {
	documents, want, named := byID(t), map[string][]string{}, map[string]map[string]bool{}
	for _, q := range questions(t) {
		for _, f := range q.Meta.Features {
			want[f] = append(want[f], q.ID)
			if named[f] == nil {
				named[f] = map[string]bool{}
			}
			for _, id := range q.documents(f) {
				named[f][id] = true
			}
		}
	}
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	rows := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([^|]*) \\| ([^|]*) \\|").FindAllStringSubmatch(string(readme), -1)
	for _, row := range rows {
		feature, listed, ids := row[1], strings.Split(row[2], ", "), strings.Split(row[3], ", ")
		require.GreaterOrEqual(t, len(ids), 3, feature)
		require.ElementsMatch(t, want[feature], ids, feature)
		require.ElementsMatch(t, keys(named[feature]), listed, feature)
	}
	require.Len(t, rows, len(want))
	for _, id := range regexp.MustCompile(`\b(?:mb|ch|ph|es|ec|nn|cs|as)-\d{3}\b`).FindAllString(string(readme), -1) {
		require.Contains(t, documents, id)
	}
}
