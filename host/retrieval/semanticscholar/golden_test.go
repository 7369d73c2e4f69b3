package semanticscholar

import (
	"cmp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// read reads a recorded search from that offset on, or a single work as a batch of one.
func read(body []byte, r standin.Recording) ([]evidence.Document, string, error) {
	if strings.Contains(r.File, "-paper-") {
		found, err := parseBatch([]byte("["+string(body)+"]"), 1)
		if err != nil {
			return nil, "", err
		}
		return []evidence.Document{*found[0]}, "", nil
	}
	offset, err := strconv.Atoi(cmp.Or(r.Asked, "0"))
	if err != nil {
		return nil, "", err
	}
	p, err := parsePage(body, offset)
	if p.more {
		return p.documents, "more", err
	}
	return p.documents, "", err
}

// recorded are the documents of a body.
func recorded(t *testing.T, name string) []evidence.Document {
	t.Helper()
	return standin.Read(t, "semanticscholar", read, standin.Recording{File: name + ".json"})
}

// The identifiers, years, counts, titles and abstracts were compared with a second reader in another language, and samples of all
// by eye, with the bodies.
func TestTheRecordedBodiesGiveTheDocumentsThatAReaderExpects(t *testing.T) {
	standin.Reads(t, "semanticscholar", read, []standin.Recording{
		{File: "01-search-attention-mechanism-abstract-tldr.json", Documents: 5, Rest: "more", Digest: "32b963f32d37ce46"},
		{File: "02-search-turing-page1.json", Documents: 100, Rest: "more", Digest: "a28d48b410f18663"},
		{File: "03-search-turing-page2.json", Asked: "100", Documents: 100, Rest: "more", Digest: "3d780acbe5e55bbc"},
		{File: "04-search-min-citation-count.json", Documents: 70, Digest: "b3bdae37e2e4c16b"},
		{File: "05-search-open-access-pdf.json", Documents: 100, Rest: "more", Digest: "6d7824e0be6a112b"},
		{File: "06-search-fields-of-study.json", Documents: 100, Rest: "more", Digest: "aba7738b11f70ba1"},
		{File: "07-search-no-hits.json", Digest: "e3b0c44298fc1c14"},
		{File: "08-search-bulk-page1-token.json", Documents: 1000, Digest: "f87d202f4ad40f56"},
		{File: "09-search-bulk-last-page-null-token.json", Documents: 27, Digest: "2d04b81d2d12f846"},
		{File: "10-match-title-paperqa.json", Documents: 1, Digest: "f37a2ff387b43890"},
		{File: "11-match-title-copper-oxide.json", Documents: 1, Digest: "0833e11ceb0e8983"},
		{File: "12-paper-detail-attention.json", Documents: 1, Digest: "d62bd1ecdb81f7f6"},
		{File: "14-paper-doi-no-authors.json", Documents: 1, Digest: "a868f17eb489d2ac"},
	})
}

func TestTheFactsOfRecordedWorks(t *testing.T) {
	assert.Equal(t, "204e3073870fae3d05bcbc2f6a8e263d9b72e776; arxiv 1706.03762; of 2017; cited 170735; at https://www.semanticscholar.org/paper/204e3073870fae3d05bcbc2f6a8e263d9b72e776; open https://arxiv.org/pdf/1706.03762; authors 8; abstract 1136", standin.Fact(recorded(t, "12-paper-detail-attention")[0]))
	d := recorded(t, "11-match-title-copper-oxide")[0]
	assert.Equal(t, "4187800ac995ae172c88b83f8c2c4da990d02934; doi 10.1063/1.4938384; of 2015; in Journal of Applied Physics; cited 9; at https://www.semanticscholar.org/paper/4187800ac995ae172c88b83f8c2c4da990d02934; authors 2; abstract 0", standin.Fact(d))
	assert.Equal(t, "Journal of Applied Physics", d.Venue, "the venue is empty, the journal is not")
	assert.Equal(t, "27295650", recorded(t, "01-search-attention-mechanism-abstract-tldr")[1].PMID)
}

func TestTheRecordedErrors(t *testing.T) {
	standin.Fails(t, "semanticscholar", classify, []standin.Failure{
		{File: "16-error-400-fields.json", Status: 400, Class: outbound.BadRequest, Says: "unsupported fields"},
		{File: "17-error-403-forbidden.json", Status: 403, Class: outbound.Blocked, Says: "Forbidden"},
		{File: "18-error-404-title-match.json", Status: 404, Class: outbound.NotFound, Says: "not found"},
		{File: "16-error-400-fields.json", Status: 200, Class: outbound.BadRequest, Says: "unsupported fields"},
		{File: "17-error-403-forbidden.json", Status: 200, Class: outbound.Blocked, Says: "Forbidden"},
	})
}
