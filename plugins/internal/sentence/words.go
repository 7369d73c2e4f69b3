package sentence

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A kind is what a word tells beyond the cues of package text, as a set of bits.
type kind uint32

const (
	kindGood       kind = 1 << iota // an outcome that one wants more of
	kindBad                         // one that one wants less of
	kindCause                       // something brings something about
	kindLinked                      // things go together, whatever the cause
	kindEvery                       // holds without exception
	kindSome                        // holds for some
	kindOnly                        // excludes the rest
	kindFirst                       // a best or first choice
	kindPseudo                      // follows a negation that denies nothing, as in "not only"
	kindReported                    // somebody else's words
	kindEvidence                    // "no evidence", "no sign"
	kindInterval                    // a confidence interval follows
	kindRatio                       // a ratio, whose neutral value is 1
	kindPassive                     // forms the passive
	kindSubjective                  // a person states it of herself
	kindConclusion                  // opens a conclusion
	kindFuture                      // is planned or recommended, not found
	kindBelief                      // a name for what people hold without knowing
	kindHolding                     // tells what others hold where "that" follows
	kindEarlier                     // qualifies studies that others did before
	kindStudies                     // studies
	kindSurmise                     // tells what is feared or supposed where "that" follows
	kindPurpose                     // what follows with "to" is meant to come about
	kindOpen                        // not known, behind a form of "be"
	kindInquiry                     // what studies do; where none did, nothing is known
)

