package runscmd

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

func TestExplainShowsWhatWasExcludedAndWhatWorksWereMergedFrom(t *testing.T) {
	arxiv, crossref := evidence.Copy{Source: "arxiv", ID: "2001.1"}, evidence.Copy{Source: "crossref", ID: "10.1/x"}
	merged := record.Document{
		ID: "10.1/x", Selected: true,
		Versions: []evidence.Version{
			{Kind: evidence.KindPublished, Year: 2020, Venue: "Water", Retracted: true, Copies: []evidence.Copy{crossref}},
			{Kind: evidence.KindPreprint, Copies: []evidence.Copy{arxiv}},
		},
		Conflicts: []evidence.Conflict{{Field: "title", Values: []evidence.ConflictValue{{Copy: crossref, Value: "Ice"}, {Copy: arxiv, Value: "Snow"}}}},
	}
	unread := merged
	unread.ID, unread.Selected = "unread", false
	e := &explanation{
		Merged: []record.Document{unread, merged},
		Result: &record.Result{Excluded: []record.Excluded{{Doc: "W1", Reason: "retracted", Title: "Old ice", By: []evidence.Copy{crossref}}}},
	}
	var out bytes.Buffer
	e.writeWorks(&out)
	assert.Equal(t, "\nexcluded\n  W1\tretracted\tOld ice\tsays crossref 10.1/x\n"+
		"\nmerged\n  10.1/x\tpublished\tWater 2020 (retracted)\tcrossref 10.1/x\n  \tpreprint\t\tarxiv 2001.1\n"+
		"  \tconflict\ttitle\tcrossref: Ice, arxiv: Snow\n", out.String())

	out.Reset()
	(&explanation{Merged: []record.Document{unread}}).writeWorks(&out)
	assert.Empty(t, out.String(), "what was not read says nothing")
}
