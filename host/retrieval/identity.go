package retrieval

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
	"golang.org/x/text/unicode/norm"
)

// NormalizeDOI returns the bare, lower-case form of a DOI however it was written
// ("https://doi.org/10.1000/ABC", "doi:10.1000/abc", "10.1000%2Fabc", "10.1000/abc." at the end of a sentence). It is empty for anything
// that is no DOI.
func NormalizeDOI(s string) string {
	s = html.UnescapeString(strings.ToLower(strings.TrimSpace(s)))
	s = strings.TrimSpace(cutPrefixes(s, "doi:"))
	s = cutPrefixes(s, "https://", "http://", "dx.", "www.", "doi.org/", "doi:")
	if plain, err := url.PathUnescape(s); err == nil {
		s = plain
	}
	s = strings.TrimRight(strings.TrimSpace(s), ".,;")
	registrant, suffix, _ := strings.Cut(s, "/")
	if suffix == "" || len(registrant) < len("10.1") || !strings.HasPrefix(registrant, "10.") {
		return ""
	}
	return s
}

// NormalizeArXiv returns an arXiv identifier without prefix and version:
// "arXiv:2101.00001v3" and "http://arxiv.org/abs/2101.00001" both give "2101.00001", "math.GT/0309136v1" gives "math/0309136".
// It is empty for anything that is none, such as "N/A", which would make one work of all that have it.
func NormalizeArXiv(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	s = cutPrefixes(s, "https://", "http://", "www.", "export.", "arxiv.org/", "abs/", "pdf/", "html/", "arxiv:")
	parts := arXivForm.FindStringSubmatch(strings.TrimSuffix(strings.TrimSpace(s), ".pdf"))
	if parts == nil {
		return ""
	}
	return parts[1] + parts[2] + parts[3]
}

// arXivForm is an identifier, before 2007 (archive, subject class, number) and since, and its version.
var arXivForm = regexp.MustCompile(`^(?:([a-z-]+)(?:\.[a-z-]+)?(/[0-9]+)|([0-9]+\.[0-9]+))(?:v[0-9]+)?$`)

// NormalizePMID returns the digits of a PubMed identifier without leading zeros,
// or nothing when there are other characters.
func NormalizePMID(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	s = strings.TrimSpace(cutPrefixes(s, "https://", "http://", "www.", "pubmed.ncbi.nlm.nih.gov/", "ncbi.nlm.nih.gov/pubmed/", "pmid:", "pmid"))
	s = strings.TrimLeft(strings.TrimSuffix(s, "/"), "0")
	if !isDigits(s) {
		return ""
	}
	return s
}

// NormalizePMCID returns a PubMed Central identifier as "PMC" and digits, or nothing
// when it is none: "pmc0123.1" and "PMC123" both give "PMC123".
func NormalizePMCID(s string) string {
	s = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(s)), "pmc")
	s, _, _ = strings.Cut(s, ".")
	s = strings.TrimLeft(s, "0")
	if !isDigits(s) {
		return ""
	}
	return "PMC" + s
}

// NormalizeTitle folds a title to its lower-case letters and digits, words
// separated by one space, accents removed, so that punctuation, case and spacing do
// not tell two copies of one title apart.
func NormalizeTitle(s string) string {
	var b strings.Builder
	space := false
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			b.WriteRune(unicode.ToLower(r))
		default:
			space = true
		}
	}
	return b.String()
}

// versioned are the registrants whose DOIs end with the number of a version, by the sign before it.
var versioned = map[string]string{
	"10.21203": "/v", // Research Square
	"10.20944": ".v", // Preprints.org
	"10.26434": "-v", // ChemRxiv
	"10.6084":  ".v", // figshare
	"10.31234": "_v", // PsyArXiv
	"10.31219": "_v", // OSF Preprints
	"10.22541": "/v", // Authorea
	"10.33774": "-v", // Cambridge Open Engage
	"10.12688": ".",  // F1000Research, Wellcome Open Research, Gates Open Research
}

// workDOI returns the DOI of a work, whatever version of it a DOI names: "10.21203/rs.3.rs-1/v2" is
// "10.21203/rs.3.rs-1".
func workDOI(s string) string {
	doi := NormalizeDOI(s)
	registrant, _, _ := strings.Cut(doi, "/")
	if sign := versioned[registrant]; sign != "" {
		if i := strings.LastIndex(doi, sign); i > 0 && isDigits(doi[i+len(sign):]) {
			return doi[:i]
		}
	}
	return doi
}

// arXivDOI begins the DOIs that arXiv gives to its preprints; their identifiers follow.
const arXivDOI = "10.48550/arxiv."

// identities lists what identifies a work: what the source calls it, DOI, arXiv id, PMID, PMCID.
// Two documents that share one of them are one work.
func identities(source string, d *evidence.Document) []string {
	var ks []string
	add := func(kind, id string) {
		if id != "" {
			ks = append(ks, kind+id)
		}
	}
	if d.ID != "" {
		ks = append(ks, "id:"+source+"\x00"+d.ID)
	}
	doi := workDOI(d.DOI)
	add("doi:", doi)
	add("arxiv:", NormalizeArXiv(d.ArXiv))
	if id, ok := strings.CutPrefix(doi, arXivDOI); ok {
		add("arxiv:", NormalizeArXiv(id))
	}
	add("pmid:", NormalizePMID(d.PMID))
	add("pmcid:", NormalizePMCID(d.PMCID))
	return ks
}

// relationKey returns the identity that a relation names, as [identities] writes it; empty: none.
func relationKey(id string) string {
	kind, value, _ := strings.Cut(id, ":")
	switch kind {
	case "doi":
		value = workDOI(value)
		if arxiv, ok := strings.CutPrefix(value, arXivDOI); ok {
			return "arxiv:" + NormalizeArXiv(arxiv)
		}
	case "pmid":
		value = NormalizePMID(value)
	case "pmcid":
		value = NormalizePMCID(value)
	case "arxiv":
		value = NormalizeArXiv(value)
	case "europepmc": // the name of a work at that source, such as PPR/PPR123456
		return "id:" + kind + "\x00" + value
	default:
		return ""
	}
	if value == "" {
		return ""
	}
	return kind + ":" + value
}

// cutPrefixes removes the prefixes that are there, in the order given.
func cutPrefixes(s string, prefixes ...string) string {
	for _, p := range prefixes {
		s = strings.TrimPrefix(s, p)
	}
	return s
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
