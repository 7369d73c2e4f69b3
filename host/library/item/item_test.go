package item_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/library/librarytest"
)

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

func TestAnEncodingThatIsDeclaredAgainIsNotDecodedAgain(t *testing.T) {
	joined := strings.Repeat(`<?xml version="1.0" encoding="iso-8859-1"?>`+"<w>caf\xe9</w>\n", 8)
	var texts []string
	require.NoError(t, item.Elements(t.Context(), strings.NewReader(joined), &librarytest.Collector{}, []string{"w"},
		func(dec *xml.Decoder, el xml.StartElement, _ int) error {
			var text string
			err := dec.DecodeElement(&text, &el)
			texts = append(texts, text)
			return err
		}))
	assert.Equal(t, strings.Split(strings.Repeat("café ", 8), " ")[:8], texts)
}
