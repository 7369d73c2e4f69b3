package arxiv

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// throttled is arXiv's message to who asks too fast, whatever the status.
const throttled = "rate exceeded"

// classify knows the errors that come as plain text, or as an entry of a feed with status 200.
func classify(a web.Answer) outbound.Verdict {
	v := a.ByStatus()
	if v.Class == outbound.OK && hollow(a.Body) {
		return outbound.Verdict{Class: outbound.Transient, Detail: "an empty page, although there are hits"}
	}
	if start := a.Body[:min(len(a.Body), 64)]; strings.HasPrefix(strings.ToLower(string(bytes.TrimSpace(start))), throttled) {
		return outbound.Verdict{Class: outbound.RateLimited, Detail: "Rate exceeded.", Wait: outbound.ByStatus(http.StatusTooManyRequests, a.Header, a.Now).Wait}
	}
	if v.Class != outbound.OK && v.Class != outbound.BadRequest || !bytes.Contains(a.Body, []byte("/api/errors")) {
		return v
	}
	f, err := readFeed(a.Body)
	if err != nil || len(f.entries) == 0 || !strings.Contains(f.entries[0].ID, "/api/errors#") {
		return v
	}
	return outbound.Verdict{Class: outbound.BadRequest, Detail: strings.TrimSpace(f.entries[0].Summary)}
}

// hollow says whether a body is a page without entries of a search that has more hits: arXiv answers so for a moment. Of identifiers that
// nobody has, no entries is the answer.
func hollow(body []byte) bool {
	if bytes.Contains(body, []byte("<entry")) || bytes.Contains(body, []byte("search_query=&")) {
		return false
	}
	total, start := counted.FindSubmatch(body), started.FindSubmatch(body)
	if total == nil {
		return false
	}
	n, _ := strconv.Atoi(string(total[1]))
	from := 0
	if start != nil {
		from, _ = strconv.Atoi(string(start[1]))
	}
	return from < min(n, mostHits)
}

var (
	counted = regexp.MustCompile(`<(?:\w+:)?totalResults[^>]*>\s*(\d+)\s*<`)
	started = regexp.MustCompile(`<(?:\w+:)?startIndex[^>]*>\s*(\d+)\s*<`)
)

// A feed holds what is read of an answer.
type feed struct {
	title   string
	total   *int
	entries []entry
}

// mostEntries bounds the memory of a feed of empty entries; none has more than 2000.
const mostEntries = 2000

const atom, opensearch = "http://www.w3.org/2005/Atom", "http://a9.com/-/spec/opensearch/1.1/"

// readFeed reads entry by entry. Entities other than XML's own are errors, so nothing can expand.
func readFeed(body []byte) (feed, error) {
	var f feed
	dec := xml.NewDecoder(bytes.NewReader(withoutControls(body)))
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // the text is UTF-8 by now, whatever it says
	root, err := start(dec)
	if err != nil {
		return feed{}, err
	}
	if root.Name != (xml.Name{Space: atom, Local: "feed"}) {
		return feed{}, fmt.Errorf("a feed is due, not %q", root.Name.Local)
	}
	for {
		tok, err := dec.Token()
		if err != nil {
			return feed{}, err
		}
		switch tok := tok.(type) {
		case xml.EndElement:
			return f, nil
		case xml.StartElement:
			if err := f.child(dec, tok); err != nil {
				return feed{}, err
			}
		}
	}
}

// withoutControls drops the control characters that authors paste into abstracts, which XML does not know and a decoder stops at.
func withoutControls(body []byte) []byte {
	return slices.DeleteFunc(slices.Clone(body), func(b byte) bool { return b < ' ' && b != '\t' && b != '\n' && b != '\r' })
}

// start finds the root element.
func start(dec *xml.Decoder) (xml.StartElement, error) {
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			return xml.StartElement{}, errors.New("no XML in it")
		}
		if err != nil {
			return xml.StartElement{}, err
		}
		if el, ok := tok.(xml.StartElement); ok {
			return el, nil
		}
	}
}

func (f *feed) child(dec *xml.Decoder, el xml.StartElement) error {
	switch el.Name {
	case xml.Name{Space: atom, Local: "title"}:
		return dec.DecodeElement(&f.title, &el)
	case xml.Name{Space: opensearch, Local: "totalResults"}:
		return dec.DecodeElement(&f.total, &el)
	case xml.Name{Space: atom, Local: "entry"}:
		if len(f.entries) == mostEntries {
			return fmt.Errorf("more than %d entries", mostEntries)
		}
		f.entries = append(f.entries, entry{})
		return dec.DecodeElement(&f.entries[len(f.entries)-1], &el)
	}
	return dec.Skip()
}

// A page is one answer.
type page struct {
	documents []evidence.Document
	total     int // of all pages
}

// parsePage reads an answer and holds it to being one to what was asked.
func parsePage(body []byte, asked url.Values) (page, error) {
	f, err := readFeed(body)
	if err != nil {
		return page{}, err
	}
	if f.total == nil && len(f.entries) == 0 {
		return page{}, errors.New("neither entries nor an error in it")
	}
	if got, ok := answered(f.title); ok && !sameQuery(got, asked) {
		return page{}, fmt.Errorf("it answers another query, %q", f.title)
	}
	p := page{total: mostHits} // where it is not said, a page without anything new is the last
	if f.total != nil {
		p.total = *f.total
	}
	if p.documents, err = web.Documents(f.entries, (*entry).document, "none of its entries has an identifier"); err != nil {
		return page{}, err
	}
	return p, nil
}

// answered reads the query that a feed says it answers: "arXiv Query: search_query=all:ice&id_list=&start=0…".
func answered(title string) (query string, ok bool) {
	_, query, ok = strings.Cut(title, "Query: search_query=")
	query, _, _ = strings.Cut(query, "&start=")
	return query, ok
}

// sameQuery compares words and fields: a field that arXiv does not know becomes "all" without a word. Signs
// and operators are echoed in its own way.
func sameQuery(got string, asked url.Values) bool {
	if plain, err := url.QueryUnescape(got); err == nil {
		got = plain
	}
	return slices.Equal(wordsOf(got), wordsOf(asked.Get("search_query")+"&id_list="+asked.Get("id_list")))
}

func wordsOf(query string) []string {
	words := strings.Fields(retrieval.NormalizeTitle(query))
	return slices.DeleteFunc(words, func(w string) bool { return w == "and" || w == "or" || w == "andnot" })
}
