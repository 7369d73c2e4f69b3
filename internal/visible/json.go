// Package visible writes results so that nothing in them acts on a terminal or changes the direction of text.
package visible

import (
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// JSON returns a writer that passes JSON on to w, with C1 controls and marks of direction as escapes such as \u202e. They stand in
// strings only, where the escape means the same. Each Write must hold whole characters.
func JSON(w io.Writer) io.Writer { return jsonWriter{w} }

type jsonWriter struct{ to io.Writer }

// Write implements [io.Writer].
func (w jsonWriter) Write(p []byte) (int, error) {
	if _, err := w.to.Write(Escaped(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Escaped returns what [JSON] writes for p.
func Escaped(p []byte) []byte {
	out := make([]byte, 0, len(p))
	for i := 0; i < len(p); {
		r, size := utf8.DecodeRune(p[i:])
		if r >= utf8.RuneSelf && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = append(out, p[i:i+size]...)
		}
		i += size
	}
	return out
}
