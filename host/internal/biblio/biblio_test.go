package biblio_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/internal/biblio"
)

func TestDatesAreReadAsTheyAreWritten(t *testing.T) {
	for in, want := range map[string]struct {
		year int
		date string
	}{
		"2020": {2020, ""}, "2020-05-17": {2020, "2020-05-17"}, "2020/05//": {2020, "2020-05"}, "2020 May 17": {2020, "2020-05-17"}, "2020 Mar-Apr": {2020, "2020-03"},
		"May 2020": {2020, "2020-05"}, "2020-13-01": {2020, ""}, "in press": {0, ""}, "": {0, ""}, "1998 Dec-1999 Jan": {1998, "1998-12"}, "2006-01-02T14:57:58Z": {2006, "2006-01-02"},
	} {
		year, date := biblio.Date(in)
		assert.Equal(t, want.year, year, in)
		assert.Equal(t, want.date, date, in)
	}
}

func TestAnISSNIsFoundHoweverItIsWritten(t *testing.T) {
	assert.Equal(t, []string{"0022-2836", "1089-863X"}, biblio.ISSN("00222836; 1089-863x", "0022-2836", "none", ""))
	assert.Equal(t, []string{"9783540409885", "354040988X"}, biblio.ISBN("http://id.crossref.org/isbn/9783540409885", "3-540-40988-x", "978-3-540-40988-5", "12"))
}

func TestPagesAreARange(t *testing.T) {
	for _, tt := range [][3]string{{"603–610", "", "603-610"}, {"12", "18", "12-18"}, {"e12", "e12", "e12"}, {"", "18", "18"}, {"", "", ""}, {"S1 - S9", "", "S1-S9"}} {
		assert.Equal(t, tt[2], biblio.Pages(tt[0], tt[1]), tt)
	}
}

func TestADateThatAgreesWithTheYearGoesFirst(t *testing.T) {
	assert.Equal(t, "2025-02-01", biblio.Earliest(2025, "2024-12-22", "2025", "2025-02-01"))
	assert.Equal(t, "2024-12-22", biblio.Earliest(2025, "2024-12-22"))
	assert.Equal(t, "", biblio.Earliest(2025, "2025"))
}

func TestATitleTellsANoticeThatASourceCallsAnArticle(t *testing.T) {
	assert.Equal(t, "erratum", biblio.Type("Correction to: Lemmings jump over cliffs", "journal-article"))
	assert.Equal(t, "retraction-notice", biblio.Type("Retraction notice to: Lemmings jump over cliffs", "article"))
	assert.Equal(t, "letter", biblio.Type("Correction to: Lemmings jump over cliffs", "letter"))
	assert.Equal(t, "article", biblio.Type("Lemmings jump", "journal-article"))
	assert.Equal(t, "", biblio.Type("Lemmings jump"))
}

func TestNamesAreWrittenInTheOrderOfSpeech(t *testing.T) {
	for in, want := range map[string]string{
		"Curie, Marie": "Marie Curie", "Marie  Curie": "Marie Curie", "King, Jr., Martin Luther": "Martin Luther King Jr.", "Curie": "Curie", "": "",
	} {
		assert.Equal(t, want, biblio.Person(in))
	}
}

// Each of a million texts was compared with all before it; this ends before the test's time is out.
func TestAMillionTextsAreComparedOnce(t *testing.T) {
	texts := make([]string, 1<<20)
	for i := range texts {
		texts[i] = strconv.Itoa(i / 2)
	}
	assert.Len(t, biblio.Unique(texts...), 1<<19)
}
