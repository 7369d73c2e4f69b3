package evidence

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestADocumentExceedsWhatIsReadIfTextIsLeft(t *testing.T) {
	sections := []Section{{"AIMS", "We looked."}, {"RESULTS", "We saw."}}
	for name, tt := range map[string]struct {
		d    Document
		most int
		want bool
	}{
		"an abstract that fits":                 {Document{Abstract: "One is here."}, 12, false},
		"an abstract that is a byte longer":     {Document{Abstract: "One is here."}, 11, true},
		"white space behind it":                 {Document{Abstract: "One is here. \n"}, 12, false},
		"a text behind an abstract":             {Document{Abstract: "One.", Text: "Two."}, 7, true},
		"a text that is the abstract":           {Document{Abstract: "One is.", Text: "One is."}, 7, false},
		"sections behind an abstract":           {Document{Abstract: "One.", Sections: sections}, 20, true},
		"sections that are the abstract":        {Document{Abstract: "We looked. We saw.", Sections: sections}, 17, false},
		"sections alone":                        {Document{Sections: sections}, 16, true},
		"a long title":                          {Document{Title: strings.Repeat("x", 99), Abstract: "One."}, 4, false},
		"no limit: the default":                 {Document{Text: strings.Repeat("x", DefaultMaxChars)}, 0, false},
		"no limit: a byte more than by default": {Document{Text: strings.Repeat("x", DefaultMaxChars+1)}, 0, true},
	} {
		assert.Equal(t, tt.want, Exceeds(&tt.d, tt.most), name)
	}
}
