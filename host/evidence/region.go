package evidence

import (
	"regexp"
	"strings"
)

// A region is a part of a field under one heading.
type region struct {
	Span
	class string
}

// label finds what may be a heading inside a text: at the start, after the end of a
// sentence or on a new line; capitals, or a capital first and a colon after.
var label = regexp.MustCompile(`(?:^|[.?!)\]]\s+|\n\s*)((?:\d+\.?\s+)?(?:` +
	`[A-Z][A-Z/&,-]+(?: +[A-Z/&,-]{2,}){0,6} ?(?::|\.|\s)|` +
	`[A-Z][A-Za-z]+(?:[ /&,]+[A-Za-z]+){0,5} ?:|` +
	`[A-Z][A-Za-z]+(?: [A-Za-z]+){0,3}\r?\n))`)

// regions splits a field at its in-line headings ("METHODS: … RESULTS: …", or a
// line of its own); the headings themselves are in no region. What stands before the first
// heading has class.
func regions(text, class string) []region {
	var out []region
	start := 0
	for _, m := range label.FindAllStringSubmatchIndex(text, -1) {
		found := headingAt(text[m[2]:m[3]], text[m[3]:])
		if found == SectionOther {
			continue
		}
		out = append(out, region{Span{start, m[2]}, class})
		start, class = m[3], found
	}
	return append(out, region{Span{start, len(text)}, class})
}

// headingAt returns the class of a candidate heading, "other" if it is none: every
// word of it must be one that headings are made of, and without a colon or a line end a
// sentence must follow.
func headingAt(heading, rest string) string {
	bare := strings.TrimSpace(heading)
	for _, w := range strings.FieldsFunc(lower(bare), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if headingClass(w) == "" && !headingFillers[w] {
			return SectionOther
		}
	}
	if !strings.HasSuffix(bare, ":") && !strings.HasSuffix(heading, "\n") && !opensSentence(firstField(rest)) {
		return SectionOther
	}
	return SectionClass(bare)
}

func firstField(s string) string {
	s = strings.TrimLeft(s, " \t\r\n")
	if i := strings.IndexAny(s, " \t\r\n"); i >= 0 {
		return s[:i]
	}
	return s
}

// headingFillers are words that headings are made of and that say nothing of the class.
var headingFillers = wordSet(`and or of the main primary secondary study research data key principal patients clinical key analysis
	search strategy synthesis review case report major experimental specific statistical brief what is known new on this topic`)
