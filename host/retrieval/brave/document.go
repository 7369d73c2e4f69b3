package brave

import (
	"net/url"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// A result is a page on the wire.
type result struct {
	Title       lenient.Text               `json:"title"`
	URL         lenient.Text               `json:"url"`
	Description lenient.Text               `json:"description"`
	Snippets    lenient.List[lenient.Text] `json:"extra_snippets"`
	Date        lenient.Text               `json:"page_age"` // "2024-01-08T02:03:21"
	Age         lenient.Text               `json:"age"`      // "January 8, 2024", "2 weeks ago"
}

// document returns the page; without ID if its address is none of the web.
func (r *result) document() evidence.Document {
	address, err := url.Parse(r.URL.String())
	if err != nil || address.Scheme != "https" && address.Scheme != "http" || address.Hostname() == "" || address.User != nil {
		return evidence.Document{}
	}
	address.Fragment, address.RawFragment = "", ""
	d := evidence.Document{
		ID: address.String(), URL: address.String(), Source: Name, Type: "web", Venue: strings.ToLower(address.Hostname()),
		Title: markup.Text(r.Title.String()), Abstract: r.excerpt(), Year: r.year(), Retracted: markup.Retracted(markup.Text(r.Title.String())),
	}
	d.DOI, d.ArXiv, d.PMID, d.PMCID = identify(address)
	return d
}

// noDescription is the text that Brave writes for a site that forbids one.
const noDescription = "We cannot provide a description for this page right now"

// mostSnippets bounds the pieces of a page, each of which is looked for in those before it. Brave sends five.
const mostSnippets = 20

// excerpt returns what the search shows of the page: the description and further pieces, which are parted by an ellipsis, each once.
func (r *result) excerpt() string {
	var out []string
	for _, s := range append(lenient.List[lenient.Text]{r.Description}, r.Snippets[:min(len(r.Snippets), mostSnippets)]...) {
		s := markup.Text(s.String())
		if s != "" && s != noDescription && !strings.Contains(strings.Join(out, "\n"), s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, " … ")
}

// year returns that of the page's date. A relative age ("2 weeks ago") would be another one tomorrow, so it is unknown.
func (r *result) year() int {
	if y := r.Date.Year(); y != 0 {
		return y
	}
	at, err := time.Parse("January 2, 2006", r.Age.String())
	if err != nil {
		return 0
	}
	return lenient.Text(at.Format("2006")).Year()
}
