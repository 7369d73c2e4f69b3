package crossref

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// read reads a recorded list, or a work.
func read(body []byte, r standin.Recording) ([]evidence.Document, string, error) {
	if strings.Contains(r.File, "-work-") {
		d, err := parseWork(body)
		return []evidence.Document{d}, "", err
	}
	p, err := parsePage(body)
	return p.documents, "", err
}

// The identifiers, years, counts, titles and abstracts were compared with a second reader in another language, and samples of all
// by eye, with the bodies.
func TestTheRecordedBodiesGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	standin.Reads(t, "crossref", read, []standin.Recording{
		{File: "01-search-ecology-rows2.json", Documents: 2, Digest: "2576315d760b4ea8"},
		{File: "02-search-widget-cursor.json", Documents: 20, Digest: "88a9f5615641f34b"},
		{File: "03-search-widget-cursor-page2.json", Documents: 20, Digest: "1dc635fef8383455"},
		{File: "04-search-ecology-has-abstract.json", Documents: 10, Digest: "04be7e6ed28489b3"},
		{File: "05-search-renear-minus-ontologies.json", Documents: 20, Digest: "5e49da75a46755f5"},
		{File: "06-search-science-select-doi-title.json", Documents: 20, Digest: "8e820006023c1d5f"},
		{File: "07-search-title-copper-oxide.json", Documents: 1, Digest: "29349483588ccb2f"},
		{File: "08-search-title-no-author-no-abstract.json", Documents: 1, Digest: "31df61c607a1aef0"},
		{File: "09-search-no-hits.json", Digest: "e3b0c44298fc1c14"},
		{File: "10-sample10-mixed-types.json", Documents: 10, Digest: "a8d4ec6fcf14577b"},
		{File: "11-facets-rows0.json", Digest: "e3b0c44298fc1c14"},
		{File: "12-work-pnas-update-and-jats.json", Documents: 1, Digest: "e9be874b3e2fb2bc"},
		{File: "13-work-biorxiv-posted-content.json", Documents: 1, Digest: "c54519f24d357d20"},
	})
}

func TestTheFactsOfRecordedWorks(t *testing.T) {
	assert.Equal(t, "10.1073/pnas.1414271111; doi 10.1073/pnas.1414271111; of 2014; article; in Proceedings of the National Academy of Sciences; status corrected; cited 129; at https://doi.org/10.1073/pnas.1414271111; authors 5; abstract 964; § Significance", standin.Fact(standin.Read(t, "crossref", read, standin.Recording{File: "12-work-pnas-update-and-jats.json"})[0]))
	preprint := standin.Read(t, "crossref", read, standin.Recording{File: "13-work-biorxiv-posted-content.json"})[0]
	assert.Equal(t, "10.1101/2024.04.01.587366; doi 10.1101/2024.04.01.587366; of 2024; preprint; in bioRxiv; status preprint; cited 2; at https://doi.org/10.1101/2024.04.01.587366; authors 6; abstract 1421", standin.Fact(preprint))
	assert.Equal(t, "bioRxiv", preprint.Venue)
	assert.True(t, preprint.Preprint())
}

func TestTheRecordedErrors(t *testing.T) {
	standin.Fails(t, "crossref", classify, []standin.Failure{
		{File: "14-error-404-plain-text.txt", Status: 404, Class: outbound.NotFound},
		{File: "15-error-400-validation-rows.json", Status: 400, Class: outbound.BadRequest, Says: "must be a positive integer"},
		{File: "16-error-504-html.html", Status: 504, Class: outbound.Transient},
		{File: "17-error-500-exception-json.json", Status: 500, Class: outbound.Transient, Says: "Response Exception"},
		{File: "15-error-400-validation-rows.json", Status: 200, Class: outbound.BadRequest, Says: "must be a positive integer"},
		{File: "17-error-500-exception-json.json", Status: 200, Class: outbound.Transient, Says: "Response Exception"},
	})
}
