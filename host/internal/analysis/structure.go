package analysis

import (
	"sync"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A Structure says what kind of sentence its words show (S0-12, S0-13). Runs share it and must not change it.
type Structure struct {
	Quantities []evidence.Quantity
	Type       string // claim type; empty: none
	Qualifier  string // how sure the sentence is; empty: it does not say
}

// structured is a structure that is worked out when it is first asked for.
type structured struct {
	once sync.Once
	Structure
}

// Structure reads the structure of a sentence out of its text, once per document that was cut by [Cache.Split].
func (s Sentence) Structure(text string) Structure {
	if s.known == nil {
		return structureOf(text)
	}
	s.known.once.Do(func() { s.known.Structure = structureOf(text) })
	return s.known.Structure
}

func structureOf(text string) Structure {
	quantities := evidence.Quantities(text)
	return Structure{Quantities: quantities, Type: evidence.ClaimType(text, quantities), Qualifier: evidence.ClaimQualifier(text)}
}
