package brave

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// fact is one document on one line: what identifies and describes it, and the length of its excerpt.
func fact(d evidence.Document) string {
	return fmt.Sprintf("%s|%d|%s|%s|%s|%s|excerpt %d", d.ID, d.Year, d.Type, d.Venue, d.DOI, d.Title, len(d.Abstract))
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
		{"01-web-what-is-semantic-kernel", 10, "e6c868cfb55dacae"},
		{"02-web-semantic-kernel-site-filter", 5, "d54d7c2662879ea6"},
		{"03-web-laravel-navigational", 17, "ad3a1f4dbfff3abf"},
		{"04-web-laravel-plus-news", 18, "2c6ef3ecaf29e386"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := parsePage([]byte(standin.Recorded(t, "brave/"+tt.name+".json")))
			require.NoError(t, err)
			assert.Len(t, p.documents, tt.documents)
			assert.True(t, p.more)
			var facts, texts strings.Builder
			for _, d := range p.documents {
				facts.WriteString(fact(d) + "\n")
				texts.WriteString(d.Abstract + "\n")
				assert.NotContains(t, d.Title+d.Abstract, "strong>")
				assert.NotContains(t, d.Title+d.Abstract, "&#x27;")
			}
			sum := sha256.Sum256([]byte(facts.String() + texts.String()))
			assert.Equal(t, tt.digest, hex.EncodeToString(sum[:8]), facts.String())
		})
	}
}

func TestTheFactsOfARecordedPage(t *testing.T) {
	p, err := parsePage([]byte(standin.Recorded(t, "brave/01-web-what-is-semantic-kernel.json")))
	require.NoError(t, err)
	assert.Equal(t, 2024, p.documents[1].Year)
	assert.Equal(t, "learn.microsoft.com", p.documents[1].Venue)
	assert.Equal(t, 2025, p.documents[3].Year, "the date counts and not that it was a day ago")
	assert.Zero(t, p.documents[4].Year)
}

func TestARecordedSearchOfNewsIsRefused(t *testing.T) {
	_, err := parsePage([]byte(standin.Recorded(t, "brave/05-news-hello-world.json")))
	assert.Error(t, err)
}

func TestTheRecordedErrorAsksToWait(t *testing.T) {
	v := classify(web.Answer{Status: 429, Header: http.Header{}, Body: []byte(standin.Recorded(t, "brave/06-error-429-rate-limited.json"))})
	assert.Equal(t, web.Verdict{Class: web.RateLimited, Detail: "Request rate limit exceeded for plan"}, v)
}
