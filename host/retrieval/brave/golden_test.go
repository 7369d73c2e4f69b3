package brave

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

func read(body []byte, _ standin.Recording) ([]evidence.Document, string, error) {
	p, err := parsePage(body)
	if p.more {
		return p.documents, "more", err
	}
	return p.documents, "", err
}

// The identifiers, years, counts, titles and abstracts were compared with a second reader in another language, and samples of all
// by eye, with the bodies.
func TestTheRecordedBodiesGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	standin.Reads(t, "brave", read, []standin.Recording{
		{File: "01-web-what-is-semantic-kernel.json", Documents: 10, Rest: "more", Digest: "110a66a9086a6a96"},
		{File: "02-web-semantic-kernel-site-filter.json", Documents: 5, Rest: "more", Digest: "6aa31f0ceba09172"},
		{File: "03-web-laravel-navigational.json", Documents: 17, Rest: "more", Digest: "fef4ce44501608bd"},
		{File: "04-web-laravel-plus-news.json", Documents: 18, Rest: "more", Digest: "f8d6504736385d81"},
	})
}

func TestTheFactsOfARecordedPage(t *testing.T) {
	found := standin.Read(t, "brave", read, standin.Recording{File: "01-web-what-is-semantic-kernel.json"})
	assert.Equal(t, 2024, found[1].Year)
	assert.Equal(t, "learn.microsoft.com", found[1].Venue)
	assert.Equal(t, 2025, found[3].Year, "the date counts and not that it was a day ago")
	assert.Zero(t, found[4].Year)
}

func TestARecordedSearchOfNewsIsRefused(t *testing.T) {
	_, err := parsePage([]byte(standin.Recorded(t, "brave/05-news-hello-world.json")))
	assert.Error(t, err)
}

func TestTheRecordedErrorAsksToWait(t *testing.T) {
	standin.Fails(t, "brave", classify, []standin.Failure{
		{File: "06-error-429-rate-limited.json", Status: 429, Class: outbound.RateLimited, Says: "Request rate limit exceeded for plan"},
	})
}
