package run

// A novelty is what the last round brought that was new.
type novelty struct {
	means      map[string]float64 // of its documents, by stage of select
	readBefore []uint32           // words of what would have been read before it
}
