package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// twice are two copies of one work, one of which knows that it was retracted.
func twice() (here, there evidence.Document) {
	here, there = kinase, kinase
	here.Source, here.DOI, here.ArXiv = "local", "10.1000/1", "2001.00001"
	there.Source, there.DOI, there.ID, there.Year, there.Retracted = "second", "10.1000/1", "W7", 2015, true
	return here, there
}

func runOverTwice(t *testing.T, setting string, more ...evidence.Document) *run {
	t.Helper()
	here, there := twice()
	second := shelfOf(there)
	second.name = "second"
	body := "sources = [local, second]\nselect { " + setting + " }\n" + oneRound("")
	return answered(t, partsOf(t, body, shelfOf(append(more, here)...), second), inhibits)
}

func TestAWorkThatAnyCopyKnowsToBeRetractedSupportsNothing(t *testing.T) {
	r := runOverTwice(t, "", growth)
	want := []record.Excluded{{
		Doc: "kinase", Source: "local", Title: kinase.Title, Year: 2020, DOI: "10.1000/1", Reason: "retracted", By: []evidence.Copy{{Source: "second", ID: "W7"}},
	}}
	assert.Equal(t, want, r.Result.Excluded)
	for _, c := range r.Result.Citations {
		assert.NotEqual(t, "kinase", c.Doc)
	}
	var event record.Document
	for _, d := range recorded[record.Document](t, r, record.KindDocument) {
		if d.ID == "kinase" {
			event = d
		}
	}
	assert.Equal(t, []any{false, "retracted", true}, []any{event.Selected, event.Reason, event.Retracted})
}

func TestWhatIsExcludedIsNotMeasuredEither(t *testing.T) {
	r := runOverTwice(t, "")
	assert.Empty(t, r.Documents)
	assert.Zero(t, r.roundNamed(t, "one").SelectedQuality)
	assert.Len(t, r.Result.Excluded, 1, "although there is no answer")
}

func TestAPolicyCanReadRetractedWorksWithOrWithoutAWarning(t *testing.T) {
	for _, setting := range []string{"flag", "keep"} {
		t.Run(setting, func(t *testing.T) {
			r := runOverTwice(t, `retracted = "`+setting+`"`)
			assert.Empty(t, r.Result.Excluded)
			require.Len(t, r.Result.Citations, 1)
			assert.True(t, r.Result.Citations[0].Retracted)
			want := []string{}
			if setting == "flag" {
				want = []string{`local "kinase" was retracted, and is read because select.retracted is "flag"`}
			}
			assert.Equal(t, want, r.Result.Warnings)
		})
	}
}

func TestTheRecordAndTheCitationNameVersionsAndConflicts(t *testing.T) {
	r := runOverTwice(t, `retracted = "keep"`)
	require.Len(t, r.Result.Citations, 1)
	c := r.Result.Citations[0]
	assert.Equal(t, []string{"10.1000/1", "2001.00001"}, []string{c.DOI, c.ArXiv})
	versions := []evidence.Version{{
		Kind: evidence.KindPublished, Year: 2020, Venue: kinase.Venue, DOI: "10.1000/1", ArXiv: "2001.00001", Retracted: true,
		Copies: []evidence.Copy{{Source: "local", ID: "kinase"}, {Source: "second", ID: "W7"}},
	}}
	assert.Equal(t, versions, c.Versions)
	require.Len(t, c.Conflicts, 1)
	assert.Equal(t, "year", c.Conflicts[0].Field)

	events := recorded[record.Document](t, r, record.KindDocument)
	require.Len(t, events, 1)
	assert.Equal(t, versions, events[0].Versions)
	assert.Equal(t, c.Conflicts, events[0].Conflicts)
	reader, err := r.Records.(*record.Store).Read(r.Result.Run)
	require.NoError(t, err)
	require.Len(t, events[0].Merged, 2)
	for _, digest := range events[0].Merged {
		_, err := reader.Blob(digest)
		assert.NoError(t, err, "the copies are kept")
	}
}
