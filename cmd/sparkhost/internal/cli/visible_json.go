package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// encoder writes JSON as [json.NewEncoder] does, with what a terminal would act on as escapes.
func encoder(w io.Writer) *json.Encoder { return json.NewEncoder(visibleJSON{w}) }

// A visibleJSON passes JSON on, in which C1 controls and marks of direction become escapes such as \u202e. They stand in strings only, where the
// escape means the same. Each Write holds whole characters.
type visibleJSON struct{ to io.Writer }

func (w visibleJSON) Write(p []byte) (int, error) {
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
	if _, err := w.to.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
