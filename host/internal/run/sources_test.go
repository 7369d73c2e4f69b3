package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

func TestAWorkThatTwoSourcesHaveIsOneDocumentAndCitedOnce(t *testing.T) {
	here, there := kinase, kinase
	here.DOI, there.DOI = "10.1000/1", "https://doi.org/10.1000/1"
	here.Abstract, there.ID, there.Year = "", "W7", 0
	second := shelfOf(there)
	second.name = "second"
	r := answered(t, partsOf(t, "sources = [local, second]\n"+oneRound(""), shelfOf(here), second), inhibits)
	require.Len(t, r.Documents, 1)
	d := r.Documents[0]
	assert.Equal(t, []retrieval.Found{
		{Intent: "one", Source: "local", ID: "kinase", Rank: 1}, {Intent: "one", Source: "second", ID: "W7", Rank: 1},
	}, d.Found)
	assert.Equal(t, 2020, d.Document.Year, "what one copy knows")
	assert.Equal(t, kinase.Abstract, d.Document.Abstract, "and what the other does")

	require.Len(t, r.Result.Citations, 1)
	assert.Equal(t, "kinase", r.Result.Citations[0].Doc)

	events := recorded[record.Document](t, r, record.KindDocument)
	require.Len(t, events, 1)
	reader, err := r.Records.(*record.Store).Read(r.Result.Run)
	require.NoError(t, err)
	blob, err := reader.Blob(events[0].Digest)
	require.NoError(t, err)
	want, err := record.Canonical(d.Document)
	require.NoError(t, err)
	assert.JSONEq(t, string(want), string(blob), "the record holds the work as it was read")
}

func TestAWorkIsReadAsTheLastRoundCompletedIt(t *testing.T) {
	here, there := kinase, kinase
	here.DOI, there.DOI = "10.1000/1", "10.1000/1"
	here.Abstract, there.ID = "", "W7"
	second := shelfOf(there)
	second.name = "second"
	r := answered(t, partsOf(t, `
		sources = [local, second]
		order   = [one, two]
		intent "one" { queries = ["{question}"] }
		intent "two" { queries = ["minutes"] }
		round "one" {
			intents = [one]
			sources = [local]
		}
		round "two" { intents = [two] }
	`+noAdaptive, shelfOf(here), second), inhibits)
	require.Len(t, r.Result.Citations, 1)
	assert.Equal(t, "abstract", r.Result.Citations[0].Field)
	assert.Equal(t, "one", r.Result.Citations[0].Provenance, "the round that found it first")
	assert.Len(t, r.Documents[0].Found, 2)
}

func TestARoundAsksItsOwnSourcesOnly(t *testing.T) {
	local, second := shelfOf(kinase), shelfOf(growth)
	second.name = "second"
	r := answered(t, partsOf(t, "sources = [local, second]\n"+oneRound("sources = [second]"), local, second), inhibits)
	assert.Zero(t, local.searches())
	assert.Equal(t, 1, second.searches())
	assert.Equal(t, []string{"growth"}, ids(r.Documents))
}

func TestNoSourceGivesMoreThanItsShareOfTheDocuments(t *testing.T) {
	second := &shelf{name: "second"}
	local := &shelf{}
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		local.documents = append(local.documents, paper(id, "Rapamycin inhibits mTORC1 in human cells "+id, kinase.Abstract))
		second.documents = append(second.documents, paper("s"+id, "Rapamycin in cells "+id, growth.Abstract))
	}
	body := func(share string) string {
		return "sources = [local, second]\n" + oneRound("") + `
		select {
			documents        = [4, 4]
			max_source_share = ` + share + `
		}`
	}
	r := answered(t, partsOf(t, body("0.5"), local, second), inhibits)
	assert.Equal(t, map[string]int{"local": 2, "second": 2}, state.SourceShares(r.Selected))
	selection := recorded[record.Selection](t, r, record.KindSelection)
	assert.Equal(t, []record.Share{{Source: "local", Count: 2}, {Source: "second", Count: 2}}, selection[0].Sources)
	var read []string
	for _, d := range r.Selected {
		read = append(read, d.Digest)
	}
	assert.Equal(t, read, selection[0].Documents)
	for _, p := range r.Passages {
		assert.Contains(t, r.Selected, p.Doc, "what was not selected is not read")
	}
	reasons := map[string]int{}
	for _, d := range recorded[record.Document](t, r, record.KindDocument) {
		reasons[d.Reason]++
	}
	assert.Equal(t, 4, reasons["its source has its share"], "%v", reasons)

	r = answered(t, partsOf(t, body("0.75"), local, second), inhibits)
	assert.Equal(t, map[string]int{"local": 3, "second": 1}, state.SourceShares(r.Selected))
	assert.Equal(t, []string{"a", "b", "c", "sa"}, ids(r.Selected))
}

func ids(ds []*state.Document) []string {
	var out []string
	for _, d := range ds {
		out = append(out, d.Document.ID)
	}
	return out
}

func TestTheShareOfASourceIsRoundedUpAndOneAtLeast(t *testing.T) {
	two := &state.Collection{Documents: ranked("a", "b")}
	for _, tt := range []struct {
		share float64
		most  int
		want  int
	}{{0.5, 3, 2}, {0.1, 4, 1}, {0.01, 200, 2}, {0, 4, 4}, {1, 4, 4}} {
		assert.Equal(t, tt.want, two.SourceLimit(&policy.Select{MaxSourceShare: tt.share, MaxDocuments: tt.most}), "%+v", tt)
	}
}
