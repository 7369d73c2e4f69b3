// Package markup turns the titles and abstracts of literature providers, which hold HTML, JATS or
// MathML tags and entities, into plain text.
package markup

import (
	"html"
	"slices"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/internal/pattern"
)

// tag is a tag as it can stand in a text. What looks like one and is not, such as "p <0.05 and b>2"
// or "a<b and c>d", has other names or no attributes, and stays.
var tag = pattern.New(`<(/?)((?:jats|mml|m):)?([A-Za-z][A-Za-z0-9-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*/?>`)

// The names of tags by what they do to the text around them.
var (
	// inline leaves no trace: H<sub>2</sub>O is H2O.
	inline = names("i b u em strong sub sup italic bold underline sc span small big tt font a xref ext-link named-content styled-content monospace roman inf sup " +
		"math mrow mi mn mo msub msup msubsup mfrac mtext mspace mover munder munderover msqrt mroot mstyle mfenced mtable mtr mtd semantics inline-formula tex-math alternatives annotation inline-graphic graphic")
	// block parts words.
	block = names("p br div li ul ol dl dt dd table tr td th tbody thead section sec abstract trans-abstract list list-item disp-formula title label hr blockquote " + headingNames)
	// hidden goes with what is in it.
	hidden = names("script style annotation tex-math")
)

const headingNames = "h1 h2 h3 h4 h5 h6"

// heading names the tags that part an abstract: <h4>Methods</h4>, <jats:title>Methods</jats:title>.
var heading = names(headingNames + " title")

func names(list string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(list) {
		m[n] = true
	}
	return m
}

// Text returns the plain text on one line, entities and tags resolved, also those that were escaped twice, without
// characters that show nothing: control characters, soft hyphens, marks that turn the direction of writing.
func Text(s string) string {
	for range 3 {
		s = html.UnescapeString(strip(s))
	}
	return strings.Join(strings.Fields(strings.Map(visible, s)), " ")
}

// visible drops a character that shows nothing and parts no words; joiners, which some scripts write with, stay.
func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return r
	case unicode.IsControl(r), r == '\u00ad', r == '\u200b', r == '\u2060', r == '\ufeff', unicode.Is(unicode.Bidi_Control, r):
		return -1
	}
	return r
}

// Abstract returns the plain text of an abstract without its headings, and its sections if it has
// headings: text before the first one has an empty label. A heading "Abstract" is none.
func Abstract(s string) (text string, sections []evidence.Section) {
	var parts []evidence.Section
	var at evidence.Section
	var pieces []string // of the text of at
	start, inside := 0, false
	s = strings.NewReplacer("&lt;h4&gt;", "<h4>", "&lt;/h4&gt;", "</h4>").Replace(s)
	for _, m := range tag.FindAllStringSubmatchIndex(s, -1) {
		if !heading[strings.ToLower(s[m[6]:m[7]])] {
			continue
		}
		closing := m[3] > m[2]
		piece := Text(s[start:m[0]])
		start = m[1]
		switch {
		case closing && inside:
			at.Label = strings.TrimSuffix(piece, ":")
		default:
			pieces = append(pieces, piece)
		}
		if !closing {
			at.Text = together(pieces)
			parts = append(parts, at)
			at, pieces = evidence.Section{}, nil
		}
		inside = !closing
	}
	at.Text = together(append(pieces, Text(s[start:])))
	return join(append(parts, at))
}

// together joins the pieces that are not empty.
func together(pieces []string) string {
	return strings.Join(slices.DeleteFunc(pieces, func(p string) bool { return p == "" }), " ")
}

// join drops empty parts and decides whether what is left is divided at all.
func join(parts []evidence.Section) (text string, sections []evidence.Section) {
	var texts []string
	labelled := false
	for _, p := range parts {
		if p.Text == "" {
			continue
		}
		if strings.EqualFold(p.Label, "abstract") {
			p.Label = ""
		}
		labelled = labelled || p.Label != ""
		texts, sections = append(texts, p.Text), append(sections, p)
	}
	if !labelled {
		sections = nil
	}
	return strings.Join(texts, " "), sections
}

// Where taking a tag out would make another number of two: 10<sup>6</sup> is not 106, and a half is not 12.
var (
	power    = pattern.New(`([0-9]\s*)(<(?:jats:)?sup>\s*[-+−–]?[0-9])`)
	mathBase = pattern.New(`(<(?:mml:)?msup>\s*(?:<(?:mml:)?mrow>\s*)?<(?:mml:)?m(?:n|text)>\s*[0-9.,]+\s*</(?:mml:)?m(?:n|text)>)`)
	mathTop  = pattern.New(`(<(?:mml:)?mfrac>\s*<(?:mml:)?m[ni]>[^<]+</(?:mml:)?m[ni]>)`)
)

const slanted = `(?:i|em|italic|jats:italic)`

// parted are words in italics that publishers forgot to part from their neighbours: "pre<i>versus</i>post", "of<i>p53</i>in", "<i>in vitro</i>study",
// "non-<i>albicans</i>Candida". A part of a word in italics stays in it.
var parted = []struct {
	form *pattern.Pattern
	as   string
}{
	{pattern.New(`(\pL{2})(<` + slanted + `>(?:\pL{4,}|\pL+[0-9]+)</` + slanted + `>)(\pL{2})`), "$1 $2 $3"},
	{pattern.New(`(\pL{2})(<` + slanted + `>\pL+\.? \pL[^<>]*</` + slanted + `>)`), "$1 $2"},
	{pattern.New(`(<` + slanted + `>\pL+\.? \pL[^<>]*</` + slanted + `>)(\pL{3})`), "$1 $2"},
	{pattern.New(`(<` + slanted + `>[^<>]*\p{Ll}{4}</` + slanted + `>)(\p{Lu}\p{Ll})`), "$1 $2"},
}

// part puts spaces around them.
func part(s string) string {
	for _, p := range parted {
		s = p.form.ReplaceAllString(s, p.as)
	}
	return s
}

// aside matches what stands in a text without being part of it: comments, instructions, the marks around what has no tags.
var aside = pattern.New(`(?s)<!--.*?-->|<\?[A-Za-z].*?\?>|<!\[CDATA\[|\]\]>`)

// strip takes the tags out.
func strip(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	s = mathML(s)
	s = power.ReplaceAllString(aside.ReplaceAllString(s, ""), "$1^$2")
	s = part(s)
	s = mathTop.ReplaceAllString(mathBase.ReplaceAllString(s, "$1^"), "$1/")
	var b strings.Builder
	last, hiding := 0, ""
	for _, m := range tag.FindAllStringSubmatchIndex(s, -1) {
		name := strings.ToLower(s[m[6]:m[7]])
		if !inline[name] && !block[name] && !hidden[name] && m[4] < 0 {
			continue
		}
		if hiding == "" {
			b.WriteString(s[last:m[0]])
		}
		last = m[1]
		closing, alone := m[3] > m[2], strings.HasSuffix(s[:m[1]], "/>")
		switch {
		case hiding == name && closing:
			hiding = ""
		case hiding == "" && hidden[name] && !closing && !alone:
			hiding = name
		case block[name]:
			b.WriteByte(' ')
		}
	}
	if hiding == "" {
		b.WriteString(s[last:])
	}
	return b.String()
}
