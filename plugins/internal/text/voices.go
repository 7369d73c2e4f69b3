package text

// A voice is what a word does in reported speech, as a set of bits.
type voice uint64

const (
	voiceLay   voice = 1 << iota // who passes things on without having looked: books, people, tales
	voiceSay                     // a form of a verb of saying
	voiceHolds                   // a form of a verb of holding something true without having shown it
	voiceOwn                     // the authors, or what they found
	voiceHave                    // may stand between a subject and its verb
	voiceAs
	voicePut
	voiceIt
	voiceThat
	voiceAccording
	voiceSaid     // a participle of saying
	voiceBe       // a form of "be"
	voiceExpected // tells, behind one, what is not known yet
	voiceNeeded   // does so of research
	voiceResearch
	voiceWe
	voiceStudied  // what authors do to find something out
	voiceCrowd    // people who have an opinion on what others study
	voiceOpinion  // a form of a verb for having one
	voiceOpinable // may tell an opinion, and does where "that" follows
	voicePromoted // tells, before "as", what something is sold for
	voiceReputed  // tells, before "to", what is passed on
	voicePainted  // how lay sources present something
	voiceFame     // tells, before "as", what something is known for without having been looked at
	voiceCommon   // says of an opinion that many share it
	voiceBelief   // a name for an opinion
	voiceConfirms // tells that somebody looked and found it so
	voiceHas      // "has" in "rumour has it"
	voiceTo
	voiceMedia // a lay source that presents things
	voiceSelf  // the authors themselves
	voiceHeard
	voiceKeeps // a verb of holding that may have a thing as its object: "holds water that"
	voiceBy
	voiceMany   // a part of a crowd, where a verb follows it: "many believe"
	voiceGuess  // a verb for what even its subject does not claim to know: "we speculate"
	voiceShould // tells what ought to be, on which an opinion is all that there is
	voiceIn     // what follows a verb of opinion that states none: "believed in"
	voiceWidely // says of a participle that many share what it tells
	voiceSeen   // a participle of seeing or holding something as what it may not be
)

