package run

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

const denied = "Contrary to earlier reports rapamycin did not inhibit mTORC1 in human cells."

func TestADraftIsRefutedByAnotherWorkAndNeverByItsOwnSource(t *testing.T) {
	own := paper("own", kinase.Title, kinase.Abstract+" "+denied)
	other := paper("other", "Earlier reports", denied)
	for _, tt := range []struct {
		name    string
		shelf   []evidence.Document
		refuted bool
	}{
		{"the denial stands in the work that the draft rests on", []evidence.Document{own}, false},
		{"it stands in another", []evidence.Document{kinase, other}, true},
	} {
		r := answered(t, partsOf(t, challenged("", "1"), shelfOf(tt.shelf...), empty()), inhibits)
		assert.Equal(t, tt.refuted, above("falsify.draft.score")(r), "%s: %v", tt.name, r.State["falsify.draft.score"])
	}
}
