package crossref

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

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
	var labels []string
	for _, s := range d.Sections {
		labels = append(labels, s.Label)
	}
	return fmt.Sprintf("%s|%d|%s|%s|cited %s|open %s|%d authors|abstract %d|%s|retracted %t", d.ID, d.Year, d.Type, d.Status, cited, d.OpenURL,
		len(d.Authors), len(d.Abstract), strings.Join(labels, "/"), d.Retracted)
}

// The bodies are not ours to keep, so what stands here of them is the digest of their facts. The facts were
// compared with a second reader in another language, and samples of them by eye, with the bodies; on a difference
// the test prints them all.
func TestTheRecordedBodiesGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	for _, tt := range []struct {
		name      string
		documents int
		digest    string
	}{
		{"01-search-ecology-rows2", 2, "bd3ae147728985ae"},
		{"02-search-widget-cursor", 20, "ea44a19dd70a66eb"},
		{"03-search-widget-cursor-page2", 20, "03b910fcbc81000b"},
		{"04-search-ecology-has-abstract", 10, "08bca9a6f551e42c"},
		{"05-search-renear-minus-ontologies", 20, "2ccfc427cf43d3fb"},
		{"06-search-science-select-doi-title", 20, "aa624931dbce2cf3"},
		{"07-search-title-copper-oxide", 1, "921c2d4a160b11f4"},
		{"08-search-title-no-author-no-abstract", 1, "a286e1c7f562b2b1"},
		{"09-search-no-hits", 0, "e3b0c44298fc1c14"},
		{"10-sample10-mixed-types", 10, "11df3211d19e749f"},
		{"11-facets-rows0", 0, "e3b0c44298fc1c14"},
		{"12-work-pnas-update-and-jats", 1, "e9470cd27a59661a"},
		{"13-work-biorxiv-posted-content", 1, "3d1e50969a09e8cc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			documents := recorded(t, tt.name)
			assert.Len(t, documents, tt.documents)
			var facts, texts strings.Builder
			for _, d := range documents {
				facts.WriteString(fact(d) + "\n")
				texts.WriteString(d.Title + "\n" + d.Venue + "\n" + d.Abstract + "\n" + strings.Join(d.Authors, "; ") + "\n")
				assert.NotContains(t, d.Title+d.Abstract+d.Venue, "</")
				assert.NotContains(t, d.Title+d.Abstract+d.Venue, "&amp;")
			}
			sum := sha256.Sum256([]byte(facts.String() + texts.String()))
			assert.Equal(t, tt.digest, hex.EncodeToString(sum[:8]), facts.String())
		})
	}
}

// recorded parses a recorded list, or a work.
func recorded(t *testing.T, name string) []evidence.Document {
	t.Helper()
	body := []byte(standin.Recorded(t, "crossref/"+name+".json"))
	if strings.Contains(name, "-work-") {
		d, err := parseWork(body)
		require.NoError(t, err)
		return []evidence.Document{d}
	}
	p, err := parsePage(body)
	require.NoError(t, err)
	return p.documents
}

func TestTheFactsOfRecordedWorks(t *testing.T) {
	assert.Equal(t, "10.1073/pnas.1414271111|2014|journal-article|corrected|cited 129|open |5 authors|abstract 964|Significance|retracted false", fact(recorded(t, "12-work-pnas-update-and-jats")[0]))
	preprint := recorded(t, "13-work-biorxiv-posted-content")[0]
	assert.Equal(t, "10.1101/2024.04.01.587366|2024|preprint|preprint|cited 2|open |6 authors|abstract 1415||retracted false", fact(preprint))
	assert.Equal(t, "bioRxiv", preprint.Venue)
	assert.True(t, preprint.Preprint())
}

func TestTheRecordedErrors(t *testing.T) {
	for _, tt := range []struct {
		file   string
		status int
		want   web.Class
		retry  bool
		says   string
	}{
		{"14-error-404-plain-text.txt", 404, web.NotFound, false, ""},
		{"15-error-400-validation-rows.json", 400, web.BadRequest, false, "must be a positive integer"},
		{"16-error-504-html.html", 504, web.Transient, true, ""},
		{"17-error-500-exception-json.json", 500, web.Transient, true, "Response Exception"},
		{"15-error-400-validation-rows.json", 200, web.BadRequest, false, "must be a positive integer"},
		{"17-error-500-exception-json.json", 200, web.Transient, true, "Response Exception"},
	} {
		v := classify(web.Answer{Status: tt.status, Header: http.Header{}, Body: []byte(standin.Recorded(t, "crossref/"+tt.file)), Now: time.Now()})
		assert.Equal(t, tt.want, v.Class, tt.file)
		assert.Equal(t, tt.retry, v.Class.Retry(), tt.file)
		assert.Contains(t, v.Detail, tt.says)
		assert.NotContains(t, v.Detail, "clojure", "nobody wants the stack")
	}
}
