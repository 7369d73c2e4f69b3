package contract

import "strconv"

// String returns the kind's name in policies, JSON and messages.
func (k Kind) String() string { return nameOf(int(k), kindNames[:]) }

// String returns the type's name in JSON and messages.
func (t ParamType) String() string { return nameOf(int(t), paramTypeNames[:]) }

// String returns the kind's name in JSON and messages.
func (k OutputKind) String() string { return nameOf(int(k), outputKindNames[:]) }

// String returns the type's name in JSON and messages.
func (t ColumnType) String() string { return nameOf(int(t), columnTypeNames[:]) }

var (
	kindNames       = [...]string{"", "score", "assess", "calibrate"}
	paramTypeNames  = [...]string{"", "number", "text", "flag", "numbers", "texts"}
	outputKindNames = [...]string{"", "score", "part", "signal", "finding"}
	columnTypeNames = [...]string{"", "numbers", "tokens", "text"}
)

func nameOf(i int, names []string) string {
	if i > 0 && i < len(names) {
		return names[i]
	}
	return "unknown " + strconv.Itoa(i)
}
