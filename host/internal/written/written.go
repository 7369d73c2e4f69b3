// Package written has what recordings of exchanges with sources and with models have in common: files that are written whole, and lines
// for what a service said.
package written

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/internal/atomicfile"
)

// JSON writes v as indented JSON, and the folders above it. The file is there whole or not at all; of two writers of one name the
// last wins, with equal bytes.
func JSON(path string, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return atomicfile.Cache(path, 0o644, b.Bytes())
}

// Line cuts a text to n bytes of printable characters on one line, and an ellipsis where something is missing.
func Line(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
