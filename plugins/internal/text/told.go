package text

import "strings"

// A Hearsay finds sentences that pass on what others say instead of stating it: "according to guidebooks", "schoolbooks state
// that", "as one visitor put it", "that the wall is visible was written long before". It is immutable and safe for concurrent use.
type Hearsay struct {
	roles Table[voice]
}

// NewHearsay makes the finder.
func NewHearsay() *Hearsay {
	h := &Hearsay{}
	for _, list := range voices {
		for _, w := range strings.Fields(list.words) {
			*h.roles.At(Hash([]byte(w))) |= list.voice
		}
	}
	return h
}

// Tells says whether the words of tokens [from, end) pass on what others say.
func (h *Hearsay) Tells(t []Token, from, end int) bool {
	for i := from; i < end; i++ {
		v := h.roles.Of(t[i].Word)
		switch {
		case v&voiceAccording != 0 && h.soon(t, i+1, min(end, i+6), voiceLay, ^voice(0)),
			v&voiceLay != 0 && h.soon(t, i+1, min(end, i+6), voiceSay|voiceSaid, voiceHave),
			v&voiceHolds != 0 && h.tellsThat(t, from, i, end),
			v&voiceAs != 0 && h.puts(t, i, end),
			v&voiceThat != 0 && i == from && h.passedOn(t, from, end),
			t[i].Word == wordReason && i > from+1 && t[i-1].Word == wordTo && t[i-2].Stem == stemStand: // "it stands to reason"
			return true
		}
	}
	return false
}

var wordReason, wordTo, stemStand = Hash([]byte("reason")), Hash([]byte("to")), Stem([]byte("stand"))

// Expects says whether tokens [from, end) tell what is expected or not yet known: "can be expected to", "trials are required before". Of other
// things than research it is a finding that they are required.
func (h *Hearsay) Expects(t []Token, from, end int) bool {
	research, reach := from-researchReach-1, researchReach
	for i := from; i < end; i++ {
		v := h.roles.Of(t[i].Word)
		if v&voiceResearch != 0 {
			research, reach = i, researchReach
			if i+1 < end && researchOn[t[i+1].Word] {
				reach = researchOnReach
			}
		}
		if underway[t[i].Word] && research >= from && (h.roles.Of(t[i-1].Word)|h.roles.Of(t[max(from, i-2)].Word))&voiceBe != 0 {
			return true // "a trial is now enrolling patients"
		}
		if (v&voiceExpected != 0 || v&voiceNeeded != 0 && i-research <= reach) && i > from && h.roles.Of(t[i-1].Word)&voiceBe != 0 {
			return true
		}
	}
	return false
}

// researchReach is how many words ahead of "required" the research may stand that is: "trials are still required"; researchOnReach is as many for
// one that tells of what: "trials of purified beta-carotene are required".
const researchReach, researchOnReach = 3, 9

// Words for research that has yet to end.
var underway = hashes(`enrolling recruiting underway ongoing planned`)

var researchOn = hashes(`of on in into with for`)

// Studies says whether a sentence tells what its authors did to find something out: "we measured", "were randomly assigned".
func (h *Hearsay) Studies(t []Token) bool {
	for i := range t {
		if h.roles.Of(t[i].Word)&voiceStudied == 0 {
			continue
		}
		for j := max(0, i-3); j < i; j++ {
			if h.roles.Of(t[j].Word)&(voiceWe|voiceBe) != 0 {
				return true
			}
		}
	}
	return false
}

// soon says whether one of the tokens [i, end) has a voice of which only words of the voices between stand ahead; a clause ends the search.
func (h *Hearsay) soon(t []Token, i, end int, want, between voice) bool {
	for first := i; i < end; i++ {
		v := h.roles.Of(t[i].Word)
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
	that, reach := false, i+3
	if h.roles.Of(t[i].Word)&voiceKeeps != 0 {
		reach = i + 2
	}
	for k := i + 1; k < min(end, reach); k++ {
		that = that || h.roles.Of(t[k].Word)&voiceThat != 0
	}
	if !that {
		return false
	}
	for k := max(from, i-5); k < i; k++ {
		if h.roles.Of(t[k].Word)&voiceOwn != 0 {
			return false
		}
	}
	return i > from
}

// puts says whether token i begins "as … put it".
func (h *Hearsay) puts(t []Token, i, end int) bool {
	for k := i + 1; k+1 < min(end, i+6); k++ {
		if h.roles.Of(t[k].Word)&voicePut != 0 && h.roles.Of(t[k+1].Word)&voiceIt != 0 {
			return true
		}
	}
	return false
}

// passedOn says whether a sentence that opens with "That" goes on to tell that this was said.
func (h *Hearsay) passedOn(t []Token, from, end int) bool {
	for k := from + 3; k < end; k++ {
		if h.roles.Of(t[k].Word)&voiceSaid != 0 && h.roles.Of(t[k-1].Word)&voiceHave != 0 {
			return true
		}
	}
	return false
}
