package retrieval

import (
	"regexp"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// greek are letters that titles have as signs or as words.
var greek = strings.NewReplacer("α", " alpha ", "β", " beta ", "γ", " gamma ", "δ", " delta ", "ε", " epsilon ", "ζ", " zeta ", "η", " eta ", "θ", " theta ", "κ", " kappa ",
	"λ", " lambda ", "μ", " mu ", "µ", " mu ", "ν", " nu ", "ξ", " xi ", "π", " pi ", "ρ", " rho ", "σ", " sigma ", "τ", " tau ", "φ", " phi ", "χ", " chi ", "ψ", " psi ", "ω", " omega ",
	"Α", " alpha ", "Β", " beta ", "Γ", " gamma ", "Δ", " delta ", "Θ", " theta ", "Λ", " lambda ", "Σ", " sigma ", "Φ", " phi ", "Ψ", " psi ", "Ω", " omega ")

// titleKey returns a title by which copies are compared: letters and digits, Greek letters as words, without what says that the work is retracted.
func titleKey(title string) string {
	return NormalizeTitle(greek.Replace(markup.Text(markup.LaTeX(markup.WithoutRetraction(title)))))
}

// generic are titles that many works have, each in its own journal.
var generic = regexp.MustCompile(`^(?:editorial|introduction|preface|foreword|correction|corrigendum|erratum|errata|retraction|reply|response|comments?|commentary|letters?|news|obituary|book reviews?|abstracts?|contents|` +
	`table of contents|index|in this issue|correspondence|discussion|conclusions?|announcements?|in brief|perspective|viewpoint|overview|acknowledge?ments?|guest editorial|editors? note|editors? choice|` +
	`letter to the editor|reply to the authors?|authors? reply|author response|from the editor|issue information|front matter|back matter|meeting report|research highlights|a case report|case report)(?: \d+)?$`)

// A sort is the part of a type that a title does not bridge: a data set is not the paper of its title.
func sortOf(d *evidence.Document) string {
	switch t := evidence.DocumentType(d.Type); t {
	case "":
		if d.PMID != "" {
			return "paper" // PubMed has neither data nor software
		}
		return ""
	case "dataset", "software", "peer-review", "retraction-notice", "erratum", "expression-of-concern", "comment", "editorial", "letter", "book", "thesis", "patent", "news", "reference-entry":
		return t
	}
	return "paper"
}

// sameSort says whether two works may be one by their types. What is unknown speaks against nothing; letters are papers to many sources.
func sameSort(a, b *evidence.Document) bool {
	x, y := sortOf(a), sortOf(b)
	if x == y || x == "" || y == "" {
		return true
	}
	short := func(s string) bool { return s == "letter" || s == "comment" || s == "editorial" }
	return x == "paper" && y == "letter" || x == "letter" && y == "paper" || short(x) && short(y)
}

// families returns the family names of authors, normalised, in their order.
func families(d *evidence.Document) []string {
	var out []string
	for _, name := range d.Authors {
		if f := family(name); f != "" {
			out = append(out, f)
		}
	}
	return out
}

var initialsApart = strings.NewReplacer(".", ". ", "’", "'")

// family returns the last word of a family name: "curie" of "Marie Curie", "Curie, Marie", "Curie M" and "M. Curie".
func family(name string) string {
	name, _, _ = strings.Cut(name, ",")
	words := strings.Fields(initialsApart.Replace(name))
	for len(words) > 1 && initialsOrSuffix(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return ""
	}
	return strings.ReplaceAll(NormalizeTitle(words[len(words)-1]), " ", "")
}

// initialsOrSuffix says whether a word is initials, as behind a family name, or "Jr".
func initialsOrSuffix(w string) bool {
	w = strings.Trim(strings.ReplaceAll(w, "-", ""), ".")
	switch strings.ToLower(w) {
	case "jr", "sr", "ii", "iii", "":
		return true
	}
	return len(w) <= 3 && w == strings.ToUpper(w) && strings.Trim(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// An agreement says whether the authors of two copies let them be one work.
type agreement int

const (
	unknown  agreement = iota // one copy names none
	agree                     // the first is the same, or at least half of the shorter list
	disagree                  // else
)

func authorsOf(a, b []string) agreement {
	if len(a) == 0 || len(b) == 0 {
		return unknown
	}
	common, named := 0, make(map[string]bool, len(b))
	for _, name := range b {
		named[name] = true
	}
	for _, name := range a {
		if named[name] {
			common++
		}
	}
	if common > 0 && (a[0] == b[0] || 2*common >= min(len(a), len(b))) {
		return agree
	}
	return disagree
}

// numbersOf returns the words of a title that count parts and versions: digits, Roman numbers, single letters.
func numbersOf(key string) string {
	var out []string
	for _, w := range strings.Fields(key) {
		if numbering.MatchString(w) {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

var numbering = regexp.MustCompile(`^(?:\d+|[ivx]+|[b-z])$`)

// overlap returns the share of common words among the words of two titles, without short ones.
func overlap(a, b string) float64 {
	x, y := telling(a), telling(b)
	common := 0
	for w := range x {
		if y[w] {
			common++
		}
	}
	all := len(x) + len(y) - common
	if all == 0 {
		return 0
	}
	return float64(common) / float64(all)
}

func telling(key string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(key) {
		if len(w) > 3 {
			out[w] = true
		}
	}
	return out
}
