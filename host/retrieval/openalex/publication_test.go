package openalex

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func workOf(t *testing.T, row string) evidence.Document {
	t.Helper()
	d, err := ParseWork([]byte(`{"id":"https://openalex.org/W1",` + row + `}`))
	require.NoError(t, err)
	return d
}

func TestThePublicationIsReadInFull(t *testing.T) {
	d := workOf(t, `"doi":"https://doi.org/10.1000/x","publication_year":2014,"publication_date":"2014-10-27","language":"en","biblio":{"volume":111,"issue":"45","first_page":"12","last_page":"18"},
		"primary_location":{"license":null,"source":{"display_name":"J","issn_l":"0027-8424","issn":["0027-8424","1091-6490"],"host_organization_name":"P"}},"best_oa_location":{"license":"cc-by"},
		"locations":[{"landing_page_url":"https://doi.org/10.1000/x"},{"landing_page_url":"https://doi.org/10.21203/rs.3.rs-1/v1"},{"landing_page_url":"http://arxiv.org/abs/2101.00001v2"},{"landing_page_url":null}],
		"keywords":[{"display_name":"Zinc"}],"mesh":[{"descriptor_name":"Humans"},{"descriptor_name":"Humans"}],
		"primary_topic":{"field":{"display_name":"Medicine"}},"topics":[{"field":{"display_name":"Medicine"}},{"field":{"display_name":"Chemistry"}}],"concepts":[{"display_name":"Biology","level":0}],
		"authorships":[{"author":{"display_name":"A. Author"}},{"author":{"display_name":null},"raw_author_name":"B. Raw"}]`)
	assert.Equal(t, evidence.Publication{
		Date: "2014-10-27", Volume: "111", Issue: "45", Pages: "12-18", Publisher: "P", Language: "en", License: "cc-by", ISSN: []string{"0027-8424", "1091-6490"},
		Keywords: []string{"Zinc"}, MeSH: []string{"Humans"}, Relations: []evidence.Relation{{Kind: evidence.VersionOf, ID: "doi:10.21203/rs.3.rs-1/v1"}},
	}, d.Publication)
	assert.Equal(t, []any{[]string{"Medicine", "Chemistry"}, []string{"A. Author", "B. Raw"}, "2101.00001"}, []any{d.Fields, d.Authors, d.ArXiv})
	assert.Equal(t, []string{"Biology"}, workOf(t, `"concepts":[{"display_name":"Biology","level":"0"},{"display_name":"Zinc","level":3}]`).Fields, "older answers have concepts")
}

func TestOddFieldsOfThePublicationAreUnknown(t *testing.T) {
	d := workOf(t, `"biblio":null,"language":7,"locations":{"landing_page_url":[]},"keywords":"x","mesh":{"descriptor_name":null},"topics":[null,{"field":"x"}],"primary_topic":"x","concepts":[{"level":0}],
		"primary_location":{"source":{"issn":"none","host_organization_name":null}},"publication_date":"soon","authorships":[{"author":null,"raw_author_name":null}]`)
	assert.Equal(t, evidence.Publication{Language: "7"}, d.Publication)
	assert.Empty(t, d.Fields)
	assert.Empty(t, d.Authors)
}

func TestTypesAreOfTheVocabulary(t *testing.T) {
	for row, want := range map[string]string{
		`"type":"article"`: "article", `"type":"dissertation"`: "thesis", `"type":"retraction"`: "retraction-notice", `"type":"paratext"`: "other", `"type":"supplementary-materials"`: "other",
		`"type":"peer-review"`: "peer-review", `"type":"letter"`: "letter", `"type":null,"type_crossref":"posted-content"`: "preprint", `"type":null`: "",
		`"type":"article","title":"Expression of concern: Lemmings jump over cliffs"`: "expression-of-concern",
	} {
		assert.Equal(t, want, workOf(t, row).Type, row)
	}
}
