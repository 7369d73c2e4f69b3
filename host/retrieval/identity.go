package retrieval

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
	"golang.org/x/text/unicode/norm"
)

// minTitleWords is the length from which a title speaks for itself. Shorter ones
// ("Editorial", "Reply to the authors") are shared by different works, so they
// identify a work only while nothing else says otherwise.
const minTitleWords = 4

// NormalizeDOI returns the bare, lower-case form of a DOI however it was written
// ("https://doi.org/10.1000/ABC", "doi:10.1000/abc"). It is empty for anything
// that is no DOI.
func NormalizeDOI(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	s = cutPrefixes(s, "https://", "http://", "dx.", "www.", "doi.org/", "doi:")
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, "10.") || !strings.Contains(s, "/") {
		return ""
	}
	return s
}

// NormalizeArXiv returns an arXiv identifier without prefix and version:
// "arXiv:2101.00001v3" and "http://arxiv.org/abs/2101.00001" both give "2101.00001".
func NormalizeArXiv(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	s = cutPrefixes(s, "https://", "http://", "www.", "export.", "arxiv.org/", "abs/", "pdf/", "arxiv:")
	s = strings.TrimSuffix(strings.TrimSpace(s), ".pdf")
	if i := strings.LastIndexByte(s, 'v'); i > 0 && isDigits(s[i+1:]) && isDigits(s[i-1:i]) {
		s = s[:i]
	}
	return s
}

// NormalizePMID returns the digits of a PubMed identifier without leading zeros,
// or nothing when there are other characters.
func NormalizePMID(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	s = strings.TrimSpace(cutPrefixes(s, "https://", "http://", "pubmed.ncbi.nlm.nih.gov/", "pmid:", "pmid"))
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

// workKeys lists what identifies a work, strongest first: DOI, arXiv id, PMID,
// PMCID, normalised title and year. Two documents that share a key are one work. The year
// is part of the title's key, so a document without one is never merged by its title.
func workKeys(d *evidence.Document) []string {
	var ks []string
	if v := NormalizeDOI(d.DOI); v != "" {
		ks = append(ks, "doi:"+v)
	}
	if v := NormalizeArXiv(d.ArXiv); v != "" {
		ks = append(ks, "arxiv:"+v)
	}
	if v := NormalizePMID(d.PMID); v != "" {
		ks = append(ks, "pmid:"+v)
	}
	if v := NormalizePMCID(d.PMCID); v != "" {
		ks = append(ks, "pmcid:"+v)
	}
	if k := titleKey(d); k != "" {
		ks = append(ks, k)
	}
	return ks
}

// keys adds to the work's keys what its source calls it.
func keys(source string, d *evidence.Document) []string {
	ks := workKeys(d)
	if k := idKey(source, d); k != "" {
		ks = append(ks, k)
	}
	return ks
}

// idKey is what a source calls a document; empty if it has no name for it.
func idKey(source string, d *evidence.Document) string {
	if d.ID == "" {
		return ""
	}
	return "id:" + source + "\x00" + d.ID
}

func titleKey(d *evidence.Document) string {
	title := NormalizeTitle(d.Title)
	if title == "" || d.Year == 0 {
		return ""
	}
	return "title:" + strconv.Itoa(d.Year) + ":" + title
}

// mayMergeByTitle says whether two documents with the same title key are the same
// work: always for a title of some length, otherwise unless their identifiers
// contradict each other.
func mayMergeByTitle(a, b *evidence.Document) bool {
	if len(strings.Fields(NormalizeTitle(a.Title))) >= minTitleWords {
		return true
	}
	return !differ(NormalizeDOI(a.DOI), NormalizeDOI(b.DOI)) &&
		!differ(NormalizeArXiv(a.ArXiv), NormalizeArXiv(b.ArXiv)) &&
		!differ(NormalizePMID(a.PMID), NormalizePMID(b.PMID))
}

func differ(a, b string) bool { return a != "" && b != "" && a != b }

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
