package sentence

import (
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// The features of a sentence against a hypothesis.
const (
	fCover           = iota // share of the hypothesis' weight that is aligned
	fCoverNamed             // of the terms that name the subject
	fCoverHead              // of those before the relation
	fCoverTail              // of those behind it
	fMissing                // weight of the greatest term that is not aligned
	fMissingEntity          // share of entities that are not aligned
	fRelation               // the relating word is aligned
	fDense                  // share of the sentence's content that is aligned
	fCompact                // aligned terms by the length of what holds them
	fOrder                  // aligned terms come in the order of the hypothesis: -1 to 1
	fDenied                 // share of aligned weight that negations deny
	fDeniedBefore           // a negation stands right before an aligned term
	fDeniedRelation         // a negation denies the relating word or one of its kind
	fDeniedEvidence         // "no evidence", "no effect" and their like
	fNegations              // number of negations, to 3
	fParity                 // -1: one of hypothesis and sentence is negated, by how much
	fRefutes                // denies outright
	fPseudo                 // "not only" and its like
	fAnti                   // share that is aligned with its contrary by prefix
	fOpposite               // share whose contrary stands in the sentence
	fDirNear                // directions near the same terms go the same way
	fDirNearStrength        // how near the same
	fDirClose
	fDirCloseStrength
	fDirObject
	fDirObjectStrength
	fTone       // mean way of the sentence's directions
	fToneAgree  // times that of the hypothesis
	fSignAgree  // directions and negations multiply to the same
	fKept       // share of direction words that the sentence repeats
	fUndirected // directions without any in the hypothesis: share of weight near them, denied below 0
	fValence    // speaks of something good or bad
	fValenceAgree
	fSignificant
	fNotSignificant
	fP        // a p-value: 1 significant, -1 not
	fInterval // a confidence interval: 1 leaves the neutral value out, -1 holds it
	fSame
	fDiffer
	fRelates
	fUnrelated
	fFavour
	fDisfavour
	fHedge
	fReported
	fAims
	fConcludes
	fTurn
	fFuture
	fSubjective
	fFirst
	fEvery
	fSome
	fOnly
	fCause
	fLinked
	fNumberHeld     // share of numbers that the sentence holds
	fNumberConflict // another number in the place or with the unit of one
	fYearConflict
	fPercents
	fNumbers
	fSubstituted // share of the weight whose place another word holds
	fSubstitutedEntity
	fSwapped  // a comparison whose sides are changed: 1, or stand as they do in the hypothesis: -1
	fReversed // of comparisons with "than", what that means with their directions: 1 the reverse, -1 the same
	fCompares
	fLength
	fAsks
	fRatio       // a ratio above 1: 1, below: -1
	fRatioAgree  // times the way of the hypothesis
	fVersus      // of two numbers compared the first is greater: 1, less: -1
	fVersusAgree // times the way of the hypothesis
	fLocalDenied // a negation in the clause that holds most of the hypothesis
	fLocalTone   // mean way of directions in that clause
	fLocalAgree  // times that of the hypothesis
	fLocalValence
	fMisbelief // what others hold is said to be wrong
	fSection   // 1 results and conclusions, -1 aims and methods
	fReads     // what it says of the hypothesis, read clause by clause, from -1 to 1; less than 1 by far where it leans on others of its work, or states it by half
	sentenceFeatures
)

// A Features is the features of a sentence against a hypothesis. Most lie between -1 and 1.
type Features [sentenceFeatures]float32

// Where features stand that tell something by themselves: what the sentence says, read clause by clause; that it hedges; the share of the hypothesis
// that it denies; that somebody else says it; that it announces what will be studied.
const (
	FeatureReads    = fReads
	FeatureHedge    = fHedge
	FeatureDenied   = fDenied
	FeatureReported = fReported
	FeatureAims     = fAims
)

// Extremes are the places of the features of which the strongest sentence each way counts by itself, less if it gets less attention than the top one.
var Extremes = [...]int{fDenied, fDeniedEvidence, fParity, fDirNear, fDirClose, fDirObject, fToneAgree, fSignAgree, fUndirected,
	fValenceAgree, fSignificant, fNotSignificant, fP, fSame, fDiffer, fRelates, fUnrelated, fFavour, fDisfavour, fRefutes,
	fNumberConflict, fReads, fSubstituted, fLocalAgree, fLocalDenied, fConcludes}

// Conflict returns how far a sentence, or a mean of several, tells of numbers in conflict, of beliefs that are called wrong and of comparisons the
// other way round, 0 or more. Its features are the first ones of x.
func Conflict(x []float32) float64 {
	against := max(x[fNumberConflict], x[fYearConflict]) + 2*x[fMisbelief] + 2*max(0, x[fReversed])
	return float64(against * x[fCover])
}

// fill fills in the features of a sentence.
//
//go:noinline
func (s *Sight) fill(f *Features) {
	s.orient()
	s.measureAlignment(f)
	s.measureNegation(f)
	s.measureDirections(f)
	s.measureCues(f)
	s.measureNumbers(f)
	s.measureSubstitutes(f)
	s.measureComparison(f)
	s.measureAmounts(f)
	s.measureClause(f)
}

// orient finds what the sentence denies, and the directions that it tells.
func (s *Sight) orient() {
	all := text.Span{First: 0, End: len(s.Tokens)}
	s.denials = negationsOf(s.Reading, s.h.vocabulary, all, s.denials[:0])
	s.found = s.directions(s.found[:0])
	if s.strict {
		aside := func(token int) bool {
			return slices.ContainsFunc(s.denials, func(d denial) bool { return d.token == token && s.aside(d) })
		}
		s.found = slices.DeleteFunc(s.found, func(d direction) bool { return aside(d.token) })
		s.denials = slices.DeleteFunc(s.denials, s.aside)
	}
}

//go:noinline
func (s *Sight) measureAlignment(f *Features) {
	h := s.h
	var named, namedAll, head, headAll, tail, tailAll, entity, entityAll float64
	for k := range h.terms {
		t := &h.terms[k]
		w, got := t.weight, t.weight*s.match[k]
		if t.cue == 0 && t.shift == 0 {
			named, namedAll = named+got, namedAll+w
		}
		if t.head {
			head, headAll = head+got, headAll+w
		} else {
			tail, tailAll = tail+got, tailAll+w
		}
		if t.entity {
			entity, entityAll = entity+1-s.match[k], entityAll+1
		}
		if s.match[k] < 0.5 {
			f[fMissing] = max(f[fMissing], float32(w))
		}
		if t.token == h.relation {
			f[fRelation] = float32(s.match[k])
		}
	}
	f[fCover] = float32(s.Cover)
	f[fCoverNamed] = float32(Share(named, namedAll))
	f[fCoverHead] = float32(Share(head, headAll))
	f[fCoverTail] = float32(Share(tail, tailAll))
	f[fMissingEntity] = float32(Share(entity, entityAll))
	f[fAnti] = float32(Share(h.weigh(s.anti), h.total))
	s.measureOrder(f)
}

// measureOrder reads how densely and in which order the aligned terms stand.
//
//go:noinline
func (s *Sight) measureOrder(f *Features) {
	first, last, aligned, content := -1, -1, 0, 0
	for i := range s.Tokens {
		if s.Tokens[i].Cue&text.CueStop == 0 {
			content++
		}
		if s.term[i] >= 0 {
			if first < 0 {
				first = i
			}
			last = i
			aligned++
		}
	}
	f[fDense] = float32(Share(float64(aligned), float64(content)))
	if aligned > 0 {
		f[fCompact] = float32(aligned) / float32(last-first+1)
	}
	same, pairs := 0.0, 0.0
	for a := range s.at {
		for b := a + 1; b < len(s.at); b++ {
			if s.at[a] < 0 || s.at[b] < 0 || s.at[a] == s.at[b] {
				continue
			}
			w := s.h.terms[a].weight * s.h.terms[b].weight
			pairs += w
			if s.at[b] > s.at[a] {
				same += w
			} else {
				same -= w
			}
		}
	}
	f[fOrder] = float32(Share(same, pairs))
	f[fLength] = float32(min(1, float64(len(s.Tokens))/60))
}

// deniable are the cues whose negation denies a relation.
const deniable = text.CueRelate | text.CueDiffer | text.CueSignificant | text.CueFavour | text.CueNeed

//go:noinline
func (s *Sight) measureNegation(f *Features) {
	var set uint64
	for _, d := range s.denials {
		if s.elsewhere(d.token) {
			continue
		}
		set |= s.held(d.scope.First, d.scope.End)
		for i := d.scope.First; i < d.scope.End; i++ {
			t := &s.Tokens[i]
			if i < d.token+4 && s.term[i] >= 0 {
				f[fDeniedBefore] = 1
			}
			if s.term[i] >= 0 && s.h.terms[s.term[i]].token == s.h.relation || t.Cue&deniable != 0 || t.Shift != 0 {
				f[fDeniedRelation] = 1
			}
			if i < d.token+4 && s.h.vocabulary.kinds.Of(t.Word)&kindEvidence != 0 {
				f[fDeniedEvidence] = 1
			}
		}
		f[fNegations]++
	}
	f[fNegations] = min(3, f[fNegations])
	near := Share(s.h.weigh(set), s.Cover*s.h.total)
	f[fDenied] = float32(near)
	f[fParity] = float32(1 - 2*near)
	if s.h.negations%2 == 1 {
		f[fParity] = -f[fParity]
	}
	f[fOpposite] = float32(Share(s.h.weigh(s.opposed(0, len(s.Tokens))), s.h.total))
}

// opposed returns the terms of the hypothesis whose contrary stands in tokens [first, end) in their place.
func (s *Sight) opposed(first, end int) uint64 {
	var set uint64
	for k := range s.h.terms {
		if s.match[k] < matchContrary && s.opposes(k, first, end) {
			set |= 1 << k
		}
	}
	return set
}

func (s *Sight) opposes(k, first, end int) bool {
	for _, other := range s.h.vocabulary.opposites[s.h.terms[k].stem] {
		for i := first; i < end; i++ {
			if s.Tokens[i].Stem == other && s.term[i] < 0 {
				return true
			}
		}
	}
	return false
}

//go:noinline
func (s *Sight) measureDirections(f *Features) {
	h := s.h
	set := func(at int, of func(*direction) uint64) {
		a, b := s.bind(of)
		f[at], f[at+1] = float32(a), float32(b)
	}
	set(fDirNear, func(d *direction) uint64 { return d.near })
	set(fDirClose, func(d *direction) uint64 { return d.close })
	set(fDirObject, func(d *direction) uint64 { return d.object })
	tone := toneOf(s.found)
	f[fTone], f[fToneAgree] = float32(tone), float32(tone*h.tone)
	f[fSignAgree] = float32(signOf(s.Reading, s.around()) * h.sign)
	kept := 0.0
	for k := range h.directions {
		for j := range s.found {
			if s.found[j].stem == h.directions[k].stem {
				kept++
				break
			}
		}
	}
	f[fKept] = float32(Share(kept, float64(len(h.directions))))
	if len(h.directions) == 0 {
		for j := range s.found {
			near := Share(h.weigh(s.found[j].near), h.total)
			if s.found[j].denied {
				near = -near
			}
			if math.Abs(near) > math.Abs(float64(f[fUndirected])) {
				f[fUndirected] = float32(near)
			}
		}
	}
	value := valenceOf(s.Reading, h.vocabulary, text.Span{First: 0, End: len(s.Tokens)})
	f[fValence], f[fValenceAgree] = float32(value), float32(value*h.valence)
}

// around returns what lies between the aligned terms, with a little on both sides.
func (s *Sight) around() text.Span {
	first, end := -1, 0
	for i := range s.term {
		if s.term[i] >= 0 {
			if first < 0 {
				first = i
			}
			end = i + 1
		}
	}
	if first < 0 {
		return text.Span{}
	}
	return text.Span{First: max(0, first-closeWords), End: min(len(s.Tokens), end+closeWords)}
}
