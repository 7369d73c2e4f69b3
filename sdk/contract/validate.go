package contract

import (
	"errors"
	"math"
	"strconv"
	"unicode/utf8"
)

// ErrInvalid is matched, through errors.Is, by the errors of the Validate methods and
// of [Manifest.Settings].
var ErrInvalid = errors.New("invalid message")

// An InvalidError says what is wrong with which part of a message.
type InvalidError struct {
	Message string // "request", "manifest" or "config"
	Where   string // such as "items.year"; may be empty
	Reason  string
}

// Error implements error.
func (e *InvalidError) Error() string {
	if e.Where == "" {
		return e.Message + ": " + e.Reason
	}
	return e.Message + ": " + e.Where + ": " + e.Reason
}

// Is makes errors.Is(err, ErrInvalid) true.
func (e *InvalidError) Is(target error) bool { return target == ErrInvalid }

// Validate checks that every helper of this package can read r without panicking and that
// r is in canonical form: unique names, settings sorted by name, columns as long as
// their table, finite numbers, UTF-8 text, zero or empty values where a value is unknown, and
// nothing beyond the limits of this package.
// It returns the first fault as an [*InvalidError] that names table and column.
func (r *Request) Validate() error {
	if reason := r.versionFault(); reason != "" {
		return &InvalidError{"request", "", reason}
	}
	if reason := most(len(r.Config), "settings", MaxDeclared) + most(len(r.Tables), "tables", MaxTables); reason != "" {
		return &InvalidError{"request", "", reason}
	}
	for i := range r.Config {
		if reason := r.settingFault(i); reason != "" {
			return &InvalidError{"request", "setting " + r.Config[i].Name, reason}
		}
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		if r.Table(t.Name) != t {
			return &InvalidError{"request", t.Name, "table given twice"}
		}
		if err := t.validate(); err != nil {
			return err
		}
	}
	return nil
}

func (r *Request) settingFault(i int) string {
	s := &r.Config[i]
	if reason := nameFault(s.Name); reason != "" {
		return reason
	}
	if i > 0 && r.Config[i-1].Name >= s.Name {
		return "not in ascending order of names"
	}
	return s.Value.fault()
}

// fault says what is wrong with a value on its own, or "".
func (v *Value) fault() string {
	if v.Type < TypeNumber || v.Type > TypeTexts {
		return "unknown type " + strconv.Itoa(int(v.Type))
	}
	if v.Type != TypeNumber && v.Number != 0 || v.Type != TypeText && v.Text != "" || v.Type != TypeFlag && v.Flag ||
		v.Type != TypeNumbers && len(v.Numbers) > 0 || v.Type != TypeTexts && len(v.Texts) > 0 {
		return "holds a value of another type than its own"
	}
	if reason := most(len(v.Numbers)+len(v.Texts), "elements", MaxListed); reason != "" {
		return "too long: " + reason
	}
	if !finite(v.Number) {
		return "not finite"
	}
	for _, n := range v.Numbers {
		if !finite(n) {
			return "not finite"
		}
	}
	if !utf8.ValidString(v.Text) {
		return "not UTF-8"
	}
	for _, s := range v.Texts {
		if !utf8.ValidString(s) {
			return "not UTF-8"
		}
	}
	return ""
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func (t *Table) validate() error {
	if reason := t.fault(); reason != "" {
		return &InvalidError{"request", "table " + t.Name, reason}
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		reason := c.fault(int(t.Rows))
		if t.Column(c.Name) != c {
			reason = "column given twice"
		}
		if reason != "" {
			return &InvalidError{"request", t.Name + "." + c.Name, reason}
		}
	}
	return nil
}

// fault says what is wrong with a table apart from its columns, or "".
func (t *Table) fault() string {
	if reason := nameFault(t.Name); reason != "" {
		return reason
	}
	if t.Rows > MaxRows {
		return strconv.FormatUint(uint64(t.Rows), 10) + " rows, the most are " + strconv.Itoa(MaxRows)
	}
	return most(len(t.Columns), "columns", MaxColumns)
}

// fault says what is wrong with a column of a table with that many rows, or "".
func (c *Column) fault(rows int) string {
	if reason := nameFault(c.Name); reason != "" {
		return reason
	}
	if reason := c.presenceFault(rows); reason != "" {
		return reason
	}
	switch c.Type {
	case ColumnNumbers:
		return c.numbersFault(rows)
	case ColumnTokens:
		if len(c.Numbers) > 0 || len(c.Text) > 0 {
			return "a column of tokens holds something else"
		}
		return c.raggedFault(rows, len(c.Tokens))
	case ColumnText:
		if len(c.Numbers) > 0 || len(c.Tokens) > 0 {
			return "a column of text holds something else"
		}
		return c.textFault(rows)
	}
	return "unknown column type " + strconv.Itoa(int(c.Type))
}

func (c *Column) presenceFault(rows int) string {
	if len(c.Present) == 0 {
		return ""
	}
	if len(c.Present) != PresenceLen(rows) {
		return "presence mask of " + strconv.Itoa(len(c.Present)) + " bytes for " + strconv.Itoa(rows) + " rows"
	}
	if used := rows % 8; used != 0 && c.Present[len(c.Present)-1]>>used != 0 {
		return "presence mask has bits beyond the last row"
	}
	return ""
}

func (c *Column) numbersFault(rows int) string {
	if len(c.Offsets) > 0 || len(c.Tokens) > 0 || len(c.Text) > 0 {
		return "a column of numbers holds something else"
	}
	if len(c.Numbers) != rows {
		return strconv.Itoa(len(c.Numbers)) + " numbers for " + strconv.Itoa(rows) + " rows"
	}
	for i, v := range c.Numbers {
		if !finite(v) {
			return "row " + strconv.Itoa(i) + " is not finite"
		}
		if v != 0 && !c.Known(i) {
			return "row " + strconv.Itoa(i) + " is unknown and not zero"
		}
	}
	return ""
}

func (c *Column) raggedFault(rows, length int) string {
	if len(c.Offsets) != rows+1 {
		return strconv.Itoa(len(c.Offsets)) + " offsets for " + strconv.Itoa(rows) + " rows"
	}
	if c.Offsets[0] != 0 {
		return "first offset is not 0"
	}
	for i := range rows {
		if c.Offsets[i+1] < c.Offsets[i] {
			return "offsets of row " + strconv.Itoa(i) + " descend"
		}
		if c.Offsets[i+1] > c.Offsets[i] && !c.Known(i) {
			return "row " + strconv.Itoa(i) + " is unknown and not empty"
		}
	}
	if int(c.Offsets[rows]) != length {
		return "last offset is " + strconv.Itoa(int(c.Offsets[rows])) + ", not " + strconv.Itoa(length)
	}
	return ""
}

func (c *Column) textFault(rows int) string {
	if reason := c.raggedFault(rows, len(c.Text)); reason != "" {
		return reason
	}
	for i := range rows {
		if !utf8.Valid(c.TextAt(i)) {
			return "row " + strconv.Itoa(i) + " is not UTF-8"
		}
	}
	return ""
}
