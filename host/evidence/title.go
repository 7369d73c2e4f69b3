package evidence

import (
	"slices"
	"strings"
	"unicode"
)

// Words by which [States] tells a title that says something from one that names a topic.
var (
	// auxiliaries are finite wherever they stand.
	auxiliaries = wordSet(`is are was were has have had does do did can cannot may might could will would should must`)

	// acts are verbs whose third person is seldom the plural of a noun.
	acts = wordSet(`abolish accelerate activate affect aggravate alleviate allow alter ameliorate antagonise antagonize attenuate bind catalyse catalyze
		cleave confer confirm contain contribute convert correct correlate degrade demonstrate depend destabilise destabilize determine differ disappear
		disrupt downregulate eliminate enable encode enhance ensure exacerbate exhibit exist explain express facilitate fail falsify form
		generate govern identify impair improve inactivate include increase indicate induce inhibit integrate interact involve
		lack lead localise localize lower maintain mediate methylate mimic modify modulate occur outperform oxidise oxidize permit persist
		phosphorylate potentiate predict predispose prevent produce prolong promote protect provide raise recognise recognize
		recruit reduce refute regulate remodel repress require rescue restore restrain restrict retain reveal reverse sensitise sensitize
		shorten slow stabilise stabilize stimulate strengthen suppress sustain synergise synergize trap undergo underlie upregulate vary weaken worsen`)

	// either are verbs whose third person is as often a noun; what follows decides.
	either = wordSet(`act balance block cause challenge change control decrease delay display drive effect increase influence limit link
		mark permit play rise shape show signal supply support target transport trigger yield`)

	// subordinate words open a part of a sentence whose verb is not the title's.
	subordinate = wordSet(`that which who whose whom why how whether what when where if as than`)

	// ahead stand before nouns, behind after them.
	ahead  = wordSet(`a an the of in on for with by from to and or its their this these no as at between during`)
	behind = wordSet(`of in on and or for with between from by at during among after before as to versus vs`)

	// denials open a title that says without a verb that something is not there.
	denials = []string{"no ", "lack of ", "absence of ", "failure of "}
)

// States says whether a title says something that can be right or wrong, such as "Aspirin inhibits COX-1", and does not only name
// or ask what its document is about, such as "Aspirin and COX-1". It goes by the words of English and misses some titles
// rather than take a topic for a statement.
func States(title string) bool {
	title = strings.ToLower(strings.TrimSpace(title))
	if strings.Contains(title, "?") {
		return false
	}
	if slices.ContainsFunc(denials, func(d string) bool { return strings.HasPrefix(title, d) }) {
		return true
	}
	parts := strings.FieldsFunc(title, func(r rune) bool { return strings.ContainsRune(":;.–—", r) })
	return slices.ContainsFunc(parts, func(part string) bool { return hasVerb(titleWords(part)) })
}

func titleWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '\'' })
}

// hasVerb finds the finite verb of a main clause, which has a subject ahead of it.
func hasVerb(words []string) bool {
	for i, w := range words {
		switch {
		case subordinate[w]:
			return false
		case i > 0 && isVerb(words, i):
			return true
		}
	}
	return false
}

func isVerb(words []string, i int) bool {
	w, before, after := words[i], words[i-1], ""
	if i+1 < len(words) {
		after = words[i+1]
	}
	base, third := thirdPerson(w)
	switch {
	case auxiliaries[w]:
		return true
	case ahead[before]:
		return false
	case third && acts[base]:
		return !either[base] || after != "" && !behind[after]
	case third && either[base]:
		return after != "" && !behind[after]
	}
	return acts[w] && after != "" && !behind[after] && strings.HasSuffix(before, "s") && !strings.HasSuffix(before, "ss") && !strings.HasSuffix(before, "'s")
}

// thirdPerson returns the verb of which w may be the third person, such as "carry" of "carries".
func thirdPerson(w string) (base string, is bool) {
	if stem, ok := strings.CutSuffix(w, "ies"); ok {
		return stem + "y", true
	}
	if stem, ok := strings.CutSuffix(w, "es"); ok && (acts[stem] || either[stem]) {
		return stem, true
	}
	return strings.CutSuffix(w, "s")
}