var kindWords = []struct {
	kind  kind
	words string
}{
	{kindGood, `survival survive recovery recover health healthy healing heal benefit beneficial efficacy effective effectiveness
		safety safe quality wellbeing immunity immune protection protective protect remission cure tolerability tolerance
		function functional performance cognition cognitive learning memory strength fitness longevity fertility adherence
		satisfaction compliance accuracy precision sensitivity specificity success response responder improvement improve alleviate
		relief relieve ameliorate treat`},
	{kindBad, `mortality death die dead fatal risk disease illness infection infected cancer tumor tumour carcinoma metastasis injury damage
		toxicity toxic adverse complication pain symptom severity severe inflammation inflammatory stress anxiety depression
		depressive failure dysfunction impairment disability deficit relapse recurrence hospitalization hospitalisation admission
		bleeding hemorrhage haemorrhage stroke infarction obesity hypertension diabetes sepsis fever cough vomiting nausea
		fracture incidence morbidity burden harm harmful danger dangerous resistance error cost loss
		extinction pollution drought flood warming crisis threat victim poverty crime worsen worse exacerbate aggravate`},
	{kindCause, `cause causal causative causes caused causing provoked provokes elicited elicits generated created rendered contributed contributes yielded
		yields enabled produced triggered triggers resulted results resulting lead leads led leading produce produces induce trigger result drive drives driven due because
		responsible attributable underlie underlies confer confers conferred secrete secretes secreted mediate determine provoke elicit generate create creates render contribute yield enable make makes made`},
	{kindLinked, `associated associates associations associate association correlate correlation correlated link linked relate related relationship predict predictor
		predictive coincide concomitant accompany connection connected correlates correlations links relates relation`},
	{kindEvery, `all every always each entire entirely completely universally any anyone everyone everything fully total totally
		exclusively invariably must whole 100`},
	{kindSome, `some sometimes occasionally partly partially several often many most mostly largely generally usually frequently
		predominantly certain mainly primarily part portion subset few`},
	{kindOnly, `only solely exclusively merely sole alone purely just strictly`},
	{kindFirst, `first choice mainstay gold standard preferred recommended recommend best established approved indicated cornerstone`},
	{kindPseudo, `only just merely simply necessarily surprisingly doubt exception matter least inferior`},
	{kindReported, `believe believed said say says claim claimed claims argue argued think thought popularly supposedly allegedly
		reportedly rumour rumor legend myth folklore misconception assume assumed assumption statement idea notion suppose supposed opinion perceived
		traditionally conventional wisdom speculate speculated contend proponents critics skeptics sceptics`},
	{kindEvidence, `evidence sign indication proof support data reason basis difference differences effect effects association
		relationship correlation influence impact change changes benefit improvement role link`},
	{kindInterval, `ci confidence interval`},
	{kindRatio, `or rr hr ratio odds hazard aor ahr rrs ors hrs irr`},
	{kindPassive, `is are was were be been being`},
	{kindSubjective, `i we feel felt report reported perceive self`},
	{kindConclusion, `conclude conclusion conclusions conclusively demonstrate demonstrates demonstrated indicate indicates show shows
		suggest suggests thus therefore hence findings provide evidence confirm confirms reveal reveals overall together summary finally`},
	{kindHolding, `hold holds held holding maintain maintains maintained assert asserts asserted contend contends contended teach teaches
		taught insist insists insisted allege alleges alleged imply implies implied repeat repeats repeated goes went tells told`},
	{kindBelief, `saying proverb adage proverbs sayings tale tales superstitions myth myths misconception misconceptions folklore legend rumour rumor rumours rumors superstition
		popularly supposedly allegedly`},
	{kindEarlier, `previous earlier prior observational epidemiological epidemiologic ecological preclinical recent past older several
		some numerous animal laboratory`},
	{kindStudies, `studies reports trials experiments investigations data evidence findings works papers surveys`},
	{kindSurmise, `concern concerns fear fears worry worries suspicion suspicions speculation hypothesis possibility prediction assumption debate
		question idea notion claim claims assertion expectation chance allegation allegations theory belief beliefs conviction suggestion convinced persuaded`},
	{kindPurpose, `given used administered added introduced promoted advocated marketed designed intended developed applied prescribed performed undertaken attempt attempts
		attempted try tried trying aim aims aimed order hope hopes hoped plan plans planned effort efforts sought seek seeks intend meant
		proposed measures steps strategy strategies program programme programmes programs`},
	{kindOpen, `unknown unclear uncertain undetermined undecided unsettled unresolved unexplored unstudied understudied unproven untested debated disputed controversial elusive
		inconclusive conflicting inconsistent contradictory equivocal understood established elucidated determined clarified`},
	{kindInquiry, `contain contains contained address addressed addresses measure measured report compare compared examined examine investigate
		investigated assess assessed evaluate evaluated study studied look looked explore explored test tested consider considered
		available exist exists concerning regarding about whether on`},
	{kindFuture, `will plan planned future further needed require required warranted should await ongoing protocol`},
}

