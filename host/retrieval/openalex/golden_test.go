package openalex

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
	p, err := parsePage(body, 1)
	return p.documents, "", err
}

// recorded are the documents of a body.
func recorded(t *testing.T, name string) []evidence.Document {
	t.Helper()
	return standin.Read(t, "openalex", read, standin.Recording{File: name + ".json"})
}

// The identifiers, years, counts, titles and abstracts were compared with a second reader in another language, and samples of all
// by eye, with the bodies.
func TestTheRecordedBodiesGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	standin.Reads(t, "openalex", read, []standin.Recording{
		{File: "01-search-attention-mechanism.json", Documents: 5, Digest: "122f8e09f14ae0ac"},
		{File: "02-search-title-augmenting-llms.json", Documents: 2, Digest: "bfe97e537a33f98a"},
		{File: "03-search-title-copper-oxide.json", Documents: 1, Digest: "038d38a36f28d8ae"},
		{File: "10-work-doi-pnas.json", Documents: 1, Digest: "e4358b7040380506"},
	})
}

func TestTheFactsOfARecordedWork(t *testing.T) {
	assert.Equal(t, "W2109415576; doi 10.1073/pnas.1414271111; pmid 25349395; PMC4234579; of 2014; article; in Proceedings of the National Academy of Sciences; cited 138; at https://openalex.org/W2109415576; open https://doi.org/10.1073/pnas.1414271111; authors 5; abstract 977", standin.Fact(recorded(t, "10-work-doi-pnas")[0]))
	preprint := recorded(t, "02-search-title-augmenting-llms")[1]
	assert.Equal(t, "2304.05376", preprint.ArXiv)
	assert.True(t, preprint.Preprint())
}

func TestARecordedAbstractIsCleanTextInOrder(t *testing.T) {
	abstract := recorded(t, "03-search-title-copper-oxide")[0].Abstract
	assert.True(t, strings.HasPrefix(abstract, "Metal-oxide layers are"), abstract)
	assert.Contains(t, abstract, "(<75 K)", "entities that were escaped twice are resolved")
	assert.True(t, strings.HasPrefix(recorded(t, "02-search-title-augmenting-llms")[0].Abstract, "Large language models"), "the heading is dropped")
}

func TestARecordedWorkWithoutItsIdIsRefused(t *testing.T) {
	_, err := parseWork([]byte(standin.Recorded(t, "openalex/11-work-doi-select-open-access.json")))
	assert.ErrorContains(t, err, "no id")
}

func TestTheRecordedHTMLErrorIsNotFound(t *testing.T) {
	standin.Fails(t, "openalex", classify, []standin.Failure{{File: "13-error-404-html.html", Status: 404, Class: outbound.NotFound}})
}
