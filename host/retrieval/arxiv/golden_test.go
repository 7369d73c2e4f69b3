package arxiv

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// read reads a recorded feed as the answer to what was asked.
func read(body []byte, r standin.Recording) ([]evidence.Document, string, error) {
	query, err := url.ParseQuery(r.Asked)
	if err != nil {
		return nil, "", err
	}
	p, err := parsePage(body, query)
	return p.documents, fmt.Sprintf("%d in all", p.total), err
}

// The identifiers, years, counts, titles and abstracts were compared with a second reader in another language, and samples of all
// by eye, with the bodies.
func TestTheRecordedFeedsGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	standin.Reads(t, "arxiv", read, []standin.Recording{
		{File: "01-search-testing-s0-m10.xml", Asked: "search_query=all:testing", Documents: 10, Rest: "214881 in all", Digest: "6711c80b5c4227ab"},
		{File: "02-search-testing-s10-m10.xml", Asked: "search_query=all:testing", Documents: 10, Rest: "214881 in all", Digest: "f6e8058380d93344"},
		{File: "03-search-testing-s0-m100.xml", Asked: "search_query=all:testing", Documents: 100, Rest: "214881 in all", Digest: "fa6a73ee6d9fd0c8"},
		{File: "04-idlist-two-asked-one-returned.xml", Asked: "id_list=0808.05394,1707.08567", Documents: 1, Rest: "1 in all", Digest: "fd4136d6625087ad"},
		{File: "05-idlist-old-style-id-affiliations.xml", Asked: "id_list=astro-ph/0601001", Documents: 1, Rest: "1 in all", Digest: "9f76feff827fc5a7"},
		{File: "06-idlist-unknown-id-empty.xml", Asked: "id_list=0000.0000", Rest: "0 in all", Digest: "e3b0c44298fc1c14"},
		{File: "08-search-deep-dream-2017-format.xml", Asked: "search_query=deep+dream", Documents: 10, Rest: "24617 in all", Digest: "6846244d64d2777d"},
	})
}

func TestTheFactsOfARecordedFeed(t *testing.T) {
	found := standin.Read(t, "arxiv", read, standin.Recording{File: "01-search-testing-s0-m10.xml", Asked: "search_query=all:testing"})
	assert.Equal(t, "2202.12139; doi 10.1109/icstw55395.2022.00035; arxiv 2202.12139; of 2022; preprint; in Artificial Intelligence in Software Testing @ 2022 IEEE International Conference on Software Testing, Verification and Validation Workshops (ICSTW); status preprint; at https://arxiv.org/abs/2202.12139v1; open https://arxiv.org/pdf/2202.12139v1; authors 3; abstract 1116", standin.Fact(found[0]))
	assert.Contains(t, found[0].Venue, "2022 IEEE")
	for _, d := range found {
		assert.NotContains(t, d.Title+d.Abstract, `\`, "commands of LaTeX are text")
	}
	old := standin.Read(t, "arxiv", read, standin.Recording{File: "05-idlist-old-style-id-affiliations.xml", Asked: "id_list=astro-ph/0601001"})[0]
	assert.Equal(t, "astro-ph/0601001", old.ID)
	assert.Len(t, old.Authors, 4, "affiliations are no authors")
}

func TestARecordedFeedThatAnswersAnotherQueryIsRefused(t *testing.T) {
	_, err := parsePage([]byte(standin.Recorded(t, "arxiv/01-search-testing-s0-m10.xml")), url.Values{"search_query": {"foo:testing"}})
	assert.ErrorContains(t, err, "it answers another query", "arXiv made all: of a field that it does not know")
}

func TestTheRecordedErrorIsABadRequest(t *testing.T) {
	standin.Fails(t, "arxiv", classify, []standin.Failure{
		{File: "07-error-400-bad-id.xml", Status: 400, Class: outbound.BadRequest, Says: "incorrect id format for abc"},
		{File: "07-error-400-bad-id.xml", Status: 200, Class: outbound.BadRequest, Says: "incorrect id format for abc"},
	})
}
