package contract

// NewPresence packs known flags into a presence mask. It is empty when all are known.
func NewPresence(known []bool) []byte {
	mask := make([]byte, PresenceLen(len(known)))
	all := true
	for i, k := range known {
		if k {
			mask[i/8] |= 1 << (i % 8)
		}
		all = all && k
	}
	if all {
		return nil
	}
	return mask
}

// PresenceLen returns the length in bytes of a presence mask over that many rows.
func PresenceLen(rows int) int { return (rows + 7) / 8 }

// Known reports whether the value of row is known.
func (c *Column) Known(row int) bool {
	return len(c.Present) == 0 || c.Present[row/8]>>(row%8)&1 == 1
}

// TokensAt returns the token ids of row, a view into the column; empty if they are unknown.
func (c *Column) TokensAt(row int) []uint32 {
	from, to := c.Offsets[row], c.Offsets[row+1]
	return c.Tokens[from:to:to]
}

// TextAt returns the text of row, a view into the column; empty if it is unknown.
func (c *Column) TextAt(row int) []byte {
	from, to := c.Offsets[row], c.Offsets[row+1]
	return c.Text[from:to:to]
}

// StringAt returns a copy of the text of row.
func (c *Column) StringAt(row int) string { return string(c.TextAt(row)) }

// NumberAt returns the number of row and whether it is known; it is safe on a nil column,
// of which nothing is known.
func (c *Column) NumberAt(row int) (float64, bool) {
	if c == nil || !c.Known(row) {
		return 0, false
	}
	return c.Numbers[row], true
}

// Column returns the column of that name, or nil. It is safe on a nil table.
func (t *Table) Column(name string) *Column {
	if t == nil {
		return nil
	}
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// Len returns the number of rows; none for a nil table.
func (t *Table) Len() int {
	if t == nil {
		return 0
	}
	return int(t.Rows)
}

// Table returns the table of that name, or nil.
func (r *Request) Table(name string) *Table {
	for i := range r.Tables {
		if r.Tables[i].Name == name {
			return &r.Tables[i]
		}
	}
	return nil
}

// NumbersColumn builds a column of numbers. A nil present means that all are known, else it
// has one flag per value; unknown values are set to zero, in place.
func NumbersColumn(name string, values []float64, present []bool) Column {
	for i := range values {
		if present != nil && !present[i] {
			values[i] = 0
		}
	}
	return Column{Name: name, Type: ColumnNumbers, Numbers: values, Present: NewPresence(present)}
}

// TokensColumn builds a column with a list of token ids per row; all are known.
func TokensColumn(name string, rows [][]uint32) Column {
	n := 0
	for _, row := range rows {
		n += len(row)
	}
	c := Column{Name: name, Type: ColumnTokens, Offsets: make([]uint32, 1, len(rows)+1), Tokens: make([]uint32, 0, n)}
	for _, row := range rows {
		c.Tokens = append(c.Tokens, row...)
		c.Offsets = append(c.Offsets, uint32(len(c.Tokens)))
	}
	return c
}

// TextColumn builds a column with a string per row; all are known. Set Present, and leave
// the string empty, where one is not.
func TextColumn(name string, rows []string) Column {
	n := 0
	for _, row := range rows {
		n += len(row)
	}
	c := Column{Name: name, Type: ColumnText, Offsets: make([]uint32, 1, len(rows)+1), Text: make([]byte, 0, n)}
	for _, row := range rows {
		c.Text = append(c.Text, row...)
		c.Offsets = append(c.Offsets, uint32(len(c.Text)))
	}
	return c
}
