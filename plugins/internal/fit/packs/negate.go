package packs

import "strings"

// forms are auxiliaries behind which "not" denies a claim.
var forms = map[string]bool{"is": true, "are": true, "was": true, "were": true, "can": true, "does": true, "do": true, "did": true, "will": true,
	"has": true, "have": true, "had": true, "may": true, "could": true, "should": true}

// Negate denies a claim: "not" behind its first auxiliary, and away where it stands there. It reports false where it knows no way.
func Negate(claim string) (string, bool) {
	words := strings.Fields(claim)
	for i, w := range words {
		if i == 0 || !forms[strings.ToLower(w)] {
			continue
		}
		if i+1 < len(words) && words[i+1] == "not" {
			return strings.Join(append(words[:i+1:i+1], words[i+2:]...), " "), true
		}
		return strings.Join(words[:i+1], " ") + " not " + strings.Join(words[i+1:], " "), true
	}
	return "", false
}

// Negated is each example whose claim can be denied, denied: what supported it contradicts it then, and the other way round.
func Negated(examples []Example, weight float64) (denied []Example) {
	for _, e := range examples {
		claim, is := Negate(e.Claim)
		if !is || e.Label == Neither {
			continue
		}
		e.Claim, e.Weight, e.Judged = claim, e.Weight*weight, false
		e.Label = Support + Contradict - e.Label
		denied = append(denied, e)
	}
	return denied
}
