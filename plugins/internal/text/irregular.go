package text

// An irregular is a form of a word that no rule of endings leads back to its base.
type irregular struct{ form, base string }

// irregulars are the forms of English verbs and nouns that science uses. Forms that are words of
// their own more often ("left", "wound", "met") are not among them.
var irregulars = [...]irregular{
	{"analyses", "analysis"}, {"arisen", "arise"}, {"arose", "arise"}, {"ate", "eat"}, {"bacteria", "bacterium"}, {"beaten", "beat"},
	{"became", "become"}, {"began", "begin"}, {"begun", "begin"}, {"bent", "bend"}, {"bitten", "bite"}, {"bled", "bleed"}, {"blew", "blow"},
	{"blown", "blow"}, {"bought", "buy"}, {"bound", "bind"}, {"bred", "breed"}, {"broke", "break"}, {"broken", "break"}, {"brought", "bring"},
	{"built", "build"}, {"burnt", "burn"}, {"calves", "calf"}, {"came", "come"}, {"caught", "catch"}, {"children", "child"},
	{"chose", "choose"}, {"chosen", "choose"}, {"clung", "cling"}, {"crept", "creep"}, {"criteria", "criterion"}, {"dealt", "deal"},
	{"died", "die"}, {"drank", "drink"}, {"drawn", "draw"}, {"drew", "draw"}, {"driven", "drive"}, {"drove", "drive"}, {"drunk", "drink"},
	{"dug", "dig"}, {"eaten", "eat"}, {"fallen", "fall"}, {"fed", "feed"}, {"feet", "foot"}, {"fell", "fall"},
	{"fled", "flee"}, {"flew", "fly"}, {"flown", "fly"}, {"forgot", "forget"}, {"forgotten", "forget"}, {"fought", "fight"},
	{"froze", "freeze"}, {"frozen", "freeze"}, {"fungi", "fungus"}, {"gave", "give"}, {"geese", "goose"}, {"given", "give"}, {"grew", "grow"},
	{"grown", "grow"}, {"heard", "hear"}, {"held", "hold"}, {"hidden", "hide"}, {"hung", "hang"}, {"kept", "keep"}, {"knew", "know"},
	{"knives", "knife"}, {"known", "know"}, {"lain", "lie"}, {"lent", "lend"}, {"lost", "lose"}, {"lying", "lie"},
	{"made", "make"}, {"men", "man"}, {"mice", "mouse"}, {"mitochondria", "mitochondrion"}, {"nuclei", "nucleus"}, {"overcame", "overcome"},
	{"paid", "pay"}, {"phenomena", "phenomenon"}, {"proven", "prove"}, {"ran", "run"}, {"ridden", "ride"}, {"risen", "rise"},
	{"rode", "ride"}, {"rose", "rise"}, {"sank", "sink"}, {"sat", "sit"}, {"sent", "send"}, {"shone", "shine"}, {"shook", "shake"},
	{"shot", "shoot"}, {"shown", "show"}, {"shrank", "shrink"}, {"shrunk", "shrink"}, {"slept", "sleep"}, {"slid", "slide"}, {"sold", "sell"},
	{"sought", "seek"}, {"spectra", "spectrum"}, {"spent", "spend"}, {"spoke", "speak"}, {"spoken", "speak"}, {"sprang", "spring"},
	{"spun", "spin"}, {"stole", "steal"}, {"stolen", "steal"}, {"stood", "stand"}, {"struck", "strike"}, {"stuck", "stick"},
	{"stung", "sting"}, {"sunk", "sink"}, {"swam", "swim"}, {"swept", "sweep"}, {"swollen", "swell"}, {"swung", "swing"}, {"taken", "take"},
	{"taught", "teach"}, {"teeth", "tooth"}, {"threw", "throw"}, {"thrown", "throw"}, {"tied", "tie"}, {"told", "tell"}, {"took", "take"},
	{"torn", "tear"}, {"undergone", "undergo"}, {"understood", "understand"}, {"underwent", "undergo"}, {"wept", "weep"},
	{"withdrawn", "withdraw"}, {"withdrew", "withdraw"}, {"woke", "wake"}, {"woken", "wake"}, {"wolves", "wolf"}, {"women", "woman"},
	{"won", "win"}, {"wore", "wear"}, {"worn", "wear"}, {"wove", "weave"}, {"woven", "weave"}, {"written", "write"}, {"wrote", "write"},
}

// Base returns the base of an irregular form of a folded word, such as "bind" of "bound", else the word itself. It does not change the word.
func Base(word []byte) []byte {
	if len(word) < 3 || len(word) > 12 {
		return word
	}
	if base := bases.Of(Hash(word)); base != "" {
		return []byte(base)
	}
	return word
}

var bases = newBases()

func newBases() (table Table[string]) {
	for _, i := range irregulars {
		*table.At(Hash([]byte(i.form))) = i.base
	}
	return table
}

// Stem returns the hash of the stem of a folded word, the same for its regular and irregular forms; see [StemLength].
func Stem(word []byte) uint64 {
	w := Base(word)
	return Hash(w[:StemLength(w)])
}
