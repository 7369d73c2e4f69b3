package reading

// Key returns the key under which all forms and spellings of a folded word are found.
func Key(word []byte) uint64 { return keyOf(word) }

// Kin returns the keys of the words that mean nearly the same as the word of a key, such as those of "renal" for that of "kidney".
func Kin(key uint64) []uint64 { return kin[key] }
