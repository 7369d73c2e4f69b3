// Package account keeps the budget of a batch among the workers of a fleet. A worker takes a block of what is left and pays its questions
// out of it, so that not every question needs the servers; what it did not spend it gives back. The block of a worker that dies stays charged, as
// the money may be gone. What is charged and what is in blocks never exceed the limit together, whoever dies when.
package account

import (
	"errors"
	"fmt"
)

// A State is the account of one batch, in millionths of a dollar.
type State struct {
	Limit   int64            `json:"limit"`
	Charged int64            `json:"charged"` // by blocks that were given back
	Blocks  map[string]Block `json:"blocks"`  // by token
}

// A Block is money that a worker has taken and not accounted for.
type Block struct {
	Holder string `json:"holder"` // name of the worker
	Size   int64  `json:"size"`
}

// Taken sums up what blocks hold.
func (s State) Taken() (sum int64) {
	for _, b := range s.Blocks {
		sum += b.Size
	}
	return sum
}

// Left returns the rest of the limit, which is neither charged nor taken.
func (s State) Left() int64 { return s.Limit - s.Charged - s.Taken() }

// ErrExhausted is matched when what is left does not pay for the next question.
var ErrExhausted = errors.New("the budget of the batch is exhausted")

// share is the part of what is left that a block takes.
const share = 16

// take gives a block out: a sixteenth of what is left, and at least what the next question may cost.
func (s *State) take(token, holder string, worst int64) (int64, error) {
	if b, again := s.Blocks[token]; again {
		return b.Size, nil // of a try whose end was not known
	}
	left := s.Left()
	if worst > left {
		return 0, fmt.Errorf("%w: %s USD are charged and %s USD are in the hands of workers, of %s USD; a question may cost %s USD",
			ErrExhausted, usd(s.Charged), usd(s.Taken()), usd(s.Limit), usd(worst))
	}
	size := max(worst, left/share)
	if s.Blocks == nil {
		s.Blocks = map[string]Block{}
	}
	s.Blocks[token] = Block{holder, size}
	return size, nil
}

// settle takes a block back of which so much was spent. A block that is not known was settled before: its token fences a late repetition.
func (s *State) settle(token string, spent int64) bool {
	if _, known := s.Blocks[token]; !known {
		return false
	}
	delete(s.Blocks, token)
	s.Charged += max(0, spent)
	return true
}

func usd(micro int64) string { return fmt.Sprintf("%.4f", float64(micro)/1e6) }
