package lsp

import (
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// offset returns the byte of text at a position. A position beyond a line is its end, one beyond the text the text's end.
func offset(text string, p position) int {
	at := 0
	for range p.Line {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return len(text)
		}
		at += n + 1
	}
	for units := 0; units < p.Character && at < len(text) && text[at] != '\n' && text[at] != '\r'; {
		r, size := utf8.DecodeRuneInString(text[at:])
		units += width(r)
		if units > p.Character {
			return at // within a pair of surrogates
		}
		at += size
	}
	return at
}

// width counts the units of UTF-16 in a character.
func width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// place returns the position of a byte of text.
func place(text string, at int) position {
	at = max(0, min(at, len(text)))
	before := text[:at]
	p := position{Line: strings.Count(before, "\n")}
	for _, r := range before[strings.LastIndexByte(before, '\n')+1:] {
		p.Character += width(r)
	}
	return p
}

func spanOf(text string, from, to int) span { return span{place(text, from), place(text, to)} }

// rangeOf returns a range of HCL in text. An empty one takes a character, so that editors show it.
func rangeOf(text string, r hcl.Range) span {
	from, to := r.Start.Byte, r.End.Byte
	if to <= from {
		to = from + 1
	}
	return spanOf(text, from, to)
}
