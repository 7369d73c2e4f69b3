package meter

// carried counts the locals that are carried from one basic block into another: those that some block reads before
// it sets them. All others are of no concern where control flow meets. It is an upper bound of what is alive there
// (Briggs, Cooper, Harvey, Simpson, Practical improvements to the construction and destruction of static single
// assignment form, 1998, who call them global names).
type carried struct {
	at    uint32   // the number of the current block
	set   []uint32 // of each local, the last block that set it; [isCarried] once it is
	count uint64
}

const isCarried = 1<<32 - 1

// begin forgets all of the last function. Parameters are set in the first block; other locals are zero, which is
// the same in every block.
func (c *carried) begin(params int) {
	c.set, c.at, c.count = c.set[:0], 1, 0
	for i := range params {
		*c.of(uint32(i)) = 1
	}
}

func (c *carried) of(local uint32) *uint32 {
	if n := int(local) + 1; n > len(c.set) {
		c.set = append(c.set, make([]uint32, n-len(c.set))...)
	}
	return &c.set[local]
}

func (c *carried) block() { c.at++ }

func (c *carried) setIn(local uint32) {
	if p := c.of(local); *p != isCarried {
		*p = c.at
	}
}

func (c *carried) get(local uint32) {
	if p := c.of(local); *p != c.at && *p != isCarried {
		*p = isCarried
		c.count++
	}
}