// opposites are pairs of words that exclude each other and are not directions.
const opposites = `male/female man/woman men/women boy/girl before/after first/last north/south east/west left/right old/young dead/alive
	acute/chronic innate/adaptive early/late benign/malignant dominant/recessive natural/artificial true/false right/wrong open/closed
	single/multiple single/double inside/outside internal/external anterior/posterior upper/lower maternal/paternal mother/father son/daughter
	sister/brother husband/wife king/queen hot/cold warm/cold warm/cool summer/winter day/night wet/dry rich/poor strong/weak heavy/light
	agonist/antagonist extracellular/intracellular proximal/distal systolic/diastolic homozygous/heterozygous gram-positive/gram-negative
	synergistic/antagonistic oxidized/reduced soluble/insoluble bound/unbound vertebrate/invertebrate prokaryote/eukaryote
	urban/rural public/private simple/complex safe/dangerous success/failure succeed/fail win/lose won/lost begin/end start/stop start/end
	alive/deceased living/dead appear/disappear accept/reject approve/reject confirm/deny include/exclude gain/loss birth/death
	advance/retreat expand/shrink grow/shrink rise/fall thick/thin fast/slow deep/shallow near/far same/different
	positive/negative presence/absence present/absent active/inactive stable/unstable normal/abnormal dependent/independent
	necessary/dispensable required/dispensable essential/dispensable sufficient/insufficient possible/impossible
	activator/inhibitor oncogene/suppressor up/down high/low hyper/hypo hypertension/hypotension hyperthermia/hypothermia
	child/adult children/adults newborn/adult infant/adult vegetarian/meat american/british actor/director book/film
	film/television song/album city/country January/December unique/common rare/common always/never everyone/nobody some/none
	all/none all/few most/few majority/minority maximum/minimum increase/decrease more/less more/fewer better/worse cooling/warming
	decreases/increases human/natural cause/prevent cause/cure causes/prevents promote/prevent improve/worsen develop/regress
	enter/exit enter/leave entered/left import/export buy/sell attract/repel contract/expand accelerate/decelerate inhale/exhale dissolve/precipitate freeze/melt
	evaporate/condense ascend/descend arrive/depart attach/detach absorb/emit push/pull float/sink fertile/sterile visible/invisible resistant/susceptible
	resistant/sensitive donor/recipient hydrophilic/hydrophobic aerobic/anaerobic saturated/unsaturated endothermic/exothermic convex/concave
	horizontal/vertical laminar/turbulent subsonic/supersonic ductile/brittle solid/liquid liquid/gas acidic/alkaline symmetric/asymmetric
	endogenous/exogenous dorsal/ventral inner/outer mature/immature predator/prey nocturnal/diurnal herbivore/carnivore deciduous/evergreen rural/metropolitan
	keep/lose retain/lose excite/inhibit excitatory/inhibitory stable/decompose persist/disappear remain/disappear reversible/irreversible permanent/temporary permanent/transient persistent/transient conductor/insulator monomer/dimer
	monomer/trimer dimer/trimer mobile/sessile solitary/social annual/perennial marine/freshwater marine/terrestrial aquatic/terrestrial resident/migratory
	carnivorous/herbivorous unicellular/multicellular diploid/haploid sexual/asexual igneous/sedimentary ferromagnetic/antiferromagnetic ionic/covalent
	viral/bacterial viral/fungal bacterial/fungal leading/lagging loosen/tighten loose/tight
	pro/anti harmful/beneficial harmful/harmless helpful/harmful effective/ineffective useful/useless superior/inferior`

// A Vocabulary holds the words of this package beside the lexicon of package text. It is immutable and safe for concurrent use.
type Vocabulary struct {
	hearsay   *text.Hearsay
	kinds     text.Table[kind]
	opposites map[uint64][]uint64 // stems that exclude a stem
}

// NewVocabulary makes the vocabulary, which is the same each time.
func NewVocabulary() *Vocabulary {
	v := &Vocabulary{hearsay: text.NewHearsay(), opposites: make(map[uint64][]uint64, 300)}
	for _, list := range kindWords {
		for _, w := range strings.Fields(list.words) {
			*v.kinds.At(text.Hash([]byte(w))) |= list.kind
		}
	}
	for _, pair := range strings.Fields(opposites) {
		a, b, _ := strings.Cut(strings.ToLower(pair), "/")
		v.oppose(stemOf(a), stemOf(b))
	}
	return v
}

// Studies says whether words tell of what was done in a study.
func (v *Vocabulary) Studies(words []text.Token) bool { return v.hearsay.Studies(words) }

func (v *Vocabulary) oppose(a, b uint64) {
	v.opposites[a] = append(v.opposites[a], b)
	v.opposites[b] = append(v.opposites[b], a)
}

// stemOf returns the hash of a folded word's stem.
func stemOf(word string) uint64 {
	w := []byte(word)
	return text.Hash(w[:text.StemLength(w)])
}

// wordSet returns a set of words by their hashes.
func wordSet(words string) map[uint64]bool {
	set := map[uint64]bool{}
	for _, w := range strings.Fields(words) {
		set[text.Hash([]byte(w))] = true
	}
	return set
}
