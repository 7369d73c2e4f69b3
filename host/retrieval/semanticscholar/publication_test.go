package semanticscholar

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestThePublicationIsReadInFull(t *testing.T) {
	d := one(t, `{"paperId":"a","year":2001,"publicationDate":"2001-02-03","journal":{"name":"J","volume":"7 3","pages":"12 - 18"},"publicationVenue":{"name":"V","issn":"0022-2836","alternate_issns":["1089-8638"]},
		"openAccessPdf":{"url":"https://a.test","license":"CCBY"},"fieldsOfStudy":["Medicine"],"s2FieldsOfStudy":[{"category":"Biology"}]}`)
	assert.Equal(t, evidence.Publication{Date: "2001-02-03", Volume: "7 3", Pages: "12-18", License: "CCBY", ISSN: []string{"0022-2836", "1089-8638"}}, d.Publication)
	assert.Equal(t, []any{"V", []string{"Medicine"}}, []any{d.Venue, d.Fields})
	assert.Equal(t, []string{"Biology"}, one(t, `{"paperId":"a","fieldsOfStudy":null,"s2FieldsOfStudy":[{"category":"Biology"},{"category":"Biology"}]}`).Fields)
	assert.Equal(t, evidence.Publication{}, one(t, `{"paperId":"a","journal":"x","publicationVenue":{"issn":7,"alternate_issns":"none"},"openAccessPdf":null}`).Publication)
}

func TestAWorkingPaperOfAServerIsAPreprint(t *testing.T) {
	d := one(t, `{"paperId":"a","externalIds":{"DOI":"10.2139/ssrn.5250900"},"venue":"Social Science Research Network","publicationTypes":["JournalArticle"]}`)
	assert.True(t, d.Preprint())
	assert.Equal(t, evidence.KindPreprint, d.VersionKind())
}
