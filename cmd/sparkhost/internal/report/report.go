// Package report writes what checks and runs have found in the forms that CI systems read:
// SARIF 2.1.0 ([WriteSARIF]), JUnit XML ([WriteJUnit]) and workflow commands of GitHub
// ([WriteGitHub]).
//
// Texts may come from anybody: questions, papers, policies, plugins. Whatever is in them,
// control characters and invalid UTF-8 included, what is written stays well-formed, and no text
// ends an element, an attribute or a line.
package report

import (
	"net/url"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Level says how grave a finding is.
type Level string

// The levels, as SARIF names them.
const (
	LevelError   Level = "error"
	LevelWarning Level = "warning"
	LevelNote    Level = "note"
)

// A Finding is one thing to say, at a place if it has one.
type Finding struct {
	Level   Level
	Rule    string // stable id: a diagnostic's code, a gate, a verdict
	Name    string // the rule in a word or two; may be empty
	Message string
	File    string // as the user named it; empty: nowhere
	Region
}

// A Region is a part of a file. Lines and columns count from 1, columns in characters; the
// end is after the last character. Zero is unknown.
type Region struct {
	Line, Column, EndLine, EndColumn int
}

// clean makes a text valid UTF-8 without control characters but newline and tab.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == 0xFFFE || r == 0xFFFF:
			return unicode.ReplacementChar
		}
		return r
	}, strings.ReplaceAll(strings.ToValidUTF8(text, string(unicode.ReplacementChar)), "\r\n", "\n"))
}

// line is clean, on one line.
func line(text string) string { return strings.Join(strings.Fields(clean(text)), " ") }

// relative makes a path relative to the folder dir where it lies in it, with slashes.
func relative(dir, path string) string {
	if filepath.IsAbs(path) {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// uri returns a path as a URI reference, relative if the path is.
func uri(path string) string {
	u := url.URL{Path: strings.ToValidUTF8(path, string(unicode.ReplacementChar))}
	if strings.HasPrefix(path, "/") {
		u.Scheme = "file"
	}
	return u.String()
}

// virtual says whether a name is not a file of the user's disk, such as "shipped:standard.policy.hcl",
// standard input or a revision.
func virtual(file string) bool { return file == "-" || strings.HasPrefix(file, "shipped:") }
