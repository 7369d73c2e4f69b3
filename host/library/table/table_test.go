package table_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/library/librarytest"
	"github.com/sparkhost/sparkhost/host/library/table"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func TestTablesOfAllSeparatorsAreRead(t *testing.T) {
	for name, text := range map[string]string{
		"comma":     "Title,Year,Authors,DOI\n\"Zinc, colds\",2010,\"Curie, M.; Curie, P.\",10.1/Z\n",
		"semicolon": "Title;Year;Authors;DOI\n\"Zinc, colds\";2010;\"Curie, M.; Curie, P.\";10.1/Z\n",
		"tab":       "Title\tYear\tAuthors\tDOI\nZinc, colds\t2010\tCurie, M.; Curie, P.\t10.1/Z\n",
		"bar":       "Title|Year|Authors|DOI\r\nZinc, colds|2010|Curie, M.; Curie, P.|10.1/Z\r\n",
		"Scopus":    "\ufeff\"Authors\",\"Title\",\"Year\",\"Source title\",\"Cited by\",\"DOI\"\n\"Curie, M. (12); Curie, P.\",\"Zinc, colds\",\"2010\",\"J\",\"3\",\"10.1/Z\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := librarytest.Read(t.Context(), table.Columns(nil).Read, text)
			require.NoError(t, err)
			require.Len(t, got.Items, 1, got.Bad)
			d := got.Items[0].Document
			assert.Equal(t, "Zinc, colds", d.Title)
			assert.Equal(t, 2010, d.Year)
			assert.Equal(t, []string{"M. Curie", "P. Curie"}, d.Authors)
			assert.Equal(t, "10.1/z", d.DOI)
			assert.Equal(t, 2, got.Items[0].Line)
		})
	}
}

func TestColumnsCanBeNamed(t *testing.T) {
	got, err := librarytest.Read(t.Context(), table.Columns{"title": "Überschrift", "abstract": "Inhalt"}.Read, "Überschrift;Inhalt;Rest\nA;B;C\n")
	require.NoError(t, err)
	require.Len(t, got.Items, 1)
	assert.Equal(t, "B", got.Items[0].Document.Abstract)
	assert.Equal(t, []string{"1: columns that are not read: Rest"}, got.Bad)
	_, err = librarytest.Read(t.Context(), table.Columns{"title": "Titulo"}.Read, "a;b\nA;B\n")
	assert.ErrorContains(t, err, `no column "Titulo" for title: the columns are a, b`)
	_, err = librarytest.Read(t.Context(), table.Columns{"colour": "a"}.Read, "a;b\nA;B\n")
	assert.ErrorContains(t, err, `"colour" is no field of a work`)
	_, err = librarytest.Read(t.Context(), table.Columns(nil).Read, "a;b\nA;B\n")
	assert.ErrorContains(t, err, "neither a title nor an abstract among the columns a, b")
}

func TestBadRowsAreNamedAndTheRestIsRead(t *testing.T) {
	got, err := librarytest.Read(t.Context(), table.Columns(nil).Read, "title,year,citations\nA,2001,1\nB,2002\nC,soon,1\nD,2003,-1\n,,\nE,2004,\n,2005,1\nF,2001,1,too many\n")
	require.NoError(t, err)
	assert.Len(t, got.Items, 2)
	assert.Equal(t, []string{
		"3: 2 cells, the header has 3: a quote or a separator is missing or too many", `4: year: expected a year, got "soon"`, `5: citation_count: expected a number from 0, got "-1"`,
		"8: neither title, abstract nor DOI", "9: 4 cells, the header has 3: a quote or a separator is missing or too many",
	}, got.Bad)
}

func FuzzRead(f *testing.F) {
	read := func(t testing.TB, text string) {
		_, _ = librarytest.Read(t.Context(), table.Columns(nil).Read, text)
		_, _ = librarytest.Read(t.Context(), table.Columns{"title": "X"}.Read, text)
	}
	doubling.Fuzz(f, read, "\ufeffTitle;Year;Authors;DOI\n\"Zinc; \"\"colds\"\"\";2010;\"Curie, M.; Curie, P.\";10.1/Z\n", "X,keywords,issn\r\nA,\"a;b, c\",\"1\n2\"\r\n,,,\r\n")
}
