package quickstart_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	documentID = regexp.MustCompile(`^(mb|ch|ph|es|ec|nn|cs|as)-\d{3}$`)
	doi        = regexp.MustCompile(`^10\.5555/sparkhost\.\d{4}$`)
	casNumber  = regexp.MustCompile(`CAS (?:number )?(\d{2,7})-(\d{2})-(\d)`)
	sources    = []string{"local", "arxiv", "crossref", "europepmc", "openalex", "semantic_scholar"}
)

func TestEveryDocumentIsCompleteAndWithinItsRanges(t *testing.T) {
	documents := byID(t)
	require.GreaterOrEqual(t, len(documents), 160)
	abstracts := map[string]string{}
	for _, d := range corpus(t) {
		require.Regexp(t, documentID, d.ID)
		require.NotEmpty(t, d.Title, d.ID)
		require.NotEmpty(t, d.Venue, d.ID)
		require.NotEmpty(t, d.Authors, d.ID)
		require.Contains(t, sources, d.Source, d.ID)
		require.True(t, d.Year >= 1998 && d.Year <= 2025, "%s: year %d", d.ID, d.Year)
		words := len(strings.Fields(d.Abstract))
		require.True(t, words >= 90 && words <= 180, "%s: %d words", d.ID, words)
		require.Empty(t, abstracts[d.Abstract], "%s repeats an abstract", d.ID)
		abstracts[d.Abstract] = d.ID
		if d.DOI != "" {
			require.Regexp(t, doi, d.DOI, d.ID)
		}
	}
}

func TestAThirdOfTheDocumentsHasSectionsThatMakeUpTheAbstract(t *testing.T) {
	documents, sectioned := corpus(t), 0
	for _, d := range documents {
		var texts []string
		for _, s := range d.Sections {
			require.NotEmpty(t, s.Label, d.ID)
			texts = append(texts, s.Text)
		}
		if texts != nil {
			require.Equal(t, d.Abstract, strings.Join(texts, " "), d.ID)
			sectioned++
		}
	}
	require.GreaterOrEqual(t, 3*sectioned, len(documents))
}

func TestCitationCountsAreKnownForMostUnknownForSomeAndZeroForAFew(t *testing.T) {
	known, unknown, zero := 0, 0, 0
	for _, d := range corpus(t) {
		switch {
		case d.CitationCount == nil:
			unknown++
		case *d.CitationCount == 0:
			zero++
		default:
			require.Positive(t, *d.CitationCount, d.ID)
			known++
		}
	}
	require.Greater(t, known, 4*unknown)
	require.GreaterOrEqual(t, unknown, 10)
	require.GreaterOrEqual(t, zero, 3)
}

func TestEveryCASNumberHasAValidCheckDigit(t *testing.T) {
	found := 0
	check := func(where, text string) {
		for _, m := range casNumber.FindAllStringSubmatch(text, -1) {
			digits, sum := m[1]+m[2], 0
			for i := range digits {
				sum += int(digits[len(digits)-1-i]-'0') * (i + 1)
			}
			require.Equal(t, int(m[3][0]-'0'), sum%10, "%s: %s", where, m[0])
			found++
		}
	}
	for _, d := range corpus(t) {
		check(d.ID, d.Abstract)
	}
	for _, q := range questions(t) {
		check(q.ID, q.Question)
	}
	require.GreaterOrEqual(t, found, 20)
}

// versionPairs are the pairs of README.md and what makes each one document.
var versionPairs = []struct{ preprint, journal, shared string }{
	{"mb-028", "mb-029", "doi"},
	{"as-025", "as-026", "doi"},
	{"ph-017", "ph-018", "arxiv"},
	{"es-022", "es-023", "arxiv"},
	{"cs-013", "cs-014", "arxiv"},
	{"as-018", "as-019", "arxiv"},
	{"ec-024", "ec-025", "pmid"},
	{"nn-019", "nn-020", "title and year"},
	{"ch-023", "ch-024", "title and year"},
	{"ph-006", "ph-007", ""},
	{"es-024", "es-025", ""},
}

func TestOnlyTheVersionPairsShareAnIdentifierOrATitle(t *testing.T) {
	documents := corpus(t)
	found := map[string]string{}
	for i, a := range documents {
		for _, b := range documents[i+1:] {
			if shared, related := kinship(a, b); related {
				found[a.ID+" "+b.ID] = shared
			}
		}
	}
	want := map[string]string{}
	for _, p := range versionPairs {
		want[p.preprint+" "+p.journal] = p.shared
	}
	require.Equal(t, want, found)
}

// kinship says what a and b share, strongest first, and whether they are versions
// of one work at all; two that share nothing but the title give "".
func kinship(a, b document) (shared string, related bool) {
	same := func(x, y string) bool { return x != "" && x == y }
	switch {
	case same(a.DOI, b.DOI):
		return "doi", true
	case same(a.ArXiv, b.ArXiv):
		return "arxiv", true
	case same(a.PMID, b.PMID):
		return "pmid", true
	case a.Title == b.Title && a.Year == b.Year:
		return "title and year", true
	}
	return "", a.Title == b.Title
}

func TestRetractedWorkIsProminentAndHasARefutation(t *testing.T) {
	refuted := map[string]bool{}
	for _, q := range questions(t) {
		for _, id := range q.Meta.Misleading {
			refuted[id] = refuted[id] || len(q.GoldDocs) > 0
		}
		for _, id := range q.GoldDocs {
			require.False(t, byID(t)[id].Retracted, "%s rests on %s, which is retracted", q.ID, id)
		}
	}
	retracted := 0
	for _, d := range corpus(t) {
		if d.Retracted {
			require.True(t, refuted[d.ID], d.ID)
			retracted++
		}
	}
	require.GreaterOrEqual(t, retracted, 4)
}
