package policy

// Pairs are the options that an intent contrasts (S3-01). The zero value is none.
type Pairs struct {
	Measure   string  // overlap measure, see evidence
	Above     float64 // strictly
	Tokenizer string  // "whitespace", without stop words, or "content"
	Max       int     // pairs at most
	At        Pos
}

// Vocabulary says which words of what was found fill the slot {vocabulary} (S3-03, S3-04). The zero
// value is none.
type Vocabulary struct {
	After        string // "every_round" or a round's name
	Top          int
	MinDocuments int
	MaxDocuments int
	MinLength    int // letters
	MaxLength    int
	At           Pos
}

// Relax rewrites queries before they are asked (B-09). The zero value leaves them as they are.
type Relax struct {
	MaxTerms    int
	StripQuotes bool
	Enrich      map[string]any // words or a phrase to the text that stands in their place
	Literal     bool           `digest:"omitzero"` // sources ask for all words, not for the subject alone (D11)
	At          Pos
}

// A Stop is a further reason of the adaptive gate (S1-21).
type Stop struct {
	Name             string
	Stage            string // of select, with EachRound
	Below            float64
	Rounds           int
	NewDocumentsLess int // fewer new documents than this are asked for too; 0: any number
	At               Pos
}

// EliminateEarly strikes options out for later queries (C35). The zero value strikes none.
type EliminateEarly struct {
	After       string // a round's name
	Below       float64
	KeepAtLeast int
	At          Pos
}

// Contrast finds passages that mention two options together (S3-16). The zero value finds none.
type Contrast struct {
	Window int // words
	Max    int // passages of a pair
	At     Pos
}

// Summary says which sentences of a section are read (S2-15). The zero value: all.
type Summary struct {
	LeadSentences int
	Signals       string // "none", "as_written" or "corrected"
	MaxChars      int    // 0: no limit
	Abstracts     bool   // are summarised, too
	At            Pos
}
