package arxiv

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

const (
	head = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/"><o:totalResults>1</o:totalResults>`
	tail = `</feed>`
)

// asked is the request that the made-up feed answers.
var asked = url.Values{"search_query": {`all:lemmings AND all:"mass suicide"`}, "start": {"0"}}

func TestAMadeUpFeedIsReadInFull(t *testing.T) {
	body, err := os.ReadFile("testdata/search.xml")
	require.NoError(t, err)
	p, err := parsePage(body, asked)
	require.NoError(t, err)
	assert.Equal(t, page{total: 7, documents: []evidence.Document{
		{
			ID: "9901.00001", Source: Name, ArXiv: "9901.00001", DOI: "10.1000/lemmings.1", Year: 1999, Type: "preprint", Status: "preprint",
			URL: "https://arxiv.org/abs/9901.00001v3", OpenURL: "https://arxiv.org/pdf/9901.00001v3", Venue: "J. Made-up Ecol. 1 (2001) 2",
			Title: "Lemmings do not jump: a count of α-males", Abstract: "We counted lemmings at p < 0.05. None jumped.",
			Authors: []string{"A. N. Schröder", "B. Other"}, Fields: []string{"q-bio.PE"}, Publication: evidence.Publication{Date: "1999-01-02"},
		},
		{
			ID: "q-bio/9901002", Source: Name, ArXiv: "q-bio/9901002", Year: 2000, Type: "preprint", Status: "preprint", Retracted: true,
			URL: "https://arxiv.org/abs/q-bio/9901002v2", OpenURL: "https://arxiv.org/pdf/q-bio/9901002v2", Venue: "arXiv",
			Title: "Lemmings jump", Abstract: "This paper has been withdrawn.", Authors: []string{"C. Third"}, Publication: evidence.Publication{Date: "2000-01-01"},
		},
	}}, p)
}

func TestAWorkThatItsAuthorsWithdrewIsRetracted(t *testing.T) {
	for want, entries := range map[bool][]entry{
		true: {
			{Comment: "This paper has been withdrawn by the authors due to an error"}, {Comment: "Withdrawn"}, {Comment: "Paper withdrawn, see v2"},
			{Summary: " This paper has been withdrawn."}, {Title: "RETRACTED: Lemmings jump"},
			{Summary: "(Withdrawn)"}, {Summary: "Withdrawn by the authors, who found an error."}, {Summary: "The paper has been withdrawn by the authors"},
			{Summary: "Lemmings jump. This submission has been withdrawn by arXiv administrators because of overlap."}, {Comment: "9 pages. The article is withdrawn because of an error"},
		},
		false: {
			{Comment: "12 pages, the earlier claim of [3] was withdrawn"}, {Summary: "A drug that was withdrawn."}, {Title: "Withdrawn lemmings"},
			{Summary: "Withdrawn drugs are counted."}, {Summary: "Funds were withdrawn by the authority."}, {Summary: "We ask why the paper was withdrawn from the market of papers."},
		},
	} {
		for _, e := range entries {
			assert.Equal(t, want, e.withdrawn(), "%+v", e)
		}
	}
}

func TestAPageIsReadAlthoughItsCountIsMissingAndItHoldsWhatXMLDoesNotKnow(t *testing.T) {
	const feed = `<?xml version="1.0" encoding="ISO-8859-1"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/math.GT/0309136v1</id>` +
		"<title>Lem\x0bmings \x00jümp</title></entry></feed>"
	p, err := parsePage([]byte(feed), nil)
	require.NoError(t, err)
	require.Len(t, p.documents, 1)
	assert.Equal(t, []string{"math/0309136", "Lemmings jümp"}, []string{p.documents[0].ID, p.documents[0].Title})
	assert.Equal(t, mostHits, p.total, "the next page says whether there is more")
}

func TestWhatIsNoAnswerToTheQueryIsRefused(t *testing.T) {
	bomb := `<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><feed xmlns="http://www.w3.org/2005/Atom"><title>&b;</title></feed>`
	deep := head + `<entry>` + strings.Repeat(`<a>`, 100_000)
	for name, body := range map[string]string{
		"another query's":          head + `<title>arXiv Query: search_query=all:testing&amp;id_list=&amp;start=0</title>` + tail,
		"a bomb of entities":       bomb,
		"an external entity":       `<?xml version="1.0"?><!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]><feed xmlns="http://www.w3.org/2005/Atom"><title>&x;</title></feed>`,
		"elements without end":     deep,
		"another format":           `<rss/>`,
		"a feed of another kind":   `<feed><entry/></feed>`,
		"no count":                 `<feed xmlns="http://www.w3.org/2005/Atom"></feed>`,
		"a count that is none":     `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/"><o:totalResults>many</o:totalResults></feed>`,
		"entries without names":    head + `<entry><title>x</title></entry>` + tail,
		"too many entries":         head + strings.Repeat(`<entry/>`, mostEntries+1) + tail,
		"truncated":                head + `<entry><id>http://arxiv.org/abs/2101.00001v1</id>`,
		"invalid UTF-8":            head + "<title>\xff</title>" + tail,
		"a charset we do not know": `<?xml version="1.0" encoding="EBCDIC"?><feed/>`,
		"text":                     "hello",
		"nothing":                  "",
	} {
		_, err := parsePage([]byte(body), url.Values{"search_query": {"all:ice"}})
		assert.Error(t, err, name)
	}
	_, err := parsePage([]byte(head+`<title>arXiv Query: search_query=(all:ice)+AND+%28all:%22sea ice%22%29&amp;id_list=&amp;start=0</title>`+tail), url.Values{"search_query": {`all:ice AND all:"sea ice"`}})
	assert.NoError(t, err, "an echo in other signs is the same query")
}

