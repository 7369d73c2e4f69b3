package fulltext

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// Lines reads a paper as package pdf prints it: "\n" ends a line, an empty line parts blocks, "\f" ends a page. Headings are lines that
// are numbered in order or are words that papers use as headings; running heads and page numbers are left out, words cut at line ends put
// together. What precedes the first heading is title and abstract where the heading comes early, and text of the
// paper where it comes late or never.
func Lines(text []byte) ([]evidence.Section, error) {
	l := &lined{}
	var lines []string
	for _, page := range pagesOf(text) {
		lines = append(append(lines, page...), pageEnd)
	}
	for _, line := range lines {
		l.total += len(line)
	}
	for _, line := range lines {
		if !l.take(line) {
			break
		}
	}
	l.flush()
	return l.out.done()
}

// pageEnd stands between pages: a paragraph goes on behind it unless it ends a sentence.
const pageEnd = "\f"

// lined puts paragraphs together.
type lined struct {
	out       writer
	paragraph []byte
	total     int    // bytes of all lines
	read      int    // of these, so far
	top       int    // the last number of a heading of the first level
	around    string // the last heading of the first level
	begun     bool   // there was a heading
	skip      bool   // the section is not the paper's text
}

// mostParagraph is the length at which a paragraph ends that does not end by itself.
const mostParagraph = 20_000

// take reads one line and says whether to go on.
func (l *lined) take(line string) bool {
	l.read += len(line)
	if line == pageEnd || line == "" {
		if line == "" || bytes.HasSuffix(l.paragraph, []byte(".")) {
			l.flush()
		}
		return true
	}
	h, ok := headingOf(line, l.top)
	switch {
	case !ok:
		l.add(line)
	case isEnd(h.title) && 2*l.read > l.total:
		return false
	default:
		l.begin(h)
	}
	return true
}

// begin begins a section. The text before the first one is kept if it is a good part of the paper.
func (l *lined) begin(h heading) {
	l.flush()
	if !l.begun && 4*l.read < l.total {
		l.out = writer{}
	}
	l.begun = true
	if h.below {
		l.out.heading(nested([]string{l.around, h.title}))
		return
	}
	l.top, l.around = max(l.top, h.number), h.title
	l.skip = left.MatchString(h.title)
	l.out.heading(h.title)
}

// add adds a line to the paragraph. A word that was cut at the end of a line goes on without its hyphen.
func (l *lined) add(line string) {
	if l.skip {
		return
	}
	if len(l.paragraph)+len(line) > mostParagraph {
		l.flush()
	}
	first, _ := utf8.DecodeRuneInString(line)
	before, cut := bytes.CutSuffix(l.paragraph, []byte("-"))
	last, _ := utf8.DecodeLastRune(before)
	switch {
	case cut && unicode.IsLetter(last) && unicode.IsLower(first):
		l.paragraph = before
	case len(l.paragraph) > 0:
		l.paragraph = append(l.paragraph, ' ')
	}
	l.paragraph = append(l.paragraph, line...)
}

func (l *lined) flush() {
	l.out.paragraph(string(l.paragraph))
	l.paragraph = l.paragraph[:0]
}

var (
	numbered = regexp.MustCompile(`^(?:(\d{1,2})((?:\.\d{1,2}){0,3})|([IVX]{1,5}))[.)]?\s+(\p{Lu}.{2,90})$`)
	ended    = regexp.MustCompile(`[.,;:!?=]$|(?:[.:] ?){4}`)
	named    = regexp.MustCompile(`(?i)^(?:abstract|introduction|background|related works?|(?:materials? and )?methods?|methods and materials|methodology|` +
		`experiments?|experimental (?:setup|details|procedures?|section|results)|(?:main )?results?|results and discussions?|discussions?|discussion and conclusions?|` +
		`conclusions?|concluding remarks|conclusions? and (?:outlook|future work|discussions?)|summary|summary and (?:outlook|conclusions?|discussions?)|limitations|` +
		`acknowledge?ments?|references|bibliography|appendix(?: \w)?|supplementary (?:material|information)|data availability|author contributions|competing interests)[.:]?$`)
	left  = regexp.MustCompile(`(?i)^(?:abstract|acknowledge?ments?|references|bibliography|author contributions|competing interests|data availability)[.:]?$`)
	roman = map[string]int{"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10, "XI": 11, "XII": 12, "XIII": 13, "XIV": 14, "XV": 15}
)

// isEnd says whether nothing of the paper's own text follows a heading.
func isEnd(title string) bool {
	title = strings.ToLower(strings.TrimRight(title, ".:"))
	return title == "references" || title == "bibliography"
}

// A heading is one as it is printed.
type heading struct {
	title  string
	number int  // of the first level; 0: none
	below  bool // it heads a part of a section
}

// headingOf reads a line as a heading. Numbers follow each other: top is the last one of the first level. A line of a table
// or a list that begins with a number rarely does.
func headingOf(line string, top int) (heading, bool) {
	if first, _ := utf8.DecodeRuneInString(line); unicode.IsUpper(first) && named.MatchString(line) {
		return heading{title: line}, true
	}
	m := numbered.FindStringSubmatch(line)
	if m == nil || ended.MatchString(line) || len(strings.Fields(m[4])) > 10 {
		return heading{}, false
	}
	h := heading{title: m[4], number: roman[m[3]], below: m[2] != ""}
	if m[1] != "" {
		h.number, _ = strconv.Atoi(m[1])
	}
	if h.number == 0 || h.below && h.number != top || !h.below && h.number != top+1 {
		return heading{}, false
	}
	return h, true
}

// pagesOf cleans the lines of each page and leaves out running heads and page numbers.
func pagesOf(text []byte) [][]string {
	var pages [][]string
	for page := range bytes.SplitSeq(text, []byte("\f")) {
		var lines []string
		for line := range strings.SplitSeq(string(page), "\n") {
			lines = append(lines, plain(line))
		}
		pages = append(pages, trimmed(lines))
	}
	repeated := map[string]int{}
	for _, page := range pages {
		for line := range edges(page) {
			repeated[shape(line)]++
		}
	}
	for i, page := range pages {
		drop := edges(page)
		pages[i] = trimmed(slices.DeleteFunc(page, func(line string) bool {
			return drop[line] && (repeated[shape(line)] >= 3 || shape(line) == "#") || stamp.MatchString(line)
		}))
	}
	return pages
}

// edges returns the first and the last line of a page.
func edges(page []string) map[string]bool {
	if len(page) == 0 {
		return nil
	}
	return map[string]bool{page[0]: true, page[len(page)-1]: true}
}

// trimmed returns a page without empty lines around it.
func trimmed(lines []string) []string {
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

var (
	digits = regexp.MustCompile(`\d+`)
	stamp  = regexp.MustCompile(`^arXiv:\S+v\d+ +\[`) // what arXiv prints on the margin of the first page
)

// shape returns a line but for its numbers, which differ in the heads of pages.
func shape(line string) string { return digits.ReplaceAllString(line, "#") }

// plain returns a line without what fonts do to letters.
func plain(line string) string {
	line = strings.Map(func(r rune) rune {
		if r == '\u00ad' || unicode.IsControl(r) && r != '\t' {
			return -1
		}
		return r
	}, line)
	return strings.Join(strings.Fields(ligatures.Replace(line)), " ")
}

var ligatures = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st")
