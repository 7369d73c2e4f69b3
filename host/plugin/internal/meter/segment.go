package meter

import "errors"

// A segment is a set of instructions that are executed equally often: if its first one is
// reached, and the function completes, all are. It is charged where it begins.
type segment struct {
	cost int64
	at   int  // where in the body it begins: after an instruction
	dead bool // no path leads to it
}

// A frame is an open block, loop, if or the function itself. What follows it belongs to the
// segment in which it began, unless a branch inside leads to beyond it.
type frame struct {
	seg   int
	reach int // the outermost frame that a branch inside leads to
	moves moves
}

var (
	errUnbalanced = errors.New("its blocks are not balanced")
	errLabel      = errors.New("it branches to a label that it has not")
)

// A segmenter walks over a function once.
type segmenter struct {
	f      *function
	frames []frame
	cur    int
	at     int // the end of the current instruction
	sets   uint64
	ends   int // in a row at which ways meet
}

// freeEnds is the number of ends in a row that a path goes through for nothing. At each the machine code may have a jump.
const freeEnds = 8

// segment cuts the function into segments, in the order in which they begin.
//
// Calls do not end a segment: a call that does not return ends the function too. Neither do
// blocks that are left through their ends only, so that straight code with blocks in it is charged
// in one go, and functions of stock Go, which are a hundred nested blocks, cost little.
func (f *function) segment() error {
	f.segs = append(f.segs[:0], segment{})
	s := segmenter{f: f, frames: []frame{{}}}
	err := f.each(func(in *instruction) error {
		if len(s.frames) == 0 {
			return errUnbalanced // something follows the function's end
		}
		s.at = in.end
		if in.cost > 0 {
			s.ends = 0
		}
		f.segs[s.cur].cost += int64(in.cost) + f.passed(in)
		return s.step(in)
	})
	if err == nil && len(s.frames) != 0 {
		err = errUnbalanced
	}
	return err
}

func (s *segmenter) step(in *instruction) error {
	switch in.op {
	case opBlock:
		s.push(in)
	case opLoop, opIf:
		s.push(in)
		s.begin(s.dead())
		s.top().moves.header = s.cur
	case opElse:
		if len(s.frames) < 2 {
			return errUnbalanced
		}
		s.arrive()
		s.top().moves.op = opElse
		s.begin(s.f.segs[s.top().seg].dead)
	case opEnd:
		s.pop()
	case opBr, opBrIf:
		if err := s.branch(in.arg); err != nil {
			return err
		}
		s.begin(in.op == opBr || s.dead())
	case opBrTable:
		for _, label := range in.labels {
			if err := s.branch(label); err != nil {
				return err
			}
		}
		s.begin(true)
	case opReturn:
		s.top().reach = 0
		s.begin(true)
	case opUnreachable:
		s.begin(true)
	case opLocalSet, opLocalTee:
		if !s.dead() {
			s.sets++
		}
	}
	return nil
}

func (s *segmenter) top() *frame { return &s.frames[len(s.frames)-1] }
func (s *segmenter) dead() bool  { return s.f.segs[s.cur].dead }

func (s *segmenter) push(in *instruction) {
	s.frames = append(s.frames, frame{seg: s.cur, reach: len(s.frames), moves: s.f.opened(in, s.sets)})
}

// arrive notes that a path leads to the end of the innermost frame.
func (s *segmenter) arrive() {
	if m := &s.top().moves; m.op != opLoop && !s.dead() {
		m.ways++
	}
}

// begin starts a segment after the current instruction.
func (s *segmenter) begin(dead bool) {
	s.cur = len(s.f.segs)
	s.f.segs = append(s.f.segs, segment{at: s.at, dead: dead})
}

// pop ends a frame.
func (s *segmenter) pop() {
	s.arrive()
	f := *s.top()
	s.frames = s.frames[:len(s.frames)-1]
	n := len(s.frames)
	if n == 0 { // the function's
		return
	}
	outer := s.top()
	outer.reach = min(outer.reach, f.reach)
	if f.reach < n {
		s.begin(s.f.segs[f.seg].dead)
		s.meet()
	} else {
		s.cur = f.seg
	}
	at := s.cur
	if f.moves.op == opLoop {
		at = f.moves.header
	}
	s.f.segs[at].cost += f.moves.cost(s.sets, s.f.effort.names.count)
}

// meet charges for an end at which ways meet, if many such follow each other.
func (s *segmenter) meet() {
	if s.ends++; s.ends > freeEnds {
		s.f.segs[s.cur].cost++
	}
}

// branch notes how far out a branch leads.
func (s *segmenter) branch(label uint32) error {
	if uint64(label) >= uint64(len(s.frames)) {
		return errLabel
	}
	to := len(s.frames) - 1 - int(label)
	s.top().reach = min(s.top().reach, to)
	s.frames[to].moves.ways++
	return nil
}
