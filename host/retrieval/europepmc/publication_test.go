package europepmc

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestThePublicationIsReadInFull(t *testing.T) {
	want := evidence.Publication{
		Date: "2025-02-01", Volume: "7", Issue: "3", Pages: "12-18", Publisher: "P", Language: "eng", License: "cc by", ISSN: []string{"0022-2836", "1089-8638"},
		Keywords: []string{"Zinc", "H2O"}, MeSH: []string{"Humans", "Common Cold"},
	}
	rest := `"pubYear":"2025","pageInfo":"12-18","language":"eng","license":"cc by","firstPublicationDate":"2024-12-22","keywordList":{"keyword":["Zinc","H<sub>2</sub>O","Zinc"]},
		"meshHeadingList":{"meshHeading":[{"descriptorName":"Humans"},{"majorTopic_YN":"Y","descriptorName":"Common Cold"}]},"bookOrReportDetails":{"publisher":"P"}`
	core := one(t, `{"id":"1","source":"MED","journalInfo":{"volume":7,"issue":"3","printPublicationDate":"2025-02-01","journal":{"title":"J","issn":"0022-2836","essn":"1089-8638"}},`+rest+`}`)
	assert.Equal(t, want, core.Publication)
	lite := one(t, `{"id":"1","source":"MED","journalTitle":"J","journalVolume":"7","issue":3,"journalIssn":"0022-2836; 1089-8638; ","electronicPublicationDate":"2025-02-01",`+rest+`}`)
	assert.Equal(t, want, lite.Publication)
}

func TestOddFieldsOfThePublicationAreUnknown(t *testing.T) {
	d := one(t, `{"id":"1","source":"MED","journalVolume":{},"issue":[],"journalIssn":7,"pageInfo":null,"language":{},"license":[],"keywordList":"x","meshHeadingList":{"meshHeading":"Humans"},
		"firstPublicationDate":"soon","authorList":{"author":[null,{"fullName":7}]},"commentCorrectionList":{"commentCorrection":[{"type":null},{"type":"Erratum in"},{"id":"1","source":"MED"}]}}`)
	assert.Equal(t, evidence.Publication{}, d.Publication)
	assert.Equal(t, []string{"7"}, d.Authors)
	assert.Equal(t, "corrected", d.Status, "an erratum without a name is one")
}

func TestWithoutTheTextOfAuthorsTheirListIsRead(t *testing.T) {
	d := one(t, `{"id":"1","source":"MED","authorList":{"author":[{"fullName":"Curie M"},{"collectiveName":"The Radium Group"}]}}`)
	assert.Equal(t, []string{"Curie M", "The Radium Group"}, d.Authors)
}

func TestNoticesSetTheStatus(t *testing.T) {
	for kind, want := range map[string]string{
		"Erratum in": "corrected", "Expression of concern in": "expression-of-concern", "Partial retraction in": "partially-retracted", "Corrected and republished in": "corrected",
		"Erratum for": "", "Comment in": "", "Retraction in": "",
	} {
		d := one(t, `{"id":"1","source":"MED","commentCorrectionList":{"commentCorrection":{"type":"`+kind+`","id":"2","source":"MED"}}}`)
		assert.Equal(t, want, d.Status, kind)
		assert.Equal(t, kind == "Retraction in", d.Retracted, kind)
	}
}

func TestRelationsToOtherWorksAreRead(t *testing.T) {
	relations := func(source, list string) []evidence.Relation {
		return one(t, `{"id":"PPR1","source":"`+source+`","commentCorrectionList":{"commentCorrection":`+list+`}}`).Relations
	}
	assert.Equal(t, []evidence.Relation{{Kind: evidence.PreprintOf, ID: "pmid:7"}}, relations("PPR", `[{"type":"Preprint of","id":"7","source":"MED"}]`))
	assert.Equal(t, []evidence.Relation{
		{Kind: evidence.HasPreprint, ID: "europepmc:PPR/PPR2"}, {Kind: evidence.RetractedBy, ID: "pmid:8"}, {Kind: evidence.Corrects, ID: "pmid:9"},
	}, relations("MED", `[{"type":"Preprint in","id":"PPR2","source":"PPR"},{"type":"Retraction in","id":8,"source":"MED"},{"type":"Erratum for","id":"9","source":"MED"},{"type":"Update in","id":"3","source":"MED"}]`))
	assert.Equal(t, []evidence.Relation{{Kind: evidence.HasPreprint, ID: "europepmc:PPR/PPR2"}}, relations("MED", `{"type":"Update of","id":"PPR2","source":"PPR"}`), "an update of a preprint is its article")
}

func TestTypesAreOfTheVocabulary(t *testing.T) {
	for types, want := range map[string]string{
		`["Clinical Trial, Phase III","Journal Article"]`: "clinical-trial", `"clinical trial, phase iii; research support, non-u.s. gov't; randomized controlled trial; journal article"`: "randomized-trial",
		`["Published Erratum"]`: "erratum", `["Retraction of Publication"]`: "retraction-notice", `["Letter"]`: "letter", `["Case Reports","Journal Article"]`: "case-report",
		`["research-article","Journal Article"]`: "article", `["Observational Study"]`: "observational-study", `null`: "",
	} {
		assert.Equal(t, want, one(t, `{"id":"1","source":"MED","pubTypeList":{"pubType":`+types+`}}`).Type, types)
	}
	assert.Equal(t, "preprint", one(t, `{"id":"1","source":"PPR"}`).Type)
}
