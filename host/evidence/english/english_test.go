package english_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/token/porter"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence/english"
)

func TestStopWordsAreThoseOfBleve(t *testing.T) {
	want := analysis.NewTokenMap()
	require.NoError(t, want.LoadBytes(en.EnglishStopWords))
	for word := range want {
		assert.True(t, english.IsStop(word), word)
	}
	for word := range words(t) {
		assert.Equal(t, want[word], english.IsStop(word), word)
	}
}

func TestEveryWordOfTheDocumentsIsAnalysedAsByBleve(t *testing.T) {
	filtered := func(f analysis.TokenFilter, word string) string {
		return string(f.Filter(analysis.TokenStream{{Term: []byte(word)}})[0].Term)
	}
	for word := range words(t) {
		lower := english.Lower(word)
		require.Equal(t, filtered(lowercase.NewLowerCaseFilter(), word), lower)
		require.Equal(t, filtered(en.NewPossessiveFilter(), word), english.WithoutPossessive(word))
		require.Equal(t, filtered(porter.NewPorterStemmer(), lower), english.Stem(lower))
		require.Equal(t, filtered(en.NewEnglishPluralStemmerFilter(), lower), english.Singular(lower))
	}
}

func TestLowerCaseOfAnotherLengthLeavesTheRestOfAWordAlone(t *testing.T) {
	// bleve's filter writes in place and would leave bytes of the longer capital behind.
	for word, want := range map[string]string{"İstanbul": "istanbul", "\u212bngström": "ångström", "\u212aelvin": "kelvin", "Ⱥb": "ⱥb"} {
		assert.Equal(t, want, english.Lower(word))
	}
}

// words are those of the repository's documents and corpora, by bleve, with their plurals and other hard cases.
func words(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, pattern := range []string{"../../../docs/*.md", "../../../examples/*/*.jsonl", "../../../*.md"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			cut(t, path, all)
		}
	}
	require.Greater(t, len(all), 5000)
	hard := strings.Fields("shoes hoes oes canoes potatoes boxes axes flies pies spies dishes classes churches caches aches headaches bus gas ss s us " +
		"ΟΔΟΣ Σ ΣΑΣ ΑΣ's Ⱥ ȺB straße cell’S genes＇s it's 's s' ’ \u0301s α-synuclein's")
	for _, word := range hard {
		all[word] = true
	}
	for word := range all {
		for _, ending := range []string{"s", "es", "'s", "ies", "ing", "ational"} {
			if len(word) < 12 && !strings.HasSuffix(word, ending) {
				hard = append(hard, word+ending)
			}
		}
	}
	for _, word := range hard {
		all[word] = true
	}
	return all
}

// cut adds the words of a file, and holds the cuts against bleve's.
func cut(t *testing.T, path string, into map[string]bool) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var want, got []string
		for _, token := range unicode.NewUnicodeTokenizer().Tokenize([]byte(lines.Text())) {
			want = append(want, string(token.Term))
		}
		english.Words(lines.Text(), func(word []byte) { got = append(got, string(word)) })
		require.Equal(t, want, got)
		for _, word := range got {
			if len(strings.ToLower(word)) >= len(word) { // others see the test above
				into[word] = true
			}
		}
	}
	require.NoError(t, lines.Err())
}
