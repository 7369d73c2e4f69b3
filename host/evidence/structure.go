package evidence

import (
	"github.com/sparkhost/sparkhost/internal/pattern"
)

// The types of claims (S0-12). They are not those of gaps or answers (C31).
const (
	ClaimComparison = "comparison"
	ClaimCausal     = "causal"
	ClaimNumerical  = "numerical"
	ClaimMechanism  = "mechanism"
)

var (
	comparing = pattern.New(`(?i)\b(?:than|versus|vs|compared (?:with|to)|in comparison (?:with|to)|relative to|superior|inferior|outperform\w*|(?:no )?differen(?:ce|t)\w*|similar to|whereas|unlike)\b`)
	causing   = pattern.New(`(?i)\b(?:caus(?:e|es|ed|al|ing)|leads? to|led to|leading to|results? in|resulted in|resulting in|due to|because|owing to|drives?|driven by|driving|responsible for|gives? rise to|contribut(?:e|es|ed) to|consequence of|risk factors?)\b`)
	acting    = pattern.New(`(?i)\b(?:inhibit|activat|bind|block|regulat|phosphorylat|catalys|catalyz|mediat|modulat|suppress|promot|induc|express|transport|encod|interact|degrad|stabili[sz]|recruit|cleav)\w*|\b(?:via|through|pathways?|mechanisms?|signall?ing|bound)\b`)

	// qualifying are words that say how sure a claim is, the strongest first.
	qualifying = []*pattern.Pattern{
		pattern.New(`(?i)\b(?:(?:not|no|non)[ -])?(?:statistically )?significant(?:ly)?\b`),
		pattern.New(`(?i)\b(?:demonstrat|confirm|establish|prov)(?:e|es|ed|en|ing|s)?\b`),
		pattern.New(`(?i)\b(?:suggest|indicat|impl)(?:e|es|ed|ing|s|ies|ied)?\b`),
		pattern.New(`(?i)\b(?:may|might|could|possibly|perhaps|likely|unlikely|probably|potentially|appears?|appeared|seems?|seemed)\b`),
		pattern.New(`(?i)\b(?:report|observ|show|find|found)(?:e|ed|s|n|ing)?\b`),
	}
)

// ClaimType tells by its words what a claim says (S0-12): one that compares is a comparison, else one that
// names a cause is causal, else one that states a quantity is numerical, else one that names how something acts is a
// mechanism. "": none of these.
func ClaimType(text string, quantities []Quantity) string {
	switch {
	case comparing.MatchString(text):
		return ClaimComparison
	case causing.MatchString(text):
		return ClaimCausal
	case len(quantities) > 0:
		return ClaimNumerical
	case acting.MatchString(text):
		return ClaimMechanism
	}
	return ""
}

// ClaimQualifier returns the words of a claim that say how sure it is, as written: of several the strongest kind, from
// "statistically significant" down to "reported". "": there are none.
func ClaimQualifier(text string) string {
	for _, q := range qualifying {
		if s := q.FindString(text); s != "" {
			return s
		}
	}
	return ""
}

// MainQuantity returns the quantity that a claim states: its first with a unit, else its first. False: it states none.
func MainQuantity(quantities []Quantity) (Quantity, bool) {
	for _, q := range quantities {
		if q.Unit != "" {
			return q, true
		}
	}
	if len(quantities) > 0 {
		return quantities[0], true
	}
	return Quantity{}, false
}
