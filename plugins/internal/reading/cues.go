package reading

import "github.com/sparkhost/sparkhost/plugins/internal/text"

// cues is a hash table of what words tell, open addressing; built once.
type cues struct {
	keys  []uint64
	cue   []text.Cue
	shift []int8
}

var lexicon = newCues(text.NewLexicon())

func newCues(l *text.Lexicon) *cues {
	const size = 1 << 12
	c := &cues{make([]uint64, size), make([]text.Cue, size), make([]int8, size)}
	l.All(func(key uint64, cue text.Cue, shift int8) bool {
		i := c.slot(key)
		c.keys[i], c.cue[i], c.shift[i] = key, cue, shift
		return true
	})
	return c
}

// slot returns where key is or would be.
func (c *cues) slot(key uint64) int {
	i := int(key>>20) & (len(c.keys) - 1)
	for c.keys[i] != 0 && c.keys[i] != key {
		i = (i + 1) & (len(c.keys) - 1)
	}
	return i
}

// look gives the cues of a folded word and of its stem.
func (c *cues) look(word []byte) (text.Cue, int8) {
	stem, whole := c.slot(text.Stem(word)), c.slot(text.Hash(word))
	cue, shift := c.cue[whole], c.shift[whole]
	if cue&(text.CueStop|text.CueModal) == 0 {
		cue |= c.cue[stem]
		if shift == 0 {
			shift = c.shift[stem]
		}
	}
	return cue, shift
}
