package bibtex

import (
	"fmt"
	"regexp"
	"strings"
)

// An entry is one @type{key, …} of a file.
type entry struct {
	line   int
	kind   string // lower case
	key    string
	fields map[string]string // by name in lower case; the first of a name counts
}

// begins matches the beginning of an entry. At the start of a line it also ends an entry whose braces do not balance.
var begins = regexp.MustCompile(`@[ \t]*([A-Za-z]+)[ \t]*[{(]`)

// A scanner reads entries. What lies between them is a comment, as BibTeX has it.
type scanner struct {
	text    string
	at      int
	line    int // of counted
	counted int
	macros  map[string]string
	spare   int // bytes that macros may still stand for
}

// newScanner returns a scanner of a file. Each macro can be put together of others and double with each: what they stand for in all
// is bounded by the size of the file.
func newScanner(text string) *scanner {
	return &scanner{text: text, macros: map[string]string{}, spare: 1<<20 + 4*len(text)}
}

// next returns the next entry; nil at the end. The error is about the entry alone, and names its line.
func (s *scanner) next() (*entry, int, error) {
	for {
		m := begins.FindStringSubmatchIndex(s.text[s.at:])
		if m == nil {
			return nil, 0, nil
		}
		start, kind := s.at+m[0], strings.ToLower(s.text[s.at+m[2]:s.at+m[3]])
		body, line := s.at+m[1], s.lineOf(start)
		if kind == "comment" {
			s.at = body
			continue
		}
		end, err := s.end(body)
		s.at = end
		if err != nil {
			return nil, line, fmt.Errorf("@%s: %w", kind, err)
		}
		e, err := s.entry(kind, s.text[body:end-1])
		if err != nil {
			return nil, line, fmt.Errorf("@%s: %w", kind, err)
		}
		if e != nil {
			e.line = line
			return e, line, nil
		}
	}
}

// end finds the sign that closes an entry and returns the offset behind it. Where braces do not balance it is an error, and
// the offset is that of the next entry.
func (s *scanner) end(body int) (int, error) {
	depth, close := 1, s.text[body-1] == '('
	for i := body; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '\\':
			i++
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1, nil
			}
		case c == ')' && close && depth == 1:
			return i + 1, nil
		case c == '@' && lineStart(s.text, i) && opensEntry(s.text[i:]):
			return i, errBraces
		}
	}
	return len(s.text), errBraces
}

var errBraces = fmt.Errorf("its braces do not balance before the next entry; the entry is left out")

// opensEntry says whether a text begins like an entry: "@article{key,".
func opensEntry(s string) bool { return opening.MatchString(s[:min(len(s), 300)]) }

var opening = regexp.MustCompile(`^@[ \t]*[A-Za-z]+[ \t]*[{(][ \t]*[^\s,{}="]*[ \t]*,`)

// lineStart says whether only white space stands before offset i in its line.
func lineStart(s string, i int) bool {
	for i--; i >= 0 && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r'); i-- {
	}
	return i < 0 || s[i] == '\n'
}

// lineOf returns the line of an offset that is not before the last one.
func (s *scanner) lineOf(offset int) int {
	s.line += strings.Count(s.text[s.counted:offset], "\n")
	s.counted = offset
	return s.line + 1
}

// entry reads what is within the braces; nil for what is not a work.
func (s *scanner) entry(kind, body string) (*entry, error) {
	switch kind {
	case "preamble":
		return nil, nil
	case "string":
		fields, err := s.fields(body)
		for name, value := range fields {
			s.macros[name] = value
		}
		return nil, err
	}
	key, rest, ok := strings.Cut(body, ",")
	if strings.Contains(key, "=") { // no key
		key, rest, ok = "", body, true
	}
	if !ok {
		rest = ""
	}
	fields, err := s.fields(rest)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", strings.TrimSpace(key), err)
	}
	return &entry{kind: kind, key: strings.TrimSpace(key), fields: fields}, nil
}
