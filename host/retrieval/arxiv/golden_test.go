package arxiv

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
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
	return fmt.Sprintf("%s|%s|%d|%s|%s|%s|%d authors|abstract %d|retracted %t", d.ID, d.DOI, d.Year, d.Type, d.URL, d.OpenURL, len(d.Authors), len(d.Abstract), d.Retracted)
}

// recorded parses a recorded feed as the answer to what was asked.
func recorded(t *testing.T, name, asked string) page {
	t.Helper()
	query, err := url.ParseQuery(asked)
	require.NoError(t, err)
	p, err := parsePage([]byte(standin.Recorded(t, "arxiv/"+name+".xml")), query)
	require.NoError(t, err)
	return p
}

// The bodies are not ours to keep, so what stands here of them is the digest of their facts. The facts were
// compared with a second reader in another language, and samples of them by eye, with the bodies; on a difference
// the test prints them all.
func TestTheRecordedFeedsGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	for _, tt := range []struct {
		name, asked      string
		documents, total int
		digest           string
	}{
		{"01-search-testing-s0-m10", "search_query=all:testing", 10, 214881, "628da28d5488f30c"},
		{"02-search-testing-s10-m10", "search_query=all:testing", 10, 214881, "5ef0ef42abe5743d"},
		{"03-search-testing-s0-m100", "search_query=all:testing", 100, 214881, "656089ae1bb1109e"},
		{"04-idlist-two-asked-one-returned", "id_list=0808.05394,1707.08567", 1, 1, "2a8c97b0437b33ef"},
		{"05-idlist-old-style-id-affiliations", "id_list=astro-ph/0601001", 1, 1, "4bfdb357ae619746"},
		{"06-idlist-unknown-id-empty", "id_list=0000.0000", 0, 0, "e3b0c44298fc1c14"},
		{"08-search-deep-dream-2017-format", "search_query=deep+dream", 10, 24617, "ad86f1edde2e004d"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := recorded(t, tt.name, tt.asked)
			assert.Len(t, p.documents, tt.documents)
			assert.Equal(t, tt.total, p.total)
			var facts, texts strings.Builder
			for _, d := range p.documents {
				facts.WriteString(fact(d) + "\n")
				texts.WriteString(d.Title + "\n" + d.Venue + "\n" + d.Abstract + "\n" + strings.Join(d.Authors, "; ") + "\n")
				assert.NotContains(t, d.Title+d.Abstract, `\`)
				assert.NotContains(t, d.Title+d.Abstract, "\n")
			}
			sum := sha256.Sum256([]byte(facts.String() + texts.String()))
			assert.Equal(t, tt.digest, hex.EncodeToString(sum[:8]), facts.String())
		})
	}
}

func TestTheFactsOfARecordedFeed(t *testing.T) {
	p := recorded(t, "01-search-testing-s0-m10", "search_query=all:testing")
	assert.Equal(t, "2202.12139|10.1109/icstw55395.2022.00035|2022|preprint|https://arxiv.org/abs/2202.12139v1|https://arxiv.org/pdf/2202.12139v1|3 authors|abstract 1116|retracted false", fact(p.documents[0]))
	assert.Contains(t, p.documents[0].Venue, "2022 IEEE")
	p = recorded(t, "05-idlist-old-style-id-affiliations", "id_list=astro-ph/0601001")
	assert.Equal(t, "astro-ph/0601001", p.documents[0].ID)
	assert.Len(t, p.documents[0].Authors, 4, "affiliations are no authors")
}

func TestARecordedFeedThatAnswersAnotherQueryIsRefused(t *testing.T) {
	_, err := parsePage([]byte(standin.Recorded(t, "arxiv/01-search-testing-s0-m10.xml")), url.Values{"search_query": {"foo:testing"}})
	assert.ErrorContains(t, err, "it answers another query", "arXiv made all: of a field that it does not know")
}

func TestTheRecordedErrorIsABadRequest(t *testing.T) {
	body := []byte(standin.Recorded(t, "arxiv/07-error-400-bad-id.xml"))
	for _, status := range []int{400, 200} {
		v := classify(web.Answer{Status: status, Header: http.Header{}, Body: body, Now: time.Now()})
		assert.Equal(t, web.Verdict{Class: web.BadRequest, Detail: "incorrect id format for abc"}, v)
		assert.False(t, v.Class.Retry())
	}
}
