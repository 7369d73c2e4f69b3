package europepmc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// read reads a recorded page as the answer to what was asked.
func read(body []byte, r standin.Recording) ([]evidence.Document, string, error) {
	p, err := parsePage(body, r.Asked)
	if p.next != "" {
		return p.documents, "more", err
	}
	return p.documents, "", err
}

// The identifiers, years, counts, titles and abstracts were compared with a second reader in another language, and samples of all
// by eye, with the bodies.
func TestTheRecordedBodiesGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	standin.Reads(t, "europepmc", read, []standin.Recording{
		{File: "01-search-lite.json", Asked: "cancer", Documents: 25, Rest: "more", Digest: "bfebac5472cba146"},
		{File: "02-search-core.json", Asked: "cancer", Documents: 25, Rest: "more", Digest: "f979f638e6d4eb0a"},
		{File: "03-search-pagesize5.json", Asked: "cancer", Documents: 5, Rest: "more", Digest: "18b568382b93c509"},
		{File: "04-search-sorted-cited.json", Asked: "cancer", Documents: 25, Rest: "more", Digest: "c463ff6e6447b161"},
		{File: "05-search-no-hits.json", Asked: "asdkfjhasdkfjhasdfasdasdasdfgsagsd", Digest: "e3b0c44298fc1c14"},
		{File: "06-search-cursor-page1.json", Asked: "cancer", Documents: 100, Rest: "more", Digest: "f562e3bb383695c0"},
		{File: "07-search-cursor-page2.json", Asked: "cancer", Documents: 100, Rest: "more", Digest: "9a4c8737a2efc3cb"},
	})
}

func TestTheFactsOfARecordedOpenAccessReview(t *testing.T) {
	found := standin.Read(t, "europepmc", read, standin.Recording{File: "02-search-core.json", Asked: "cancer"})
	assert.Equal(t, "MED/39212676; doi 10.1093/nutrit/nuae105; pmid 39212676; PMC12166167; of 2025; systematic-review; in Nutrition reviews; cited 3; at https://europepmc.org/article/MED/39212676; open https://europepmc.org/articles/PMC12166167; authors 6; abstract 2119; § Context; § Objective; § Data sources; § Data extraction; § Data analysis; § Conclusions; § Registration", standin.Fact(found[15]))
	assert.Equal(t, "Nutrition reviews", found[15].Venue)
}

func TestARecordedAbstractIsCleanTextInSections(t *testing.T) {
	found := standin.Read(t, "europepmc", read, standin.Recording{File: "02-search-core.json", Asked: "cancer"})
	find := func(id string) evidence.Document {
		for _, d := range found {
			if d.ID == id {
				return d
			}
		}
		t.Fatalf("no %s", id)
		return evidence.Document{}
	}
	assert.Contains(t, find("MED/40511629").Abstract, "(H2S)", "subscripts leave no gap")
	assert.Contains(t, find("MED/40245290").Abstract, "of <1 year. ", "a less-than sign is no tag")
	assert.Contains(t, find("MED/39038316").Abstract, "(P < .05)")
	assert.Contains(t, find("MED/40476859").Abstract, "alterations. Keywords: Molecular")
	d := find("MED/40518973")
	assert.Equal(t, "Findings", d.Sections[3].Label)
	assert.True(t, strings.HasPrefix(d.Sections[3].Text, "Barriers and facilitators"))
}

func TestAnXMLBodyIsMalformed(t *testing.T) {
	_, err := parsePage([]byte(standin.Recorded(t, "europepmc/08-search-lite-xml.xml")), "cancer")
	assert.Error(t, err)
}
