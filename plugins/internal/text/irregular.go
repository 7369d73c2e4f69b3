package text

// An irregular is a form of a word that no rule of endings leads back to its base.
type irregular struct{ form, base string }

// irregulars are the forms of English verbs and nouns that science uses, in the order of the alphabet. Forms that are words of
// their own more often ("left", "wound", "met") are not among them.
var irregulars = [...]irregular{
	{"arisen", "arise"}, {"arose", "arise"}, {"ate", "eat"}, {"became", "become"}, {"began", "begin"}, {"begun", "begin"}, {"bent", "bend"},
	{"bitten", "bite"}, {"bled", "bleed"}, {"blew", "blow"}, {"blown", "blow"}, {"bought", "buy"}, {"bound", "bind"}, {"bred", "breed"},
	{"broke", "break"}, {"broken", "break"}, {"brought", "bring"}, {"built", "build"}, {"burnt", "burn"}, {"came", "come"}, {"caught", "catch"},
	{"children", "child"}, {"chose", "choose"}, {"chosen", "choose"}, {"drank", "drink"}, {"drawn", "draw"}, {"drew", "draw"}, {"driven", "drive"},
	{"drove", "drive"}, {"drunk", "drink"}, {"dug", "dig"}, {"eaten", "eat"}, {"fallen", "fall"}, {"fed", "feed"}, {"feet", "foot"},
	{"fell", "fall"}, {"flew", "fly"}, {"flown", "fly"}, {"forgot", "forget"}, {"forgotten", "forget"}, {"fought", "fight"}, {"froze", "freeze"},
	{"frozen", "freeze"}, {"gave", "give"}, {"given", "give"}, {"grew", "grow"}, {"grown", "grow"}, {"held", "hold"}, {"hidden", "hide"},
	{"hung", "hang"}, {"kept", "keep"}, {"knew", "know"}, {"known", "know"}, {"lost", "lose"}, {"made", "make"}, {"men", "man"},
	{"mice", "mouse"}, {"overcame", "overcome"}, {"paid", "pay"}, {"proven", "prove"}, {"ran", "run"}, {"risen", "rise"}, {"rose", "rise"},
	{"shook", "shake"}, {"shown", "show"}, {"shrank", "shrink"}, {"shrunk", "shrink"}, {"slept", "sleep"}, {"slid", "slide"}, {"sold", "sell"},
	{"sought", "seek"}, {"spent", "spend"}, {"spun", "spin"}, {"stood", "stand"}, {"struck", "strike"}, {"stuck", "stick"}, {"sunk", "sink"},
	{"swam", "swim"}, {"swept", "sweep"}, {"swollen", "swell"}, {"taken", "take"}, {"taught", "teach"}, {"teeth", "tooth"}, {"threw", "throw"},
	{"thrown", "throw"}, {"told", "tell"}, {"took", "take"}, {"torn", "tear"}, {"undergone", "undergo"}, {"understood", "understand"},
	{"underwent", "undergo"}, {"withdrawn", "withdraw"}, {"withdrew", "withdraw"}, {"women", "woman"}, {"wore", "wear"}, {"worn", "wear"},
	{"written", "write"}, {"wrote", "write"},
}

// Base returns the base of an irregular form of a folded word, such as "bind" of "bound", else the word itself. It does not change the word.
func Base(word []byte) []byte {
	if len(word) < 3 || len(word) > 10 {
		return word
	}
	from, to := 0, len(irregulars)
	for from < to {
		middle := (from + to) / 2
		switch order(word, irregulars[middle].form) {
		case 0:
			return []byte(irregulars[middle].base)
		case 1:
			from = middle + 1
		default:
			to = middle
		}
	}
	return word
}

// order is -1 where w comes before text, 1 where it comes after, 0 where both are equal.
func order(w []byte, text string) int {
	for i := range min(len(w), len(text)) {
		switch {
		case w[i] < text[i]:
			return -1
		case w[i] > text[i]:
			return 1
		}
	}
	switch {
	case len(w) < len(text):
		return -1
	case len(w) > len(text):
		return 1
	}
	return 0
}

// Stem returns the hash of the stem of a folded word, the same for its regular and irregular forms; see [StemLength].
func Stem(word []byte) uint64 {
	w := Base(word)
	return Hash(w[:StemLength(w)])
}
