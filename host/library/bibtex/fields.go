package bibtex

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// fields reads name = value pairs, parted by commas. Values are put together with #.
func (s *scanner) fields(body string) (map[string]string, error) {
	out := map[string]string{}
	for {
		body = strings.TrimLeft(body, " \t\r\n,")
		if body == "" {
			return out, nil
		}
		name, rest, ok := strings.Cut(body, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if !ok || name == "" || strings.ContainsAny(name, "{}\"\n,") {
			return nil, fmt.Errorf("expected name = value at %q", evidence.Clip(strings.TrimSpace(body), 40))
		}
		value, rest, err := s.value(rest)
		if err != nil {
			return nil, fmt.Errorf("field %q: %w", name, err)
		}
		if _, known := out[name]; !known {
			out[name] = value
		}
		body = rest
	}
}

// value reads one value and returns what follows it.
func (s *scanner) value(text string) (value, rest string, err error) {
	var b strings.Builder
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		part, after, err := s.part(text)
		if err != nil {
			return "", "", err
		}
		b.WriteString(part)
		after = strings.TrimLeft(after, " \t\r\n")
		if !strings.HasPrefix(after, "#") {
			if after != "" && after[0] != ',' {
				return "", "", fmt.Errorf("expected a comma before %q", evidence.Clip(after, 40))
			}
			return b.String(), after, nil
		}
		text = after[1:]
	}
}

// errMacros is the fault of a file whose macros, which may be made of others, stand for far more than it has.
var errMacros = errors.New("the macros of this file stand for more than four times its size")

// part reads {…}, "…", a number or a macro.
func (s *scanner) part(text string) (part, rest string, err error) {
	switch {
	case text == "":
		return "", "", fmt.Errorf("no value")
	case text[0] == '{':
		return delimited(text, '}')
	case text[0] == '"':
		return delimited(text, '"')
	}
	end := strings.IndexAny(text, ",#\n\r \t}")
	if end < 0 {
		end = len(text)
	}
	word := text[:end]
	value, known := s.macros[strings.ToLower(word)]
	if !known {
		return word, text[end:], nil
	}
	if s.spare -= len(value); s.spare < 0 {
		return "", "", errMacros
	}
	return value, text[end:], nil
}

// delimited reads to the closing sign at the depth of the opening one.
func delimited(text string, closing byte) (part, rest string, err error) {
	depth := 0
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case depth == 0 && c == closing:
			return text[1:i], text[i+1:], nil
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		if depth < 0 {
			break
		}
	}
	return "", "", fmt.Errorf("the value does not end")
}
