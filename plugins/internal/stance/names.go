package stance

import "strings"

var sentenceNames = strings.Fields(`Cover CoverNamed CoverHead CoverTail Missing MissingEntity Relation Dense Compact Order Denied DeniedBefore DeniedRelation DeniedEvidence Negations Parity Refutes Pseudo Anti Opposite DirNear DirNearStrength DirClose DirCloseStrength DirObject DirObjectStrength Tone ToneAgree SignAgree Kept Undirected Valence ValenceAgree Significant NotSignificant P Interval Same Differ Relates Unrelated Favour Disfavour Hedge Reported Aims Concludes Turn Future Subjective First Every Some Only Cause Linked NumberHeld NumberConflict YearConflict Percents Numbers Substituted SubstitutedEntity Swapped Compares Length Asks Ratio RatioAgree Versus VersusAgree LocalDenied LocalTone LocalAgree LocalValence Misbelief Section`)
var ownNames = strings.Fields(`Negated Up Down Valence Same Differ Relate Favour Disfavour Need Hedge Every Some Only Cause Linked Numbers Entities Length Compare Sentences Union Best TopShare`)

// FeatureName names a feature of works.
func FeatureName(k int) string {
	switch {
	case k < workHigh:
		return "mean." + sentenceNames[k]
	case k < workLow:
		return "high." + sentenceNames[extremes[k-workHigh]]
	case k < workOwn:
		return "low." + sentenceNames[extremes[k-workLow]]
	}
	return "own." + ownNames[k-workOwn]
}
