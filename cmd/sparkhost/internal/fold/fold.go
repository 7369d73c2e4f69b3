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
