package policy

import "time"

// A Ranker lets a model that scores texts order the documents found. The zero value does not.
type Ranker struct {
	Role      string
	Documents int           // at most, best first by the other terms
	Places    int           // kept among the documents to read for those that it puts first
	Timeout   time.Duration // of one exchange
	At        Pos
}

// An Entail lets a model judge whether sentences say or deny a claim. The zero value does not.
type Entail struct {
	Role      string
	Sentences int           // at most, those that address the question best
	Weight    float64       // of its stance beside that of the stages, from 0 to 1
	Timeout   time.Duration // of one exchange
	At        Pos
}