var voices = []struct {
	voice voice
	words string
}{
	{voiceLay, `guidebook guidebooks textbook textbooks schoolbook schoolbooks handbook handbooks leaflet leaflets brochure brochures pamphlet
		pamphlets newspaper newspapers magazine magazines press media website websites blog blogs internet film films movie movies
		documentary documentaries cartoon cartoons legend legends folklore myth myths tale tales fable fables proverb proverbs
		superstition rumour rumours rumor rumors tradition grandparents grandmother grandmothers grandfather parents teachers
		visitors visitor tourists tourist travellers travelers sailors sailor farmers hunters fishermen villagers locals laymen laypeople
		everybody everyone readers advertisement advertisements advertising advertisers manufacturers enthusiasts proponents critics
		sceptics skeptics quiz quizzes columnists journalists encyclopedias encyclopaedias poets novelists astrologers hearsay`},
	{voiceHolds, `say says said claim claims claimed believe believes believed think thinks thought hold holds held maintain maintains
		maintained assert asserts asserted insist insists insisted allege alleges alleged assure assures assured swear swears
		propose proposes proposed speculate speculates speculated postulate postulates postulated hypothesise hypothesize hypothesised
		hypothesized imagine imagines suppose supposes wrote convinced persuaded granted agreed proclaimed proclaims endorsed swore feared
		fears promised promises preached taught`},
	{voiceSay, `say says said saying state states stated claim claims claimed tell tells told assure assures assured believe believes
		believed think thinks thought hold holds held maintain maintains maintained assert asserts asserted insist insists insisted allege
		alleges alleged teach teaches taught repeat repeats repeated retell retells retold relate relates explain explains explained
		imagine imagines warn warns warned swear swears recount recounts report reports reported write writes wrote suppose supposes`},
	{voiceSaid, `said told written claimed believed thought repeated stated asserted alleged supposed rumoured rumored taught assumed held`},
	{voiceOwn, `we i our us study studies trial trials results result data findings analysis analyses experiment experiments evidence
		review meta-analysis model models paper article authors survey here al colleagues experts panel panellists panelists raters reviewers
		guidelines consensus researchers investigators scientists scientist report reports`},
	{voiceHave, `have has had been is are was were be being often still commonly widely generally frequently usually sometimes always
		will would may also even popularly long for generations centuries years to`},
	{voiceBe, `is are was were be been being`},
	{voiceExpected, `expected anticipated hoped warranted awaited planned predicted projected`},
	{voiceNeeded, `required needed`},
	{voiceResearch, `study studies trial trials research investigation investigations experiment experiments work data evidence information replication caution follow confirmation`},
	{voiceWe, `we`},
	{voiceStudied, `measured counted recorded tested observed followed assigned randomised randomized allocated enrolled recruited sampled
	sequenced collected determined calculated computed estimated analysed analyzed compared examined monitored tracked found detected
	weighed imaged treated cultured incubated irradiated exposed administered injected fed grown bred surveyed mapped dated simulated
	quantified obtained repeated replicated titrated synthesised synthesized prepared purified performed conducted carried assessed
	evaluated investigated identified screened excluded included interviewed asked show report demonstrate find used`},
	{voiceAs, `as`}, {voicePut, `put puts`}, {voiceIt, `it`}, {voiceThat, `that`}, {voiceAccording, `according`},
	{voiceTo, `to`}, {voiceHas, `has`}, {voiceSelf, `we i our my`}, {voiceHeard, `hear hears heard`},
	{voiceShould, `should ought must`}, {voiceGuess, `speculate speculated suppose supposed assume assumed imagine`},
	{voiceBy, `by`}, {voiceKeeps, `hold holds held maintain maintains maintained`},
	{voiceCrowd, `people public citizens consumers customers buyers owners keepers drivers riders parents mothers fathers grandparents
		pupils students schoolchildren undergraduates children adults teenagers adolescents teachers generations farmers gardeners breeders
		sailors fishermen anglers hunters hikers villagers locals residents inhabitants settlers natives laypeople laymen patients
		respondents interviewees americans europeans britons voters viewers listeners readers fans enthusiasts supporters proponents
		opponents critics sceptics skeptics believers advocates campaigners activists politicians investors managers visitors tourists
		travellers travelers ancients contemporaries peasants shoppers amateurs users players athletes runners swimmers nurses audience
		everybody everyone anybody somebody someone`},
	{voiceMany, `many most some millions majority half thirds quarters percent`},
	{voiceOpinion, `believe believes believed think thinks thought assume assumes assumed suppose supposes supposed insist insists
		insisted claim claimed claims swear swore fancy fancied imagine imagined contend contended allege alleged`},
	{voiceOpinable, `agree agrees agreed hold holds held say says said argue argues argued maintain maintains maintained fear feared
		assert asserts asserted trust trusted learned learnt convinced persuaded certain sure taught told warned warn`},
	{voicePromoted, `touted cited marketed sold advertised billed promoted peddled hailed hawked extolled heralded vaunted trumpeted`},
	{voiceReputed, `reputed rumoured rumored feared said thought supposed alleged`},
	{voicePainted, `describe describes described portray portrays portrayed praise praises praised present presents presented depict
		depicts depicted call calls called credit credits credited recommend recommends recommended promise promises promised
		advise advises advised celebrate celebrates celebrated hail hailed hails attribute attributes
		attributed guarantee guarantees`},
	{voiceFame, `reputation fame renown repute`},
	{voiceCommon, `common commonplace popular widespread public lay general conventional received frequent persistent prevalent folk
		traditional prevailing age-old cherished`},
	{voiceBelief, `belief beliefs view views perception idea notion notions wisdom opinion misconception misconceptions
		misperception misunderstanding assumption assumptions claim claims assertion conviction doctrine dogma tenet superstition
		fallacy impression contention allegation`},
	{voiceConfirms, `confirm confirms confirmed confirming support supports supported supporting corroborate corroborates corroborated
		corroborating verify verifies verified strengthen strengthens strengthened strengthening reinforce reinforces reinforced
		consistent agreement accordance substantiate substantiates substantiated favour favor validate validated bolster
		bolsters lend lends proof prove proves proved`},
	{voiceIn, `in to of about`},
	{voiceWidely, `popularly traditionally`},
	{voiceSeen, `regarded seen viewed considered credited`},
	{voiceMedia, `guidebook guidebooks textbook textbooks schoolbook schoolbooks handbook handbooks leaflet leaflets brochure brochures
		pamphlet pamphlets newspaper newspapers magazine magazines press website websites blog blogs bloggers internet documentary
		documentaries cartoon cartoons legend legends folklore fable fables proverb proverbs superstition tradition television tabloids
		headlines herbals advertisement advertisements advertisers vendors vendor sellers seller guides almanacs chronicles`},
}
