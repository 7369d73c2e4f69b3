package prompt

// GapRules bound what is asked for and taken over; a zero takes the catalogue's number.
type GapRules struct {
	MaxGaps int // S4-07: 4; S1-05: 6; S2-05: 4
	// MinTokens and MaxTokens of a description, in words (S1-07): 5 and 30.
	MinTokens, MaxTokens int
	// MaxWords of a probe's claim (S2-06): 10.
	MaxWords int
	// CaseSensitive holds entities to the case of the abstracts; by default it is folded (S4-08).
	CaseSensitive bool
}

func (g GapRules) withDefaults(maxGaps int) GapRules {
	for _, d := range []struct {
		n     *int
		value int
	}{{&g.MaxGaps, maxGaps}, {&g.MinTokens, 5}, {&g.MaxTokens, 30}, {&g.MaxWords, 10}} {
		if *d.n <= 0 {
			*d.n = d.value
		}
	}
	return g
}

// The most of an answer that is looked at, and of its parts.
const (
	maxAnswer   = 64 << 10
	maxEntities = 12
	maxName     = 100
	maxSentence = 300
)

// A Gap is something that the evidence does not say.
type Gap struct {
	ID   string
	Text string
	Type string // "factual", "mechanistic", "quantitative" or "temporal"; empty: the design has no types
}
