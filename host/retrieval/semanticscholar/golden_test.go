package semanticscholar

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
	return fmt.Sprintf("%s|%s|%s|%s|%s|%d|%s|cited %s|open %s|%d authors|abstract %d", d.ID, d.DOI, d.ArXiv, d.PMID, d.PMCID, d.Year, d.Type,
		cited, d.OpenURL, len(d.Authors), len(d.Abstract))
}

// The bodies are not ours to keep, so what stands here of them is the digest of their facts. The facts were
// compared with a second reader in another language, and samples of them by eye, with the bodies; on a difference
// the test prints them all.
func TestTheRecordedBodiesGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	for _, tt := range []struct {
		name      string
		offset    int
		documents int
		more      bool
		digest    string
	}{
		{"01-search-attention-mechanism-abstract-tldr", 0, 5, true, "a076c46da1878d13"},
		{"02-search-turing-page1", 0, 100, true, "d347ff8e0ea0d9fd"},
		{"03-search-turing-page2", 100, 100, true, "81ef5fc02ec3e9d6"},
		{"04-search-min-citation-count", 0, 70, false, "fc003ace9ac64868"},
		{"05-search-open-access-pdf", 0, 100, true, "56631bde18aa97ea"},
		{"06-search-fields-of-study", 0, 100, true, "2a5c1e87e2e4629d"},
		{"07-search-no-hits", 0, 0, false, "e3b0c44298fc1c14"},
		{"08-search-bulk-page1-token", 0, 1000, false, "e443bac557bf5052"},
		{"09-search-bulk-last-page-null-token", 0, 27, false, "ea47f40365d04f27"},
		{"10-match-title-paperqa", 0, 1, false, "e0dff5952b12b51e"},
		{"11-match-title-copper-oxide", 0, 1, false, "6e3d731a7481cec2"},
		{"12-paper-detail-attention", 0, 1, false, "34a812d646a95e12"},
		{"14-paper-doi-no-authors", 0, 1, false, "45c9254a043a5d94"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := recorded(t, tt.name, tt.offset)
			assert.Len(t, p.documents, tt.documents)
			assert.Equal(t, tt.more, p.more)
			var facts, texts strings.Builder
			for _, d := range p.documents {
				facts.WriteString(fact(d) + "\n")
				texts.WriteString(d.Title + "\n" + d.Venue + "\n" + d.Abstract + "\n" + strings.Join(d.Authors, "; ") + "\n")
				assert.NotContains(t, d.Title+d.Abstract, "/>")
			}
			sum := sha256.Sum256([]byte(facts.String() + texts.String()))
			assert.Equal(t, tt.digest, hex.EncodeToString(sum[:8]), facts.String())
		})
	}
}

// recorded parses a recorded search, or a single work as a batch of one.
func recorded(t *testing.T, name string, offset int) page {
	t.Helper()
	body := standin.Recorded(t, "semanticscholar/"+name+".json")
	if strings.Contains(name, "-paper-") {
		found, err := parseBatch([]byte("["+body+"]"), 1)
		require.NoError(t, err)
		return page{documents: []evidence.Document{*found[0]}}
	}
	p, err := parsePage([]byte(body), offset)
	require.NoError(t, err)
	return p
}

func TestTheFactsOfRecordedWorks(t *testing.T) {
	assert.Equal(t, "204e3073870fae3d05bcbc2f6a8e263d9b72e776||1706.03762|||2017||cited 170735|open https://arxiv.org/pdf/1706.03762|8 authors|abstract 1136",
		fact(recorded(t, "12-paper-detail-attention", 0).documents[0]))
	d := recorded(t, "11-match-title-copper-oxide", 0).documents[0]
	assert.Equal(t, "4187800ac995ae172c88b83f8c2c4da990d02934|10.1063/1.4938384||||2015||cited 9|open |2 authors|abstract 0", fact(d))
	assert.Equal(t, "Journal of Applied Physics", d.Venue, "the venue is empty, the journal is not")
	assert.Equal(t, "27295650", recorded(t, "01-search-attention-mechanism-abstract-tldr", 0).documents[1].PMID)
}

func TestTheRecordedErrors(t *testing.T) {
	for _, tt := range []struct {
		file   string
		status int
		want   web.Class
		says   string
	}{
		{"16-error-400-fields.json", 400, web.BadRequest, "unsupported fields"},
		{"17-error-403-forbidden.json", 403, web.Blocked, "Forbidden"},
		{"18-error-404-title-match.json", 404, web.NotFound, "not found"},
		{"16-error-400-fields.json", 200, web.BadRequest, "unsupported fields"},
		{"17-error-403-forbidden.json", 200, web.Transient, "Forbidden"},
	} {
		v := classify(web.Answer{Status: tt.status, Header: http.Header{}, Body: []byte(standin.Recorded(t, "semanticscholar/"+tt.file)), Now: time.Now()})
		assert.Equal(t, tt.want, v.Class, tt.file)
		assert.Equal(t, tt.want == web.Transient, v.Class.Retry(), tt.file)
		assert.Contains(t, v.Detail, tt.says)
	}
}
