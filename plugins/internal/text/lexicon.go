package text

import "strings"

// A Cue is what a word may tell about a statement, as a set of bits.
type Cue uint32

// The cues.
const (
	CueStop        Cue = 1 << iota // carries no content
	CueGeneric                     // content of any study, such as "patients"
	CueNegation                    // U17
	CueRefutation                  // denies outright
	CueHedge                       // weakens
	CueSignificant                 // statistical significance, by name
	CueSame                        // no difference
	CueDiffer                      // a difference
	CueRelate                      // an effect or association without direction
	CueFavour                      // good, useful, safe
	CueDisfavour                   // bad, useless, unsafe
	CueConclude                    // announces a finding
	CueTurn                        // turns the argument and opens a clause
	CueNeed                        // necessity
	CueCompare                     // a comparison
	CueAim                         // announces a question, not a finding
	CueBelief                      // tells what others say
	CueModal                       // opens a yes/no question
)

// cueWords lists the words of each cue; their other forms with the same stem count too.
var cueWords = []struct {
	cue   Cue
	words string
}{
	{CueStop, `a an the of in on at by for with from to into onto upon over under between among within during after
		before since until about as and or nor but if then than that this these those there here it its they their them we our us
		you your he she his her who whom whose which what when where why how all any both each few more most other some such
		own so very too also just not no never only can could may might shall should will would must do does did done doing
		is are was were be been being am have has had having i me my per via vs versus et though while whereas however although
		because through against out up down off again further once it's one two able`},
	{CueGeneric, `patient study group result analysis method data year month case control outcome level rate rates risk effect
		association treatment therapy clinical use role compare evaluate assess measure significant evidence subject people
		person adult human mean time number total type test trial cohort baseline follow factor score report research respective
		increase decrease higher lower high low improve reduce affect influence associated relationship different difference
		important useful show found observed sample model value experience part parts`},
	{CueNegation, `no non not never without neither nor none cannot fail lack unable absence absent nothing nobody nonsignificant
		insignificant hardly rarely unlikely ain aren doesn don didn isn wasn weren hasn haven couldn wouldn shouldn`},
	{CueRefutation, `contrary refute contradict debunk disprove myth misconception false falsify incorrect erroneous wrong
		retract rebut inconsistent irreproducible unfounded unsupported artefact artifact overturn overestimate`},
	{CueHedge, `may might could perhaps possible possibly potential potentially seem appear probably likely suggest unclear uncertain
		controversial inconclusive preliminary limited partly partial tend tendency trend marginal mixed conflicting variable`},
	{CueSignificant, `significant significance`},
	{CueSame, `similar comparable equivalent equal identical same unchanged unaffected unaltered indistinguishable alike
		parallel noninferior constant nonsignificant insignificant independent irrespective regardless`},
	{CueDiffer, `differ difference different distinct differential dissimilar discrepancy`},
	{CueRelate, `affect influence effect associate association correlate correlation relate relationship predict predictor
		predictive link depend impact contribute cause determine involve explain mediate responsible regulate alter change modify
		interact`},
	{CueFavour, `effective efficacy efficacious safe useful feasible reliable accurate accuracy valid beneficial benefit
		success successful superior valuable satisfactory excellent good adequate advantage sufficient suitable tolerated promising
		helpful appropriate sensitive consistent agreement agree concordance robust viable acceptable well best harmless`},
	{CueDisfavour, `poor inadequate ineffective inferior unreliable insufficient unsafe useless failure weak inaccurate
		unnecessary worse worst disadvantage disagreement discordance unsuccessful unsatisfactory questionable unacceptable limitation
		difficult harm harmful adverse minimal negligible little bad dangerous detrimental deleterious hazardous unhealthy`},
	{CueConclude, `conclude conclusion demonstrate show found reveal confirm indicate suggest thus therefore hence result
		finding observed overall support provide evidence prove establish`},
	{CueTurn, `but however although whereas though despite nevertheless nonetheless yet while unless except`},
	{CueNeed, `necessary need necessity require requirement should must justify mandatory routine warrant essential obligatory
		recommend crucial critical vital indispensable prerequisite`},
	{CueCompare, `versus vs than compared comparison`},
	{CueAim, `aim aimed objective objectives purpose investigate whether hypothesis hypothesise hypothesize examine explore evaluate assess
		determine goal sought test tested question asked designed background unknown`},
	{CueBelief, `believe belief said told folklore anecdote anecdotal myth popular popularly legend rumour widely often commonly
		thought claimed claim supposed supposedly allegedly assume assumed misconception proverb tale story handbook textbook cited`},
	{CueModal, `is are was were do does did can could should will would has have may must might`},
}

