package crossref

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestThePublicationIsReadInFull(t *testing.T) {
	d := one(t, `{"DOI":"10.1000/x","title":["x"],"type":"journal-article","issued":{"date-parts":[[2014]]},"published-print":{"date-parts":[[2014,11,3]]},"volume":111,"issue":null,
		"journal-issue":{"issue":"45"},"page":"603–610","publisher":"Press &amp; Sons","language":"en","ISSN":["0027-8424"],"issn-type":[{"type":"electronic","value":"10916490"}],
		"ISBN":"http://id.crossref.org/isbn/9783540409885","subject":["Ecology","Ecology"],
		"license":[{"URL":"https://p.test/tdm","content-version":"tdm"},{"URL":"https://p.test/vor","content-version":"vor"}]}`)
	assert.Equal(t, evidence.Publication{
		Date: "2014-11-03", Volume: "111", Issue: "45", Pages: "603-610", Publisher: "Press & Sons", Language: "en", License: "https://p.test/vor",
		ISSN: []string{"0027-8424", "1091-6490"}, ISBN: []string{"9783540409885"},
	}, d.Publication)
	assert.Equal(t, []string{"Ecology"}, d.Fields)
}

func TestOddFieldsOfThePublicationAreUnknown(t *testing.T) {
	d := one(t, `{"DOI":"10.1000/x","volume":{},"issue":[1],"page":null,"article-number":7,"ISSN":"none","ISBN":[null,"x"],"issn-type":{"value":[]},"journal-issue":[],
		"relation":[],"update-to":"x","license":[{"URL":null}],"posted":7,"subject":{"a":1},"language":false}`)
	assert.Equal(t, evidence.Publication{Pages: "7"}, d.Publication)
	assert.Empty(t, d.Fields)
}

func TestTypesAreOfTheVocabulary(t *testing.T) {
	for row, want := range map[string]string{
		`"type":"journal-article"`: "article", `"type":"proceedings-article"`: "conference-paper", `"type":"peer-review"`: "peer-review", `"type":"report-component"`: "report",
		`"type":"posted-content"`: "preprint", `"type":"posted-content","subtype":"working_paper"`: "preprint", `"type":"posted-content","subtype":"other"`: "other",
		`"type":"dissertation"`: "thesis", `"type":"component"`: "other", `"type":null`: "", `"x":1`: "",
		`"type":"journal-article","update-to":{"type":"retraction","DOI":"10.1000/y"}`:              "retraction-notice",
		`"type":"journal-article","update-to":[{"type":"expression_of_concern","DOI":"10.1000/y"}]`: "expression-of-concern",
		`"type":"journal-article","update-to":[{"type":"corrigendum","DOI":"10.1000/y"}]`:           "erratum",
		`"type":"journal-article","update-to":[{"type":"new_version","DOI":"10.1000/y"}]`:           "article",
		`"type":"journal-article","title":["Correction to: Lemmings jump over cliffs"]`:             "erratum",
	} {
		assert.Equal(t, want, one(t, `{"DOI":"10.1000/x",`+row+`}`).Type, row)
	}
}

func TestRelationsToOtherWorksAreRead(t *testing.T) {
	d := one(t, `{"DOI":"10.1000/x","relation":{"is-preprint-of":[{"id-type":"doi","id":"https://doi.org/10.1000/Y"}],"has-version":{"id-type":"doi","id":"10.1000/z"},
		"is-review-of":[{"id-type":"pmid","id":7}],"cites":[{"id-type":"doi","id":"10.1000/no"}],"is-same-as":[{"id-type":"uri","id":"https://a.test"},null],"has-preprint":"x"},
		"update-to":[{"type":"correction","DOI":"10.1000/w"},{"type":"correction","DOI":"10.1000/x"}],"updated-by":[{"type":"Expression of Concern","DOI":"10.1000/v"},{"type":"odd","DOI":"10.1000/no"}]}`)
	assert.Equal(t, []evidence.Relation{
		{Kind: evidence.VersionOf, ID: "doi:10.1000/z"}, {Kind: evidence.PreprintOf, ID: "doi:10.1000/y"}, {Kind: evidence.CommentsOn, ID: "pmid:7"},
		{Kind: evidence.Corrects, ID: "doi:10.1000/w"}, {Kind: evidence.QuestionedBy, ID: "doi:10.1000/v"},
	}, d.Relations)
}

func TestAbstractsAndTitlesKeepTheirNumbersAndWords(t *testing.T) {
	d := one(t, `{"DOI":"10.1000/x","title":["pre-procedural<i>versus</i>peri-procedural"],"abstract":"<jats:p>At 22.2 &#215; <mml:math><mml:msup><mml:mtext>10</mml:mtext><mml:mtext>9</mml:mtext></mml:msup></mml:math>/L.</jats:p>"}`)
	assert.Equal(t, "pre-procedural versus peri-procedural", d.Title)
	assert.Equal(t, "At 22.2 × 10^9/L.", d.Abstract)
}
