// Package fold breaks texts into lines.
package fold

import "strings"

// Lines breaks a text into lines of at most n runes, at least 1, at white space, and within a word only if it is longer than that.
func Lines(text string, n int) []string {
	n = max(n, 1)
	var out []string
	line := []rune{}
	for _, word := range strings.Fields(text) {
		w := []rune(word)
		if len(line) > 0 && len(line)+1+len(w) > n {
			out, line = append(out, string(line)), nil
		}
		if len(line) > 0 {
			line = append(line, ' ')
		}
		for line = append(line, w...); len(line) > n; line = line[n:] {
			out = append(out, string(line[:n]))
		}
	}
	if len(line) > 0 {
		out = append(out, string(line))
	}
	return out
}