// The direction words (U18), each against the other list, with their inflections.
const (
	upWords = `increase increasing higher high greater more rise rising raise rose risen grew grown elevate elevation improve improvement enhance
		promote upregulate activate activation stimulate induce induction accelerate exceed gain longer larger better prolong augment
		potentiate strengthen expand expansion faster stronger boost favour facilitate grow growth extend many abundant excess
		upregulation positive positively overexpress hyper up often frequent likely risk trigger drive enable
		sensitise sensitize susceptible vulnerable predispose hypersensitive encourage sustain maintain restore enrich accumulate stabilise
		stabilize exacerbate aggravate intensify amplify hasten permit sufficient presence majority dominant allow
		elevate escalate dependent lift heighten climb jump magnify widen sooner quicker double doubled triple tripled treble quadruple quadrupled surge soar`
	downWords = `decrease decreasing reduce reduction lower low fewer less decline inhibit inhibition suppress suppression block
		prevent impair impairment downregulate attenuate attenuation diminish deplete depletion shorter smaller worse weaken loss lose
		lost deficient deficiency abolish delay slow slower drop fall fell fallen shrank shrunk protect protection abrogate ablate ablation restrict limit
		weaker rarer disrupt downregulation negative negatively inverse inversely minimise minimize lessen shorten small poorer reduced
		down rare absent lack lacking eliminate antagonise antagonize repress silence knockdown knockout restrain mitigate quench abate
		insensitive refractory absence deficit remove removal delete deletion knock null degrade degradation
		destabilise destabilize unstable inactive inactivate inactivation insufficient unable dispensable impede hinder hamper interfere interfered
		interference counteract oppose antagonist blockade stop cease arrest scarce weak minority few avoid alleviate ameliorate relieve
		halve halved plummet dwindle shrink
		rescue curb dampen blunt cut curtail trim ease eases eased easing subside wane erode undermine stunt without minor deactivate deactivation halt undetectable damage dysfunction independent`
)

// An entry tells the cues and the sense of a word or stem.
type entry struct {
	cue   Cue
	shift int8
}

// lexicon maps the hashes of words and stems to what they tell.
var lexicon = newLexicon()

func newLexicon() (l entries) {
	l.add("relative", true, entry{cue: CueCompare}) // not "related"
	for _, list := range cueWords {
		whole := list.cue == CueStop || list.cue == CueModal
		l.add(list.words, whole, entry{cue: list.cue})
	}
	l.add(upWords, false, entry{shift: 1})
	l.add(downWords, false, entry{shift: -1})
	return l
}

type entries struct{ Table[entry] }

// wholeWords are those whose stem is that of other words: "none" of "non", "rate" of "rats", "responsible" of "response", "hardly" of "hard". Their
// other forms do not count.
var wholeWords = hashes(`none likely unlikely hardly responsible rate rates majority positive positively widely commonly cited consistent ease eases eased easing reliable many
	quicker inferior designed objective rose potential potentially partly partial like`)

// add enters words, and unless only the whole word counts also their stems.
func (l *entries) add(words string, whole bool, e entry) {
	for _, w := range strings.Fields(words) {
		l.enter(Hash([]byte(w)), e)
		if n := StemLength([]byte(w)); !whole && n < len(w) && !wholeWords[Hash([]byte(w))] {
			l.enter(Hash([]byte(w[:n])), e)
		}
	}
}

func (l *entries) enter(key uint64, e entry) {
	of := l.At(key)
	of.cue |= e.cue
	if of.shift == 0 {
		of.shift = e.shift
	}
}

// look fills in what the word of a token tells, which is folded.
func (t *Token) look(folded []byte) {
	t.Word, t.Stem = Hash(folded), Hash(folded[:StemLength(folded)])
	t.Cue, t.Shift = Tells(t.Word, t.Stem)
	if base := bases.Of(t.Word); base != "" {
		t.Stem = Stem(folded)
	}
	if t.Word == wordComparable || t.Word == wordComparably {
		t.Cue &^= CueCompare
	} else if t.Cue&CueCompare != 0 {
		t.Cue &^= CueSame // "compared" has the stem of "comparable"
	}
}

// Tells returns the cues and the sense of a word and of its stem, by their hashes; of closed-class words those of the word alone.
func Tells(word, stem uint64) (Cue, int8) {
	e := lexicon.Of(word)
	if stem != word && e.cue&(CueStop|CueModal) == 0 {
		of := lexicon.Of(stem)
		e.cue |= of.cue
		if e.shift == 0 {
			e.shift = of.shift
		}
	}
	return e.cue, e.shift
}

var wordComparable, wordComparably = Hash([]byte("comparable")), Hash([]byte("comparably"))
