package evidence

import "strings"

// chemicalSuffixes end the names of compounds. They count only on parents of six
// letters or more, so that "5-minute" is not a compound.
var chemicalSuffixes = []string{
	"ol", "ine", "ane", "ene", "yne", "one", "ate", "ide", "ite", "yl", "oic", "azole", "ose", "ium", "oxy", "amic", "amide", "amin", "acid", "al", "in", "ase",
}

// notChemical are words that follow a number or a letter with a hyphen and end like compounds.
var notChemical = map[string]bool{
	"minute": true, "dimensional": true, "decimal": true, "centile": true, "candidate": true, "protein": true, "domain": true,
	"interval": true, "trial": true, "final": true, "terminal": true, "hospital": true, "regional": true, "arterial": true,
	"release": true, "increase": true, "decrease": true, "disease": true, "purchase": true,
}

// isChemical: locants, brackets or a stereo letter joined by a hyphen to a name
// that ends like a compound, such as "2,4-dinitrophenol", "(2R,3S)-tartaric",
// "N,N-dimethylformamide" or "cis-2-butene".
func isChemical(p string) bool {
	i := strings.LastIndexByte(p, '-')
	if i <= 0 {
		return false
	}
	head, name := p[:i], lower(strings.TrimRight(p[i+1:], ")]}"))
	if !isLetters(name) || notChemical[name] {
		return false
	}
	if strings.ContainsAny(p, ",([") && allLocantsAndNames(p) {
		return true
	}
	return len(name) >= 6 && isLocant(head) && (isGreek(head) || hasAnySuffix(name, chemicalSuffixes))
}

// allLocantsAndNames: two locants or more, a name of four letters or more, and nothing
// else between the hyphens, commas and brackets.
func allLocantsAndNames(p string) bool {
	locants, names := 0, 0
	for _, run := range strings.FieldsFunc(p, func(r rune) bool { return strings.ContainsRune("-,()[]{}'", r) }) {
		switch {
		case isShortNumber(strings.TrimRight(run, "RSEZabH")) || len([]rune(run)) == 1:
			locants++
		case isLetters(run) && run == lower(run):
			names += len(run) / 4
		default:
			return false
		}
	}
	return locants >= 2 && names > 0
}

// isLocant: numbers, one letter, or a prefix such as "cis", "sec" or "cis-2".
func isLocant(head string) bool {
	for _, part := range strings.Split(head, "-") {
		if r := []rune(part); !isShortNumber(part) && len(r) != 1 && !stereoPrefixes[lower(part)] {
			return false
		}
	}
	return true
}

func isGreek(s string) bool {
	r := []rune(s)
	return len(r) == 1 && r[0] >= 0x370 && r[0] < 0x400
}

var stereoPrefixes = map[string]bool{
	"cis": true, "trans": true, "sec": true, "tert": true, "iso": true, "meta": true, "para": true, "ortho": true, "alpha": true,
	"beta": true, "gamma": true, "rac": true, "endo": true, "exo": true, "syn": true, "anti": true, "dl": true,
}

func hasAnySuffix(s string, suffixes []string) bool {
	for _, x := range suffixes {
		if strings.HasSuffix(s, x) {
			return true
		}
	}
	return false
}
