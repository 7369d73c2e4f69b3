package text

// All calls yield with what each word and stem of the lexicon tells, by its hash, in any order, until yield returns
// false. A shift is -1 or +1 for a direction word, else 0.
func (l *Lexicon) All(yield func(key uint64, cue Cue, shift int8) bool) {
	for key, e := range l.words {
		if !yield(key, e.cue, e.shift) {
			return
		}
	}
}
