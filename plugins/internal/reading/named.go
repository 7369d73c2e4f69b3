package reading

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// stems end the international nonproprietary names of drugs, which are written like other words (WHO, The use of stems in the selection
// of International Nonproprietary Names).
var stems = strings.Fields(`asone azepine bactam barbital caine ciclib cillin citabine conazole coxib curonium cycline dectin dipine dronate entan
	ezolid fenac fibrate formin fungin gatran gepant gliflozin gliptin glitazone glutide grastim imod isone kinra limus lukast
	lutamide mab mectin micin mustine mycin nib nicline nidazole ogrel olol olone onide oprim oxacin oxetine oxicam oxidil
	pamil parib parin penem peridol peridone phylline pitant platin poside pramine prazole pril pristone profen quine racetam
	relin relix reotide rubicin sartan semide setron siran spirone stat statin steride stigmine sulfan taxel tecan teplase terol
	thiazide tidacin toin trexate trexed triptan triptyline vaptan vir vudine xaban zepam zolam zolamide zomib zosin`)

// Words shorter than these name nothing for sure: "CT", "vir".
const (
	leastName = 3
	leastDrug = 7
)

// namesOf marks the terms that name one thing, be it a drug, a gene, a place or a study. What stands in brackets only repeats a name.
func (q *question) namesOf(t string, words []token) {
	titled := inTitleCase(t, words)
	for i := range words {
		w := &words[i]
		if w.to-w.from < leastName || w.cue&text.CueStop != 0 || bracketed(t[:w.from]) || !isThing(t, w, titled) && !isDrug(t[w.from:w.to]) {
			continue
		}
		for k := range q.terms {
			if q.terms[k].key == w.key {
				q.named |= 1 << k
			}
		}
	}
}

// isThing says whether a word is written as a name. Where all words begin with a capital, the first letter says nothing.
func isThing(t string, w *token, titled bool) bool {
	if titled && isCapital(t[w.from]) {
		return isNamed(t, &token{from: w.from + 1, to: w.to})
	}
	return isNamed(t, w) && !isMonth(t[w.from:w.to])
}

// months are written with a capital and name nothing that a work must be about.
const months = " January February March April May June July August September October November December Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec "

func isMonth(word string) bool { return strings.Contains(months, " "+word+" ") }

// isDrug says whether a word ends as names of drugs do.
func isDrug(word string) bool {
	if len(word) < leastDrug {
		return false
	}
	for _, stem := range stems {
		if strings.HasSuffix(word, stem) {
			return true
		}
	}
	return false
}

// inTitleCase says whether most of a text's words begin with a capital.
func inTitleCase(t string, words []token) bool {
	capitals, content := 0, 0
	for i := range words {
		if words[i].cue&text.CueStop == 0 && i > 0 {
			content++
			if isCapital(t[words[i].from]) {
				capitals++
			}
		}
	}
	return content > 2 && 2*capitals > content
}

// bracketed says whether a bracket is open at the end of a text.
func bracketed(before string) bool {
	return strings.LastIndexByte(before, '(') > strings.LastIndexByte(before, ')')
}

// unnamed returns the share of the weight of the question's names that nothing read holds; 0 if it names nothing.
func (q *question) unnamed(all *met) float64 {
	missing, names := 0.0, 0.0
	for i := range q.terms {
		if q.named>>i&1 == 0 {
			continue
		}
		names += q.terms[i].weight
		if !q.terms[i].heard(all, i) {
			missing += q.terms[i].weight
		}
	}
	return share(missing, names)
}
