package item_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/library/item"
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
