package run

// Calls are what a run remembers of its calls, so that what it asks twice counts once.
type calls struct {
	inputs map[string]bool                // plugin inputs sent so far
	hits   struct{ stages, searches int } // answered by the cache of earlier runs
}
