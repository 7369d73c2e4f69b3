package dialect

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// How much a term says of its subject, the most first. A source that wants all of its terms finds nothing for a question whose subject was
// left out for a verb.
const (
	anchor    = iota // a name, an abbreviation, a formula
	rare             // a word in no table
	frequent         // a subject of a great part of the literature, such as cells
	untelling        // a word that any science writes
	general          // a verb, an adjective or a group of people that any text has
)

// frequentWords are subjects of so many works that they narrow a search little.
const frequentWords = `cell cells disease diseases disorder disorders cancer cancers tumor tumors tumour protein proteins gene genes genetic blood brain heart liver lung bone muscle
	skin tissue drug drugs therapy therapies therapeutic infection infections infected virus viral bacteria bacterial syndrome pain health healthy diet dietary food water plant plants
	animal animals mouse mice rat rats surgery surgical hospital mortality death survival age aging pregnancy birth weight growth development exposure temperature energy light
	model models data system systems network networks method methods mechanism mechanisms pathway pathways structure structural function functional activity response responses
	species population populations environment environmental climate energy material materials molecule molecular chemical quantum algorithm algorithms learning`

// generalWords are words of any text. They are given in one form: endings do not count.
const generalWords = `able accelerate accept accompany account achieve act actual add adult adults advance advantage affect age aged allow almost alone alter alternative always amount
	appear apply appropriate area arise aspect attempt available average avoid aware background bad balance base basic become begin believe beneficial benefit better big bind block body boost break bring
	build call capable care carry case cause certain challenge chance change characterize child children choose clear close combine come common complete complex conclude condition conduct confirm connect
	consider consist consume contain contribute control correct correlate cost count create critical current cut daily damage day days deal decline decrease deep define degree delay demonstrate depend describe design
	detect determine develop direct disappear discover distinct disrupt divide dose double drive drop early easily eat effective effectively efficacy efficient elderly elevate eliminate enable encourage end enhance enough
	ensure enter entire equal especially essential establish evaluate event evidence evolve examine exceed exert exhibit exist expand expect experience explore expose extend extent factor fail fall fast favor feature
	female females few find first focus follow form frequent full further gain general generate girls boys give good great group grow half happen hard harm harmful help hold hour hours impact impair implement imply improve inactivate
	include indicate individual induce influence inform inhibit initial initiate intake interact intervention introduce involve issue keep key know lack large last late lead learn least leave lengthen less lessen limit link little
	live load long longer lose loss main maintain major make male males man manage many mark matter mean measure mediate men mention minor minute mix moderate modify modulate month months more move natural need negative new night normal note
	obtain occur offer often old older only onset open operate order outcome own part participate pass past pattern people percent perform period persist person place play point poor population positive possess possible practice predict
	prefer present prevent previous primary probably problem process produce progress prolong promote propose protect prove provide put question quick rapid rare rate reach react real reason receive recent recognize recommend
	recover regular regulate relate relative release remain remove repair repeat replace report represent require respond restore restrict result retain return reveal reverse rise safe safely same save scale school second see seem select send
	separate serious serve set severe severity shape share short shorten show side significant similar simple single size slow small smoke society sole solve source speed spread stable stage stand start state stay stimulate stop strategy strength
	strong success suffer sufficient suggest suitable supply support suppress surface sustain symptom symptoms take target task team test thing think time together tolerate total toward treat trend trial trials trigger true try turn typical under
	undergo understand unique up upregulate downregulate vary various week weeks well whole wide woman women work world worse worsen year years yield young younger reduce increase improve associate express show study use effect role report observe compare treatment risk`

// tables are the stems of the words by how little they tell.
var tables = sync.OnceValue(func() map[string]int {
	out := map[string]int{}
	for _, t := range []struct {
		words string
		class int
	}{{generalWords, general}, {frequentWords, frequent}} {
		for _, w := range strings.Fields(t.words) {
			for _, stem := range analyzer().Tokens(w) {
				out[stem] = t.class
			}
		}
	}
	return out
})

var analyzer = sync.OnceValue(func() *evidence.Analyzer { return evidence.NewAnalyzer(evidence.Content) })

// classOf says how much a word tells.
func classOf(word string, anchors []string) int {
	if slices.Contains(anchors, word) {
		return anchor
	}
	class := rare
	for _, stem := range analyzer().Tokens(word) {
		class = max(class, tables()[stem])
	}
	if class == rare && evidence.Untelling(word) {
		return untelling
	}
	return class
}

// byTelling orders the terms of a text by how much they tell, and equal ones as the text has them.
func byTelling(terms []string, text string) []string {
	anchors, lower := analyzer().Anchors(text), strings.ToLower(text)
	place := func(t string) int { return strings.Index(lower, strings.ToLower(t)) }
	out := slices.Clone(terms)
	slices.SortStableFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(classOf(a, anchors), classOf(b, anchors)), cmp.Compare(place(a), place(b)))
	})
	return out
}
