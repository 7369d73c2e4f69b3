package main

import (
	"math"

	"github.com/ledongthuc/pdf"
)

// A font is how codes are read and how wide they are. The library looks both up in the file for every letter.
type font struct {
	encoding  pdf.TextEncoding
	composite bool // several bytes are a letter
	text      [256]string
	known     [256]bool
	widths    [256]float64 // in thousandths of the font's size
}

// usualWidth is taken for the letters of composite fonts.
const usualWidth = 500

func newFont(v pdf.Value) *font {
	f := &pdf.Font{V: v}
	out := &font{encoding: f.Encoder(), composite: v.Key("Subtype").Name() == "Type0"}
	first, widths := int(v.Key("FirstChar").Int64()), v.Key("Widths")
	scale := 1.0
	if v.Key("Subtype").Name() == "Type3" { // whose widths are in units of its own
		scale = 1000 * v.Key("FontMatrix").Index(0).Float64()
	}
	for i := range min(widths.Len(), 256) {
		if code := first + i; code >= 0 && code < 256 {
			out.widths[code] = bounded(scale * widths.Index(i).Float64())
		}
	}
	return out
}

// letter returns what a code of a simple font stands for.
func (f *font) letter(code byte) string {
	if !f.known[code] {
		f.text[code], f.known[code] = f.encoding.Decode(string([]byte{code})), true
	}
	return f.text[code]
}

// bounded takes what is no number of a page for 0.
func bounded(x float64) float64 {
	if math.IsNaN(x) || math.Abs(x) > 1e6 {
		return 0
	}
	return x
}
