package text

import "math"

// Opines says whether a sentence tells an opinion that others have, or what something is sold, praised or feared for: "many people
// think", "marketed as", "reputed to", "the notion that". A word that the question asks for is passed over: who asks what patients
// believe is answered by a sentence that tells it.
func (h *Hearsay) Opines(t []Token, asked func(i int) bool) bool {
	for i := range t {
		v := h.roles.Of(t[i].Word)
		if v == 0 || asked(i) {
			continue
		}
		switch {
		case v&(voiceOpinion|voiceOpinable) != 0 && h.crowdHolds(t, i),
			v&voicePromoted != 0 && h.within(t, i+1, i+4, voiceAs) && !h.Own(t, i),
			v&voiceReputed != 0 && h.within(t, i+1, i+1, voiceTo|voiceThat) && !h.Own(t, i),
			v&voicePainted != 0 && h.painted(t, i),
			v&voiceAccording != 0 && h.within(t, i+2, i+3, voiceCommon) && h.within(t, i+3, i+4, voiceBelief),
			v&voiceFame != 0 && h.within(t, i+1, i+1, voiceAs) && !h.within(t, i-1, i-1, voiceTo), // not "rose to fame as"
			v&voiceBelief != 0 && h.tenet(t, i),
			v&voiceSeen != 0 && h.within(t, i-3, i-1, voiceWidely),
			v&voiceHas != 0 && h.within(t, i+1, i+1, voiceIt) && h.within(t, i+2, i+2, voiceThat),
			v&voiceHeard != 0 && h.within(t, i+1, i+1, voiceThat) && !h.Own(t, i):
			return true
		}
	}
	return false
}

// Own says whether the authors speak of themselves right ahead of token i and stand by what it says: "we think", not "we speculate".
func (h *Hearsay) Own(t []Token, i int) bool {
	return h.within(t, i-4, i-1, voiceSelf) && !h.within(t, i, i, voiceGuess)
}

// Names says whether a token is a name for an opinion, which Opines looks at: "idea", "assumption".
func (h *Hearsay) Names(t *Token) bool { return h.roles.Of(t.Word)&voiceBelief != 0 }

// within says whether one of the tokens [first, last] has one of the voices.
func (h *Hearsay) within(t []Token, first, last int, want voice) bool {
	for i := max(0, first); i <= min(last, len(t)-1); i++ {
		if h.roles.Of(t[i].Word)&want != 0 {
			return true
		}
	}
	return false
}

// crowdHolds says whether token i tells what a crowd ahead of it thinks: "most of the pupils thought", "many people still believe",
// "40 % said that". What people say should be done is a finding about them.
func (h *Hearsay) crowdHolds(t []Token, i int) bool {
	that := h.within(t, i+1, i+2, voiceThat)
	if !that && (h.roles.Of(t[i].Word)&voiceOpinion == 0 || h.within(t, i+1, i+1, voiceIn)) || h.within(t, i+1, len(t)-1, voiceShould) {
		return false
	}
	for k, other := i-1, 0; k >= 0 && other < 2 && t[k].Clause == t[i].Clause; k-- {
		v := h.roles.Of(t[k].Word)
		switch {
		case v&voiceOwn != 0:
			return false
		case v&voiceCrowd != 0, other == 0 && (v&voiceMany != 0 || that && !math.IsNaN(t[k].Number)):
			return true
		case v&voiceHave == 0:
			other++
		}
	}
	return false
}

// painted says whether token i tells how a lay source presents something: "newspapers described", "praised by the press".
func (h *Hearsay) painted(t []Token, i int) bool {
	k := i - 1
	for k > 0 && h.roles.Of(t[k].Word)&voiceHave != 0 {
		k--
	}
	if h.within(t, k, k, voiceMedia) {
		return true
	}
	return h.within(t, i+1, i+1, voiceBy) && h.within(t, i+2, i+4, voiceMedia)
}

// tenet says whether token i names an opinion of others which the sentence goes on to tell and does not confirm: "the idea that",
// "a common view is that". Of one that many share, a verb tells enough: "popular wisdom says".
func (h *Hearsay) tenet(t []Token, i int) bool {
	told := h.within(t, i+1, i+1, voiceThat) || h.within(t, i+1, i+1, voiceBe|voiceHas|voiceSay) && h.within(t, i+2, i+3, voiceThat) ||
		h.within(t, i-2, i-1, voiceCommon) && h.within(t, i+1, i+1, voiceSay)
	if !told || h.within(t, i-3, i-1, voiceSelf) || h.within(t, 0, len(t)-1, voiceConfirms) {
		return false
	}
	for k := max(0, i-4); k < i; k++ {
		if t[k].Cue&CueConclude != 0 {
			return false
		}
	}
	return true
}
