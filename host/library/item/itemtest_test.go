package item_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/library/item"
)

func TestDatesAreReadAsTheyAreWritten(t *testing.T) {
	for in, want := range map[string]struct {
		year int
		date string
	}{
		"2020": {2020, ""}, "2020-05-17": {2020, "2020-05-17"}, "2020/05//": {2020, "2020-05"}, "2020 May 17": {2020, "2020-05-17"}, "2020 Mar-Apr": {2020, "2020-03"},
		"May 2020": {2020, "2020-05"}, "2020-13-01": {2020, ""}, "in press": {0, ""}, "": {0, ""}, "1998 Dec-1999 Jan": {1998, "1998-12"},
	} {
		year, date := item.Date(in)
		assert.Equal(t, want.year, year, in)
		assert.Equal(t, want.date, date, in)
	}
}

func TestNamesAreWrittenInTheOrderOfSpeech(t *testing.T) {
	for in, want := range map[string]string{
		"Curie, Marie": "Marie Curie", "Marie  Curie": "Marie Curie", "King, Jr., Martin Luther": "Martin Luther King Jr.", "Curie": "Curie", "": "",
	} {
		assert.Equal(t, want, item.Person(in))
	}
}

func TestTextsInOtherEncodingsAreRead(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		said           bool
	}{
		{"UTF-8", "é", "é", false}, {"UTF-8 with a mark", "\xef\xbb\xbfé", "é", false}, {"Latin-1", "caf\xe9\nü", "café\nü", true},
		{"Windows-1252", "\x93x\x94", "“x”", true}, {"UTF-16", "\xff\xfee\x00\xe9\x00", "eé", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, said := item.Decode([]byte(tt.in))
			assert.Equal(t, tt.want, string(got))
			assert.Equal(t, tt.said, said)
		})
	}
}
