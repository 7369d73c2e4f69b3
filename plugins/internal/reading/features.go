package reading

// The features of a sentence, all between 0 and 1. Coverage is the share of the terms' weight that is met. "Here" is the sentence, "context" also its
// title and the sentence before it, "document" also the rest of its document, each at its discount.
const (
	FeatSubject         = iota // coverage of the subject in context
	FeatRelation               // coverage of the relation here
	FeatRelationContext        // and in context
	FeatBoth                   // subject × relation, in context
	FeatHere                   // coverage of all terms here
	FeatContext                // and in context
	FeatFirst                  // how the most telling term is met here
	FeatLeast                  // the least met of the three most telling terms, in context
	FeatBeside                 // share of neighbours in the question that are neighbours here
	FeatMissing                // weight that is not met in the document, saturating
	FeatNumber                 // a number is asked for and there
	FeatNoNumber               // a number is asked for and not there
	FeatAim                    // tells what was asked, not what was found
	FeatFinding                // announces a finding
	FeatOption                 // share of an option's own words that stand here × coverage of all terms in context
	FeatUnknown                // share of the weight that nothing read holds
	FeatTerms                  // few terms
	FeatNames                  // coverage of the names in the document; 1 if there are none
	FeatNameless               // no name of the question stands in the document
	Features
)

// Names of the features, in order, for reports.
var Names = [Features]string{
	"subject", "relation", "relation in context", "both", "here", "context", "first", "least of three", "beside", "missing",
	"number", "no number", "aim", "finding", "option", "unknown", "few terms", "names", "nameless",
}

// A Vector holds the features of a sentence.
type Vector [Features]float64

// Discounts say how much a term counts that is not met exactly or not here, and how much a light one weighs.
type Discounts struct {
	Near     float64 // by a synonym or abbreviation
	Kin      float64 // by a word of its family
	Title    float64 // in the title
	Previous float64 // in the sentence before
	Document float64 // elsewhere in the document
	Light    float64 // a word common in English, of its rarity
}

// Standard are the discounts that the shipped weights were fitted with.
var Standard = Discounts{Near: 0.8, Kin: 0.5, Title: 0.8, Previous: 0.6, Document: 0.3, Light: 0.4}
