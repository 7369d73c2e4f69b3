package account

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// format makes a state of the model comparable: what is charged, then the blocks by token.
func format(s State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d|", s.Charged)
	for _, token := range slices.Sorted(maps.Keys(s.Blocks)) {
		fmt.Fprintf(&b, "%s=%d|", token, s.Blocks[token].Size)
	}
	return b.String()
}

// parse reads what format wrote.
func parse(limit int64, text string) State {
	s := State{Limit: limit, Blocks: map[string]Block{}}
	for i, part := range strings.Split(strings.TrimSuffix(text, "|"), "|") {
		if i == 0 {
			fmt.Sscan(part, &s.Charged)
			continue
		}
		token, size, _ := strings.Cut(part, "=")
		b := Block{Holder: "w"}
		fmt.Sscan(size, &b.Size)
		s.Blocks[token] = b
	}
	return s
}