func TestErrorsOfTheServiceInAnyShape(t *testing.T) {
	failed := head + `<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>bad start</summary></entry>` + tail
	about := head + `<entry><id>http://arxiv.org/abs/2101.00001v1</id><summary>see arxiv.org/api/errors#x</summary></entry>` + tail
	tests := []struct {
		name   string
		status int
		body   string
		want   outbound.Class
	}{
		{"an entry Error in a 200", 200, failed, outbound.BadRequest},
		{"an entry Error in a 400", 400, failed, outbound.BadRequest},
		{"a work that talks of errors", 200, about, outbound.OK},
		{"the throttle", 429, "Rate exceeded.", outbound.RateLimited},
		{"the throttle in a 200", 200, "Rate exceeded.", outbound.RateLimited},
		{"the throttle in a 503", 503, "Rate exceeded.\n", outbound.RateLimited},
		{"another 503", 503, "Service unavailable", outbound.Transient},
		{"another 400", 400, "Bad request", outbound.BadRequest},
		{"a block", 403, "Forbidden", outbound.Blocked},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := classify(web.Answer{Status: tt.status, Header: http.Header{}, Body: []byte(tt.body), Now: time.Now()})
			assert.Equal(t, tt.want, v.Class)
		})
	}
	v := classify(web.Answer{Status: 429, Header: http.Header{"Retry-After": {"7"}}, Body: []byte("Rate exceeded.")})
	assert.Equal(t, 7*time.Second, v.Wait)
	v = classify(web.Answer{Status: 200, Header: http.Header{"Retry-After": {"7"}}, Body: []byte("Rate exceeded.")})
	assert.Equal(t, 7*time.Second, v.Wait)
}

func FuzzParsePage(f *testing.F) {
	body, err := os.ReadFile("testdata/search.xml")
	require.NoError(f, err)
	f.Add(body)
	f.Add(body[:len(body)/2])
	f.Add([]byte(head + `<entry><id>http://arxiv.org/abs/2101.00001v1</id><title>&amp;lt;i>` + "\xff" + `</title></entry>` + tail))
	f.Add(fmt.Appendf(nil, `%s<entry xmlns="x"><id>a</id></entry><title type="html">Query: search_query=x</title>%s`, head, tail))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := parsePage(body, asked)
		if err != nil {
			assert.Empty(t, p.documents)
			return
		}
		assert.LessOrEqual(t, len(p.documents), mostEntries)
		standin.Sound(t, p.documents)
		for _, d := range p.documents {
			assert.NotEmpty(t, identifier(d.ID), d.ID)
		}
	})
}

func TestAPageWithoutEntriesOfASearchThatHasSomeIsTriedAgain(t *testing.T) {
	const page = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><title>arXiv Query: search_query=%s&amp;id_list=&amp;start=0</title>` +
		`<opensearch:totalResults>%d</opensearch:totalResults><opensearch:startIndex>%d</opensearch:startIndex></feed>`
	for _, tt := range []struct {
		name         string
		query        string
		total, start int
		want         outbound.Class
	}{
		{"hits without entries", "all:ice", 214881, 0, outbound.Transient},
		{"no hits", "all:ice", 0, 0, outbound.OK},
		{"behind the last", "all:ice", 20, 20, outbound.OK},
		{"an identifier that nobody has", "", 1, 0, outbound.OK},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, classify(web.Answer{Status: 200, Body: fmt.Appendf(nil, page, tt.query, tt.total, tt.start)}).Class)
		})
	}
}

func FuzzWork(f *testing.F) {
	page, err := os.ReadFile("testdata/search.xml")
	require.NoError(f, err)
	parse := func(_ testing.TB, text string) { _, _ = parsePage([]byte(text), asked) }
	doubling.Fuzz(f, parse, string(page), head+`<entry><id>http://arxiv.org/abs/2101.00001v1</id><title>&amp;lt;i>$x^2$<br/></title><author><name>a</name></author><link href="b"/><category term="c"/></entry>`+tail)
}
