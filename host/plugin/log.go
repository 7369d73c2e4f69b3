package plugin

import (
	"bytes"
	"strings"
	"unicode"
)

// longestLine is the length up to which a line is looked at and kept as the telling one.
const longestLine = 1 << 10

// A guestLog takes what an instance writes. It keeps the last bytes, up to a limit, and
// apart from them the first line that announces a failure, because stock Go writes
// kilobytes of stack traces after it.
type guestLog struct {
	limit     int
	tank      *tank // pays for what is written; may be nil
	kept      []byte
	lost      bool   // something before kept was dropped
	line      []byte // the line being written, up to longestLine
	announced string
}

// Write implements io.Writer; it never fails.
func (l *guestLog) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		piece := rest[:min(len(rest), hostChunk)]
		l.tank.charge(int64(len(piece)) * unitsPerLogByte)
		l.add(piece)
		rest = rest[len(piece):]
	}
	return len(p), nil
}

func (l *guestLog) add(p []byte) {
	if l.announced == "" {
		l.lookFor(p)
	}
	if surplus := len(p) - l.limit; surplus >= 0 {
		l.lost = l.lost || surplus > 0 || len(l.kept) > 0
		l.kept = append(l.kept[:0], p[surplus:]...)
		return
	}
	if surplus := len(l.kept) + len(p) - l.limit; surplus > 0 {
		l.kept = l.kept[:copy(l.kept, l.kept[surplus:])]
		l.lost = true
	}
	l.kept = append(l.kept, p...)
}

// lookFor puts lines together, which guests write in pieces, until one announces a failure.
func (l *guestLog) lookFor(p []byte) {
	for len(p) > 0 && l.announced == "" {
		end := bytes.IndexByte(p, '\n')
		piece := p
		if end >= 0 {
			piece = p[:end]
		}
		l.line = append(l.line, piece[:min(len(piece), longestLine-len(l.line))]...)
		if end < 0 {
			return
		}
		if announces(string(l.line)) {
			l.announced = string(l.line)
		}
		l.line, p = l.line[:0], p[end+1:]
	}
}

// announces reports that a line begins as those of a crashing Go program do.
func announces(line string) bool {
	return strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "fatal error:")
}

// String gives what was kept, fit for a terminal. If something is missing it begins with the
// line that announced the failure and an ellipsis.
func (l *guestLog) String() string {
	text := string(l.kept)
	if l.lost {
		text = "…" + text
		if l.announced != "" {
			text = l.announced + "\n" + text
		}
	}
	return clean(text)
}

// reset forgets everything.
func (l *guestLog) reset() {
	*l = guestLog{limit: l.limit, tank: l.tank, kept: l.kept[:0], line: l.line[:0]}
}

// clean makes text that a plugin wrote fit for a terminal: valid UTF-8, without control
// characters (ASCII and Latin-1 controls and those of writing direction) other than new lines and tabs.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// longestText is the number of characters shown in one line of a text in which a plugin
// may have had a hand.
const longestText = 500

// oneLine makes a text fit for one line of bounded length.
func oneLine(s string) string {
	s = s[:min(len(s), 16*longestText)] // enough, and little work; half a character at its end becomes U+FFFD
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return r
	}, clean(s))
	if runes := []rune(s); len(runes) > longestText {
		return string(runes[:longestText-1]) + "…"
	}
	return s
}
