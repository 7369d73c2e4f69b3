package openalex

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
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// fact is one document on one line: what identifies and describes it, and the length of its abstract.
func fact(d evidence.Document) string {
	cited := "?"
	if d.CitationCount != nil {
		cited = fmt.Sprint(*d.CitationCount)
	}
	return fmt.Sprintf("%s|%s|%s|%s|%s|%d|%s|%s|%s|cited %s|open %s|%d authors|abstract %d|retracted %t", d.ID, d.DOI, d.PMID, d.PMCID, d.ArXiv, d.Year,
		d.Type, d.Status, d.Venue, cited, d.OpenURL, len(d.Authors), len(d.Abstract), d.Retracted)
}

// recorded parses a recorded body, a list or one work.
func recorded(t *testing.T, name string) []evidence.Document {
	t.Helper()
	body := []byte(standin.Recorded(t, "openalex/"+name+".json"))
	if strings.Contains(name, "-work-") {
		d, err := parseWork(body)
		require.NoError(t, err)
		return []evidence.Document{d}
	}
	p, err := parsePage(body, 1)
	require.NoError(t, err)
	return p.documents
}

// The bodies are not ours to keep, so what stands here of them is the digest of their facts. The facts were
// compared by eye, and with a second reader in another language, with the bodies; on a difference
// the test prints them all.
func TestTheRecordedBodiesGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	for _, tt := range []struct {
		name      string
		documents int
		digest    string
	}{
		{"01-search-attention-mechanism", 5, "99e0c138d78649d2"},
		{"02-search-title-augmenting-llms", 2, "d91abf381d1b470e"},
		{"03-search-title-copper-oxide", 1, "f65eb3fa02c2e44f"},
		{"10-work-doi-pnas", 1, "931d96a7287459ef"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			documents := recorded(t, tt.name)
			assert.Len(t, documents, tt.documents)
			var facts, texts strings.Builder
			for _, d := range documents {
				facts.WriteString(fact(d) + "\n")
				texts.WriteString(d.Title + "\n" + strings.Join(d.Authors, ", ") + "\n" + d.Abstract + "\n")
				assert.NotContains(t, d.Title+d.Abstract, "</")
			}
			sum := sha256.Sum256([]byte(facts.String() + texts.String()))
			assert.Equal(t, tt.digest, hex.EncodeToString(sum[:8]), facts.String()+texts.String())
		})
	}
}

func TestTheFactsOfARecordedWork(t *testing.T) {
	assert.Equal(t, "W2109415576|10.1073/pnas.1414271111|25349395|PMC4234579||2014|article||Proceedings of the National Academy of Sciences|cited 138|"+
		"open https://doi.org/10.1073/pnas.1414271111|5 authors|abstract 977|retracted false", fact(recorded(t, "10-work-doi-pnas")[0]))
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
	v := classify(web.Answer{Status: 404, Body: []byte(standin.Recorded(t, "openalex/13-error-404-html.html"))})
	assert.Equal(t, web.Verdict{Class: web.NotFound}, v)
}
