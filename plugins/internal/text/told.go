package text

import "strings"

// A Hearsay finds sentences that pass on what others say instead of stating it: "according to guidebooks", "schoolbooks state
// that", "as one visitor put it", "that the wall is visible was written long before". It is immutable and safe for concurrent use.
type Hearsay struct {
	roles map[uint64]voice
}

// A voice is what a word does in reported speech, as a set of bits.
type voice uint16

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
	voiceWe
	voiceStudied // what authors do to find something out
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
		sceptics skeptics quiz quizzes columnists journalists encyclopedias encyclopaedias poets novelists astrologers`},
	{voiceHolds, `say says said claim claims claimed believe believes believed think thinks thought hold holds held maintain maintains
		maintained assert asserts asserted insist insists insisted allege alleges alleged assure assures assured swear swears
		propose proposes proposed speculate speculates speculated postulate postulates postulated hypothesise hypothesize hypothesised
		hypothesized imagine imagines suppose supposes`},
	{voiceSay, `say says said saying state states stated claim claims claimed tell tells told assure assures assured believe believes
		believed think thinks thought hold holds held maintain maintains maintained assert asserts asserted insist insists insisted allege
		alleges alleged teach teaches taught repeat repeats repeated retell retells retold relate relates explain explains explained
		imagine imagines warn warns warned swear swears recount recounts report reports reported write writes wrote suppose supposes`},
	{voiceSaid, `said told written claimed believed thought repeated stated asserted alleged supposed rumoured rumored taught assumed held`},
	{voiceOwn, `we i our us study studies trial trials results result data findings analysis analyses experiment experiments evidence
		review meta-analysis model models paper article authors survey here`},
	{voiceHave, `have has had been is are was were be being often still commonly widely generally frequently usually sometimes always
		will would may also even popularly long for generations centuries years to`},
	{voiceBe, `is are was were be been being`},
	{voiceExpected, `expected anticipated hoped required needed warranted awaited planned predicted projected`},
	{voiceWe, `we`},
	{voiceStudied, `measured counted recorded tested observed followed assigned randomised randomized allocated enrolled recruited sampled
	sequenced collected determined calculated computed estimated analysed analyzed compared examined monitored tracked found detected
	weighed imaged treated cultured incubated irradiated exposed administered injected fed grown bred surveyed mapped dated simulated
	quantified obtained repeated replicated titrated synthesised synthesized prepared purified performed conducted carried assessed
	evaluated investigated identified screened excluded included interviewed asked show report demonstrate find used`},
	{voiceAs, `as`}, {voicePut, `put puts`}, {voiceIt, `it`}, {voiceThat, `that`}, {voiceAccording, `according`},
}

// NewHearsay makes the finder.
func NewHearsay() *Hearsay {
	h := &Hearsay{make(map[uint64]voice, 300)}
	for _, list := range voices {
		for _, w := range strings.Fields(list.words) {
			h.roles[Hash([]byte(w))] |= list.voice
		}
	}
	return h
}

// Tells says whether the words of tokens [from, end) pass on what others say.
func (h *Hearsay) Tells(t []Token, from, end int) bool {
	for i := from; i < end; i++ {
		v := h.roles[t[i].Word]
		switch {
		case v&voiceAccording != 0 && h.soon(t, i+1, min(end, i+6), voiceLay, ^voice(0)),
			v&voiceLay != 0 && h.soon(t, i+1, min(end, i+6), voiceSay|voiceSaid, voiceHave),
			v&voiceHolds != 0 && h.tellsThat(t, from, i, end),
			v&voiceAs != 0 && h.puts(t, i, end),
			v&voiceThat != 0 && i == from && h.passedOn(t, from, end):
			return true
		}
	}
	return false
}

// Expects says whether tokens [from, end) tell what is expected, needed or not yet known: "can be expected to", "are required before".
func (h *Hearsay) Expects(t []Token, from, end int) bool {
	for i := from + 1; i < end; i++ {
		if h.roles[t[i].Word]&voiceExpected != 0 && h.roles[t[i-1].Word]&voiceBe != 0 {
			return true
		}
	}
	return false
}

// Studies says whether a sentence tells what its authors did to find something out: "we measured", "were randomly assigned".
func (h *Hearsay) Studies(t []Token) bool {
	for i := range t {
		if h.roles[t[i].Word]&voiceStudied == 0 {
			continue
		}
		for j := max(0, i-3); j < i; j++ {
			if h.roles[t[j].Word]&(voiceWe|voiceBe) != 0 {
				return true
			}
		}
	}
	return false
}

// soon says whether one of the tokens [i, end) has a voice of which only words of the voices between stand ahead; a clause ends the search.
func (h *Hearsay) soon(t []Token, i, end int, want, between voice) bool {
	for first := i; i < end; i++ {
		v := h.roles[t[i].Word]
		if v&want != 0 {
			return true
		}
		if v&between == 0 && between != ^voice(0) || i > first && t[i].Clause != t[i-1].Clause {
			return false
		}
	}
	return false
}

// tellsThat says whether the verb of holding at token i has a clause with "that" behind it and neither the authors nor what they found
// ahead of it: "naturalists have thought that", not "our data state that".
func (h *Hearsay) tellsThat(t []Token, from, i, end int) bool {
	that := false
	for k := i + 1; k < min(end, i+3); k++ {
		that = that || h.roles[t[k].Word]&voiceThat != 0
	}
	if !that {
		return false
	}
	for k := max(from, i-5); k < i; k++ {
		if h.roles[t[k].Word]&voiceOwn != 0 {
			return false
		}
	}
	return i > from
}

// puts says whether token i begins "as … put it".
func (h *Hearsay) puts(t []Token, i, end int) bool {
	for k := i + 1; k+1 < min(end, i+6); k++ {
		if h.roles[t[k].Word]&voicePut != 0 && h.roles[t[k+1].Word]&voiceIt != 0 {
			return true
		}
	}
	return false
}

// passedOn says whether a sentence that opens with "That" goes on to tell that this was said.
func (h *Hearsay) passedOn(t []Token, from, end int) bool {
	for k := from + 3; k < end; k++ {
		if h.roles[t[k].Word]&voiceSaid != 0 && h.roles[t[k-1].Word]&voiceHave != 0 {
			return true
		}
	}
	return false
}
