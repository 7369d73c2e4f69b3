// Package fold breaks help texts into lines that fit a terminal.
package fold

import (
	"strings"
	"unicode/utf8"
)

// Text refills paragraphs to lines of at most width characters. Lines that begin with a space, such as examples, stay as
// they are; a word longer than width gets its own line.
func Text(text string, width int) string {
	var out, paragraph []string
	flush := func() {
		out = append(out, fill(paragraph, width)...)
		paragraph = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || line[0] == ' ' {
			flush()
			out = append(out, line)
			continue
		}
		paragraph = append(paragraph, strings.Fields(line)...)
	}
	flush()
	return strings.Join(out, "\n")
}

// Hanging breaks a line of more than width characters at spaces; each further line begins with indent spaces. A word
// longer than width, such as an address, stays whole.
func Hanging(line string, width, indent int) string {
	indent = min(indent, width/2)
	var out []string
	rest := []rune(line)
	for len(rest) > width {
		at := breakOf(rest, width)
		if at < 0 {
			break
		}
		out = append(out, strings.TrimRight(string(rest[:at]), " "))
		rest = []rune(strings.Repeat(" ", indent) + strings.TrimLeft(string(rest[at:]), " "))
	}
	return strings.Join(append(out, string(rest)), "\n")
}

// breakOf returns the last space behind a word that leaves at most width characters before it, or else the next one; -1 if there is none.
func breakOf(line []rune, width int) int {
	first := 0
	for first < len(line) && line[first] == ' ' {
		first++
	}
	for at := width; at > first; at-- {
		if line[at] == ' ' {
			return at
		}
	}
	for at := max(width, first); at < len(line); at++ {
		if line[at] == ' ' {
			return at
		}
	}
	return -1
}

func fill(words []string, width int) []string {
	var lines []string
	for _, w := range words {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(w) <= width {
			lines[last] += " " + w
			continue
		}
		lines = append(lines, w)
	}
	return lines
}

// Examples breaks command lines of more than width characters before a flag, with a backslash, as a shell takes them.
func Examples(text string, width int) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		for utf8.RuneCountInString(line) > width {
			at := strings.LastIndex(line[:width], " --")
			if at <= 4 {
				break
			}
			out = append(out, line[:at]+" \\")
			line = "    " + line[at+1:]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
