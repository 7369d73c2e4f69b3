package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// A Seal ends a finished record. It is damaged or changed where the digest is not that of its lines.
type Seal struct {
	Events int    `json:"events"` // before it, timings left out
	Chain  string `json:"chain"`  // digest of the chain of all of them and of the references to blobs, in hex
}

// TimingSeal is the What of the timing event whose Chain is that of the timing events before it.
const TimingSeal = "seal"

var timingMark = []byte(`"what":"` + TimingSeal + `"`)

// A chain is the digest of all lines so far: sha256 of the digest before and the line. Timings, which differ from run to run, have a chain of
// their own, so that equal runs have equal seals. A blob counts as the reference to it, whether a file carries it or a store keeps it:
// its own digest is its name.
type chain struct {
	lines, timings [sha256.Size]byte
	events         int
	timed          bool // the digest of the timings was compared
}

// add takes a line in, without its newline.
func (c *chain) add(kind Kind, line []byte) {
	if kind == KindTiming {
		c.timings = link(c.timings, line)
		return
	}
	c.lines = link(c.lines, line)
	if kind != kindBlob {
		c.events++
	}
}

func link(before [sha256.Size]byte, line []byte) (after [sha256.Size]byte) {
	h := sha256.New()
	h.Write(before[:])
	h.Write(line)
	h.Sum(after[:0])
	return after
}

func (c *chain) seal() Seal { return Seal{c.events, hex.EncodeToString(c.lines[:])} }

func (c *chain) timing() Timing {
	return Timing{What: TimingSeal, Chain: hex.EncodeToString(c.timings[:])}
}

// changed is the remark about a chain that does not match.
const changed = "the record was changed or damaged after the run; run the question anew"

// check compares the chains so far with a line that says their digest; other lines pass.
func (c *chain) check(e Event, line []byte) error {
	switch {
	case e.Kind == KindSeal && !(c.timed && bytes.Equal(line, sealLine(e, c.seal()))):
		return fmt.Errorf("its events do not have the digest that its seal says: %s", changed)
	case e.Kind == KindTiming && bytes.Contains(e.Data, timingMark):
		if !bytes.Equal(line, sealLine(e, c.timing())) {
			return fmt.Errorf("its timings do not have the digest that was kept of them: %s", changed)
		}
		c.timed = true
	}
	return nil
}

// sealLine returns the line that an event should be, without its newline.
func sealLine(e Event, data any) []byte {
	raw, _ := Canonical(data) // texts and a number always encode
	return bytes.TrimSuffix(eventLine(e.Seq, e.Kind, raw), []byte("\n"))
}
