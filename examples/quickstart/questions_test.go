package quickstart_test

import (
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThereAreEnoughQuestionsOfEachType(t *testing.T) {
	ids, types := map[string]bool{}, map[string]int{}
	for _, q := range questions(t) {
		require.False(t, ids[q.ID], "%s is there twice", q.ID)
		ids[q.ID] = true
		types[q.Type]++
	}
	require.GreaterOrEqual(t, types["multiple_choice"], 20)
	require.GreaterOrEqual(t, types["claim"], 12)
	require.GreaterOrEqual(t, types["free_form"], 12)
}

func TestEveryQuestionFitsItsTypeAndHasAPossibleAnswer(t *testing.T) {
	for _, q := range questions(t) {
		t.Run(q.ID, func(t *testing.T) {
			answers := []string{q.Answer}
			switch q.Type {
			case "multiple_choice":
				answers = labels(t, q)
			case "claim":
				require.Empty(t, q.Options)
				answers = []string{"supported", "contradicted", "undecided"}
			default:
				require.Equal(t, "free_form", q.Type)
				require.Empty(t, q.Options)
			}
			if q.Meta.Expect == "abstain" {
				require.Empty(t, q.Answer)
				return
			}
			require.NotEmpty(t, q.Answer)
			require.Contains(t, answers, q.Answer)
		})
	}
}

// labels returns a question's option labels and checks that labels and texts are unique.
func labels(t *testing.T, q question) []string {
	require.True(t, len(q.Options) >= 3 && len(q.Options) <= 5)
	var all, texts []string
	for _, o := range q.Options {
		require.NotContains(t, all, o.Label)
		require.NotContains(t, texts, o.Text)
		all, texts = append(all, o.Label), append(texts, o.Text)
	}
	return all
}

func TestEvidenceOfEveryQuestionIsInTheCorpus(t *testing.T) {
	documents := byID(t)
	for _, q := range questions(t) {
		require.Equal(t, q.has("unanswerable"), len(q.GoldDocs) == 0, q.ID)
		gold := ""
		for _, id := range q.GoldDocs {
			require.Contains(t, documents, id, q.ID)
			gold += documents[id].Abstract + "\n"
		}
		for _, id := range q.Meta.Misleading {
			require.Contains(t, documents, id, q.ID)
			require.NotContains(t, q.GoldDocs, id, q.ID)
		}
		for _, word := range q.Meta.Keywords {
			require.Contains(t, gold, word, q.ID)
		}
		if q.Type == "free_form" && q.Meta.Expect == "" {
			require.NotEmpty(t, q.Meta.Keywords, q.ID)
		}
	}
}

func TestMergedVersionsAreBothGoldOrNeither(t *testing.T) {
	for _, q := range questions(t) {
		gold := strings.Join(q.GoldDocs, " ")
		for _, p := range versionPairs {
			if p.shared != "" {
				require.Equal(t, strings.Contains(gold, p.preprint), strings.Contains(gold, p.journal), q.ID)
			}
		}
	}
}

func TestNearDuplicateOptionsExceedTheThresholdAndNoOthersDo(t *testing.T) {
	for _, q := range questions(t) {
		highest := 0.0
		for i, a := range q.Options {
			for _, b := range q.Options[i+1:] {
				highest = math.Max(highest, jaccard(a.Text, b.Text))
			}
		}
		require.Equal(t, q.has("near_duplicate"), highest > 0.40, "%s: %.2f", q.ID, highest)
	}
}

// jaccard compares two option texts as S3-01 does: whitespace tokens, lower case, no stop words.
func jaccard(a, b string) float64 {
	stop := map[string]bool{"a": true, "an": true, "and": true, "at": true, "has": true, "in": true, "it": true,
		"no": true, "of": true, "on": true, "or": true, "the": true, "to": true}
	seen := map[string]int{}
	for side, text := range []string{a, b} {
		for _, w := range strings.Fields(strings.ToLower(text)) {
			if !stop[w] {
				seen[w] |= 1 << side
			}
		}
	}
	shared := 0
	for _, sides := range seen {
		if sides == 3 {
			shared++
		}
	}
	return float64(shared) / float64(len(seen))
}

func TestNumericClustersBehaveAsDeclared(t *testing.T) {
	documents := byID(t)
	for _, q := range questions(t) {
		var numbers []float64
		for id, value := range q.Meta.Values {
			require.Contains(t, documents[id].Abstract, value, "%s: %s", q.ID, id)
			if n, err := strconv.ParseFloat(strings.ReplaceAll(strings.Fields(value)[0], ",", ""), 64); err == nil {
				numbers = append(numbers, n)
			}
		}
		if q.Meta.Values == nil {
			require.Empty(t, q.Meta.Cluster, q.ID)
			continue
		}
		require.Equal(t, flags(numbers), q.Meta.Cluster, q.ID)
		for _, flag := range q.Meta.Cluster {
			require.True(t, q.has(flag), "%s lacks the feature %s", q.ID, flag)
		}
	}
}

// flags applies S0-14 and S0-15 with the reading of U24: values within 5 % agree.
func flags(numbers []float64) []string {
	if len(numbers) < 2 {
		return []string{"inconclusive"}
	}
	sort.Float64s(numbers)
	var all []string
	for i := 0; i+2 < len(numbers); i++ {
		if numbers[i] >= 0.95*numbers[i+2] {
			all = append(all, "triangulated")
			break
		}
	}
	if numbers[0] < 0.95*numbers[len(numbers)-1] {
		all = append(all, "disputed")
	}
	return all
}

func TestEveryFreeFormAnswerHasAPatternThatOneOfItsKeywordsMatches(t *testing.T) {
	for _, q := range questions(t) {
		if q.Type != "free_form" || q.Answer == "" {
			require.Empty(t, q.Meta.Accept, q.ID)
			continue
		}
		require.NotEmpty(t, q.Meta.Accept, q.ID)
		for _, pattern := range q.Meta.Accept {
			require.True(t, slices.ContainsFunc(q.Meta.Keywords, regexp.MustCompile("(?i)"+pattern).MatchString), "%s: %s", q.ID, pattern)
		}
	}
}
