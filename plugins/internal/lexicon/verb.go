package lexicon

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// verbWords are verbs that studies use most; their inflections bound noun phrases.
const verbWords = `show find observe report demonstrate suggest indicate reveal identify describe determine evaluate assess examine investigate
	inhibit activate induce cause increase decrease reduce enhance promote prevent suppress block stimulate regulate control modulate mediate affect
	require need involve include contain comprise consist encode express produce generate form make create yield bind interact associate link correlate
	lead result contribute play act serve function remain become appear seem occur exist live grow kill survive treat receive use apply test
	compare measure detect isolate purify develop design propose provide support confirm predict explain represent reflect depend allow enable permit
	help keep maintain retain prolong delay improve worsen impair damage protect spare rescue restore repair replace convert transform transfer transmit
	carry transport deliver release secrete absorb enter leave cross move migrate recruit target localize phosphorylate methylate acetylate degrade cleave
	destroy eliminate remove clear exceed surpass reach achieve attain undergo experience suffer exhibit display possess lack lose gain acquire give take
	begin start end continue persist last recur relapse respond fail succeed differ vary change alter shift rise fall drop decline precede follow accompany
	coincide constitute comprise enroll randomize assign administer conclude aim seek attract repel feed eat infect colonize invade host harbor bear belong
	attach anchor fuse couple catalyze hydrolyze oxidize synthesize assemble store accumulate deplete trigger elicit evoke drive underlie implicate confer
	account explain prefer present retain describe range regard offer discuss introduce explore aim know believe think consider call name term define classify diagnose suspect hypothesize speculate
	exacerbate predispose ameliorate mitigate alleviate aggravate potentiate abrogate abolish inactivate differentiate proliferate propagate integrate translocate accelerate
	hide hold lie melt freeze boil emit travel arrive rotate erupt orbit swallow`

// irregular are forms that no rule gives.
const irregular = `is are was were be been has have had does do did can could may might will would should must shown found known
	gave given made took taken led grew grown became begun began rose fell fed bore lost kept left held brought thought underwent arose bound`

// Verbs holds the stems of verbs and the hashes of irregular forms.
func Verbs() (table text.Table[bool]) {
	for _, w := range strings.Fields(verbWords) {
		*table.At(text.Stem(spelling.Fold(nil, w))) = true
	}
	for _, w := range strings.Fields(irregular) {
		*table.At(text.Hash([]byte(w))) = true
	}
	return table
}
