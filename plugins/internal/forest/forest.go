// Package forest evaluates boosted regression trees that a file holds. It compiles with TinyGo; package fit/boost grows
// the trees.
package forest

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
)

// A Forest is a sum of complete binary trees of one depth over vectors of Features numbers. It is immutable after [Parse]
// and safe for concurrent use.
type Forest struct {
	Features int
	Depth    int     // 1 to 8: comparisons on the way to a leaf
	Base     float32 // the score before any tree
	Nodes    []Node  // of each tree 2^Depth-1, level by level
	Leaves   []float32
}

// A Node compares one feature: left if it is at most the threshold.
type Node struct {
	Feature   uint16
	Threshold float32
}

// ErrModel is matched by the errors of [Parse].
var ErrModel = errors.New("not a forest: fit the model again")

// fault is an error of Parse.
type fault string

func (f fault) Error() string        { return ErrModel.Error() + ": " + string(f) }
func (f fault) Is(target error) bool { return target == ErrModel }

const (
	magic      = "FOREST1\n"
	headBytes  = len(magic) + 2 + 2 + 4 + 4
	nodeBytes  = 6
	leafBytes  = 4
	depthLimit = 8
)

// Trees returns the number of trees.
func (f *Forest) Trees() int { return len(f.Leaves) >> f.Depth }

// Append adds the file form of the forest to b.
func (f *Forest) Append(b []byte) []byte {
	le := binary.LittleEndian
	b = append(b, magic...)
	b = le.AppendUint16(b, uint16(f.Features))
	b = le.AppendUint16(b, uint16(f.Depth))
	b = le.AppendUint32(b, uint32(f.Trees()))
	b = le.AppendUint32(b, math.Float32bits(f.Base))
	for _, n := range f.Nodes {
		b = le.AppendUint16(b, n.Feature)
		b = le.AppendUint32(b, math.Float32bits(n.Threshold))
	}
	for _, v := range f.Leaves {
		b = le.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// Parse reads a forest from the start of b and returns what follows it. The error matches [ErrModel].
func Parse(b []byte) (*Forest, []byte, error) {
	le := binary.LittleEndian
	if len(b) < headBytes || string(b[:len(magic)]) != magic {
		return nil, nil, fault("the first bytes are those of another file")
	}
	head := b[len(magic):]
	f := &Forest{
		Features: int(le.Uint16(head)), Depth: int(le.Uint16(head[2:])),
		Base: math.Float32frombits(le.Uint32(head[8:])),
	}
	trees := int(le.Uint32(head[4:]))
	if f.Depth < 1 || f.Depth > depthLimit || trees > len(b) {
		return nil, nil, fault("depth " + strconv.Itoa(f.Depth) + ", " + strconv.Itoa(trees) + " trees")
	}
	nodes, leaves := trees*(1<<f.Depth-1), trees<<f.Depth
	b = b[headBytes:]
	if len(b) < nodes*nodeBytes+leaves*leafBytes {
		return nil, nil, fault("cut off after " + strconv.Itoa(len(b)) + " bytes of trees")
	}
	f.Nodes, f.Leaves = make([]Node, nodes), make([]float32, leaves)
	for i := range f.Nodes {
		f.Nodes[i] = Node{le.Uint16(b), math.Float32frombits(le.Uint32(b[2:]))}
		if int(f.Nodes[i].Feature) >= f.Features {
			return nil, nil, fault("node " + strconv.Itoa(i) + " reads a feature behind the last")
		}
		b = b[nodeBytes:]
	}
	for i := range f.Leaves {
		f.Leaves[i] = math.Float32frombits(le.Uint32(b))
		b = b[leafBytes:]
	}
	return f, b, nil
}

// Score sums the trees for a vector, which has at least Features numbers. With trees of package boost it is a log-odds.
func (f *Forest) Score(x []float32) float64 {
	x = x[:f.Features]
	sum := float64(f.Base)
	inner := 1<<f.Depth - 1
	for node, leaf := 0, 0; leaf < len(f.Leaves); node, leaf = node+inner, leaf+inner+1 {
		at := 0
		for range f.Depth {
			n := &f.Nodes[node+at]
			at = 2*at + 1
			if x[n.Feature] > n.Threshold {
				at++
			}
		}
		sum += float64(f.Leaves[leaf+at-inner])
	}
	return sum
}
