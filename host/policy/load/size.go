package load

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

const (
	// maxSize bounds all policies of a load together, in blocks and attributes: a policy has those of all that it extends, in each mode.
	maxSize = 150_000
	// partWeight is the number of attributes that take as long to check as one part of a condition.
	partWeight = 3
)

// grow adds to the size of all policies. The diagnostic is of the first that makes it too large.
func (w *world) grow(by int, at hcl.Range) *hcl.Diagnostic {
	was := w.oversized()
	w.size += by
	if was || !w.oversized() {
		return nil
	}
	return diag.Error(diag.CodeTooLarge, at, "All policies together are too large", fmt.Sprintf("With what each policy extends, in each of its modes, they have over %d blocks, attributes and parts of conditions (a part counts %d times). Split the policies into several folders.", maxSize, partWeight))
}

func (w *world) oversized() bool { return w.size > maxSize }

// sizeOf counts the blocks and attributes of a policy.
func sizeOf(whole *syntax.Node) int {
	size := 0
	whole.Visit(func(n *syntax.Node) { size += 1 + len(n.Leaves) })
	return size
}
