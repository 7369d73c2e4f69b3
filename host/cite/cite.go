// Package cite writes the works that results cite as reference lists: BibTeX, RIS, CSL JSON, and a bibliography in Markdown.
package cite

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Format writes works as a file for a reference manager.
type Format func(w io.Writer, works []Work) error

// Formats are the formats by the names that users give them.
var Formats = map[string]Format{"bibtex": BibTeX, "ris": RIS, "csl": CSL}

// A Work is one work that is cited, with the key of its entry.
type Work struct {
	record.Citation
	Key string
}

// Works returns the works that results cite, each once, in the order of their first citation. Keys are made of the first author's name, the year and
// the first word of the title, and are unique.
func Works(results []*record.Result) []Work {
	var out []Work
	seen, keys := map[[2]string]bool{}, map[string]int{}
	for _, r := range results {
		for _, c := range r.Citations {
			at := [2]string{c.Source, c.Doc}
			if seen[at] {
				continue
			}
			seen[at] = true
			w := Work{Citation: c, Key: key(&c)}
			if keys[w.Key]++; keys[w.Key] > 1 {
				w.Key += "-" + strconv.Itoa(keys[w.Key])
			}
			out = append(out, w)
		}
	}
	return out
}

// key is such as "curie1911radium".
func key(c *record.Citation) string {
	name := "anon"
	if len(c.Authors) > 0 {
		_, family := Name(c.Authors[0])
		if folded := ascii(family); folded != "" {
			name = folded
		}
	}
	year := ""
	if c.Year > 0 {
		year = strconv.Itoa(c.Year)
	}
	for _, word := range strings.Fields(c.Title) {
		if word = ascii(word); len(word) > 3 {
			return name + year + word
		}
	}
	return name + year
}

// groups are words of names of groups, which have no family name.
var groups = []string{"group", "collaboration", "consortium", "committee", "team", "network", "investigators", "society", "association", "organization", "institute", "university", "the"}

// particles stand before a family name and belong to it.
var particles = []string{"van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "ter", "ten", "zu", "af", "bin", "ibn", "al", "el"}

// Name parts a name as documents have it: "Marie Curie", "Curie M" (as PubMed and Europe PMC write it) and "Ludwig van Beethoven". Given is
// empty for groups and single names.
func Name(name string) (given, family string) {
	words := strings.Fields(name)
	if len(words) < 2 || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(groups, strings.ToLower(w)) }) {
		return "", strings.Join(words, " ")
	}
	last := words[len(words)-1]
	if initials(last) {
		return last, strings.Join(words[:len(words)-1], " ")
	}
	at := len(words) - 1
	if slices.Contains([]string{"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"}, strings.ToLower(last)) && at > 1 {
		at--
	}
	for at > 1 && slices.Contains(particles, words[at-1]) {
		at--
	}
	return strings.Join(words[:at], " "), strings.Join(words[at:], " ")
}

// initials says whether a word is one to three capital letters and nothing else.
func initials(w string) bool {
	n := 0
	for _, r := range strings.ReplaceAll(w, "-", "") {
		if r < 'A' || r > 'Z' {
			return false
		}
		n++
	}
	return n > 0 && n <= 3
}

// ascii returns a word's letters and digits without accents, in lower case.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(folded(s)))
}

// Cautions lists what a reader has to know of a work before its quote is used, the most severe first: a retraction, an expression of concern, a
// correction, that it is a preprint. Each names the notice where it is known.
func Cautions(c *record.Citation) []string {
	var out []string
	for _, one := range []struct {
		kind  evidence.RelationKind
		holds bool
		text  string
	}{
		{evidence.RetractedBy, c.Retracted, "RETRACTED"},
		{"", c.Status == "partially-retracted", "PARTLY RETRACTED"},
		{evidence.QuestionedBy, c.Status == "expression-of-concern", "EXPRESSION OF CONCERN"},
		{evidence.CorrectedBy, c.Status == "corrected", "CORRECTED"},
		{"", c.Status == "preprint" || c.Type == "preprint", "preprint, not peer-reviewed"},
	} {
		notice := ""
		for _, n := range c.Notices {
			if n.Kind == one.kind {
				notice = n.ID
				break
			}
		}
		switch {
		case notice != "":
			out = append(out, fmt.Sprintf("%s (%s)", one.text, notice))
		case one.holds:
			out = append(out, one.text)
		}
	}
	return out
}

// Address returns the address of a work: its DOI, else the page that describes it; empty if neither is known.
func Address(c *record.Citation) string {
	switch {
	case c.DOI != "":
		return "https://doi.org/" + c.DOI
	case c.ArXiv != "":
		return "https://arxiv.org/abs/" + c.ArXiv
	case c.PMID != "":
		return "https://pubmed.ncbi.nlm.nih.gov/" + c.PMID + "/"
	}
	return c.URL
}

// People are at most most names, and "et al." for the rest.
func People(authors []string, most int) string {
	if len(authors) <= most {
		return strings.Join(authors, ", ")
	}
	return strings.Join(authors[:most], ", ") + " et al."
}
