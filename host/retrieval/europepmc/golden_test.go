package europepmc

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// fact is one document on one line: what identifies and describes it, and the lengths of its texts.
func fact(d evidence.Document) string {
	cited := "?"
	if d.CitationCount != nil {
		cited = fmt.Sprint(*d.CitationCount)
	}
	var labels []string
	for _, s := range d.Sections {
		labels = append(labels, s.Label)
	}
	return fmt.Sprintf("%s|%s|%s|%s|%d|%s|%s|cited %s|open %s|%d authors|abstract %d|%s", d.ID, d.PMID, d.PMCID, d.DOI, d.Year, d.Type, d.Status,
		cited, d.OpenURL, len(d.Authors), len(d.Abstract), strings.Join(labels, "/"))
}

// The bodies are not ours to keep, so what stands here of them is the digest of their facts. The facts were
// compared with a second reader in another language, and samples of them by eye, with the bodies; on a difference
// the test prints them all.
func TestTheRecordedBodiesGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	for _, tt := range []struct {
		name, query string
		documents   int
		more        bool
		digest      string
	}{
		{"01-search-lite", "cancer", 25, true, "f9c6ee838e82c33c"},
		{"02-search-core", "cancer", 25, true, "fc127e2ddeebbf16"},
		{"03-search-pagesize5", "cancer", 5, true, "85ce52ba9e0451ea"},
		{"04-search-sorted-cited", "cancer", 25, true, "d8ea3ae6ae8b1c03"},
		{"05-search-no-hits", "asdkfjhasdkfjhasdfasdasdasdfgsagsd", 0, false, "e3b0c44298fc1c14"},
		{"06-search-cursor-page1", "cancer", 100, true, "628ae0b38afe5e5a"},
		{"07-search-cursor-page2", "cancer", 100, true, "c3ffedd1c26ac0c7"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := parsePage([]byte(standin.Recorded(t, "europepmc/"+tt.name+".json")), tt.query)
			require.NoError(t, err)
			assert.Len(t, p.documents, tt.documents)
			assert.Equal(t, tt.more, p.next != "")
			var facts, texts strings.Builder
			for _, d := range p.documents {
				facts.WriteString(fact(d) + "\n")
				texts.WriteString(d.Title + "\n" + d.Venue + "\n" + d.Abstract + "\n")
				assert.NotContains(t, d.Title+d.Abstract, "</")
			}
			sum := sha256.Sum256([]byte(facts.String() + texts.String()))
			assert.Equal(t, tt.digest, hex.EncodeToString(sum[:8]), facts.String())
		})
	}
}

func TestTheFactsOfARecordedOpenAccessReview(t *testing.T) {
	p, err := parsePage([]byte(standin.Recorded(t, "europepmc/02-search-core.json")), "cancer")
	require.NoError(t, err)
	assert.Equal(t, "MED/39212676|39212676|PMC12166167|10.1093/nutrit/nuae105|2025|systematic-review||cited 3|"+
		"open https://europepmc.org/articles/PMC12166167|6 authors|abstract 2119|"+
		"Context/Objective/Data sources/Data extraction/Data analysis/Conclusions/Registration", fact(p.documents[15]))
	assert.Equal(t, "Nutrition reviews", p.documents[15].Venue)
}

func TestARecordedAbstractIsCleanTextInSections(t *testing.T) {
	p, err := parsePage([]byte(standin.Recorded(t, "europepmc/02-search-core.json")), "cancer")
	require.NoError(t, err)
	find := func(id string) evidence.Document {
		for _, d := range p.documents {
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
