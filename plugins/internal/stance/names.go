package stance

import "strings"

var sentenceNames = strings.Fields(`Cover CoverNamed CoverHead CoverTail Missing MissingEntity Relation Dense Compact Order Denied DeniedBefore DeniedRelation DeniedEvidence Negations Parity Refutes Pseudo Anti Opposite DirNear DirNearStrength DirClose DirCloseStrength DirObject DirObjectStrength Tone ToneAgree SignAgree Kept Undirected Valence ValenceAgree Significant NotSignificant P Interval Same Differ Relates Unrelated Favour Disfavour Hedge Reported Aims Concludes Turn Future Subjective First Every Some Only Cause Linked NumberHeld NumberConflict YearConflict Percents Numbers Substituted SubstitutedEntity Swapped Compares Length Asks Section Position`)
var ownNames = strings.Fields(`Negated Up Down Valence Same Differ Relate Favour Disfavour Need Hedge Every Some Only Cause Linked Numbers Entities Length Compare Sentences Union TopShare`)

// FeatureName names a feature of works.
func FeatureName(k int) string {
	switch {
	case k < workTop:
		return "mean." + sentenceNames[k]
	case k < workOwn:
		return "top." + sentenceNames[k-workTop]
	}
	return "own." + ownNames[k-workOwn]
}
