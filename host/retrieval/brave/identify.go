package brave

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/sparkhost/sparkhost/host/retrieval"
)

var (
	inDOI   = regexp.MustCompile(`(?i)\b10\.\d{4,9}/[-._;()/:a-z0-9]+`)
	version = regexp.MustCompile(`v\d+$`)
	onArXiv = regexp.MustCompile(`^/(?:abs|pdf|html)/([a-z.-]+/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?/?$`)
	pubMed  = regexp.MustCompile(`^/(\d{1,9})/?$`)
	inPMC   = regexp.MustCompile(`(?i)/(PMC\d{1,9})(?:/|$)`)
)

// ends are the suffixes that publishers' addresses add to a DOI.
var ends = []string{
	"/full", "/fulltext", "/full-text", "/abstract", "/abs", "/summary", "/pdf", "/epdf", "/pdfdirect", "/html", "/epub", "/meta", "/references", "/figures",
	".full", ".abstract", ".full-text", ".pdf", ".html", "/", ".", ";", ":",
}

// identify finds the identifiers of a work in the address of its page; empty where there is none.
func identify(address *url.URL) (doi, arXiv, pmid, pmcid string) {
	host := strings.TrimPrefix(strings.ToLower(address.Hostname()), "www.")
	switch host {
	case "arxiv.org", "export.arxiv.org":
		if m := onArXiv.FindStringSubmatch(address.Path); m != nil {
			arXiv = retrieval.NormalizeArXiv(m[1])
		}
	case "pubmed.ncbi.nlm.nih.gov":
		if m := pubMed.FindStringSubmatch(address.Path); m != nil {
			pmid = retrieval.NormalizePMID(m[1])
		}
	case "ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov", "europepmc.org":
		if m := inPMC.FindStringSubmatch(address.Path); m != nil {
			pmcid = retrieval.NormalizePMCID(m[1])
		}
	}
	return findDOI(address), arXiv, pmid, pmcid
}

// findDOI looks in the path and, where journals have it there, the query.
func findDOI(address *url.URL) string {
	text := address.Path
	if query, err := url.QueryUnescape(address.RawQuery); err == nil {
		text += "?" + query
	}
	doi := retrieval.NormalizeDOI(inDOI.FindString(text))
	for cut := true; cut; {
		cut = false
		for _, end := range ends {
			if rest, ok := strings.CutSuffix(doi, end); ok {
				doi, cut = rest, true
			}
		}
	}
	if strings.Count(doi, "(") < strings.Count(doi, ")") {
		doi = strings.TrimSuffix(doi, ")")
	}
	if strings.HasPrefix(doi, "10.1101/") { // bioRxiv and medRxiv: the version does not belong to it
		doi = version.ReplaceAllString(doi, "")
	}
	return retrieval.NormalizeDOI(doi)
}
