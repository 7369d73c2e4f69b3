// Package postings keeps and searches inverted lists: for every term the documents that hold it, with its
// frequency in the whole text and in the title.
//
// A list is cut into blocks of 128 postings. A block stores the gaps between document numbers and the frequencies
// bit-packed, each with the width that takes the fewest bytes: a few greater ones are patched, a few titles are listed. It
// carries the Pareto front of (frequency, length): the postings that no other posting of the block beats in both. A
// search computes the greatest score that a block can hold from its front, for whatever k1, b and mean length it is
// asked with.
package postings

import "errors"

// ErrDamaged is matched by errors about bytes that no writer of this package wrote.
var ErrDamaged = errors.New("damaged index")
