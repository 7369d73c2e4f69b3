package pdf

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf/pdftest"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// fuel counts what the guest does with a file; a file that it cannot read counts up to there.
func fuel(t *testing.T, r *Reader, body []byte) uint64 {
	t.Helper()
	filter, err := r.load(t.Context())
	require.NoError(t, err)
	_, n, err := filter.Run(t.Context(), body)
	var e *plugin.Error
	require.True(t, err == nil || errors.As(err, &e), err)
	return uint64(n)
}

// repeated are files of n parts: lines of a page, pages, operators of a page, and objects that no page names.
var repeated = []func(part string, n int) []byte{
	func(part string, n int) []byte { return pdftest.Paper(strings.Repeat(part+"\n", n)) },
	func(part string, n int) []byte {
		pages := make([]string, n)
		for i := range pages {
			pages[i] = fmt.Sprint(part, i)
		}
		return pdftest.Paper(pages...)
	},
	func(part string, n int) []byte { return pdftest.File(page(strings.Repeat(part+"\n", n))) },
	func(part string, n int) []byte {
		objects := page("(x) Tj ET")
		for i := range n {
			objects[6+i] = part
		}
		return pdftest.File(objects)
	},
}

// page are the objects of a file with one page of these operators.
func page(operators string) map[int]string {
	return map[int]string{
		1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
		3: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		4: "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
		5: pdftest.Stream("", "BT /F1 10 Tf 72 720 Td\n"+operators),
	}
}

// FuzzWork repeats a part of a file. Work is the fuel of the guest.
func FuzzWork(f *testing.F) {
	for kind, parts := range [][]string{
		{"Ice grew in pores.", "1 Introduction", "((("}, {"Ice grew.", ""}, {"1 0 0 1 5 5 cm", "[(ab)-200(cd)] TJ T*", "q BT /F1 10 Tf (x) Tj ET Q", "[[", "<<", "<41>", "q"},
		{"<< /Type /Page >>", "[1 0 R]", "<<"},
	} {
		for _, part := range parts {
			f.Add(uint8(kind), part)
		}
	}
	r := reader(f)
	r.fuel = 0
	f.Fuzz(func(t *testing.T, kind uint8, part string) {
		file, part := repeated[int(kind)%len(repeated)], part[:min(len(part), 40)]
		n := 400
		if int(kind)%len(repeated) == 1 {
			n = 40 // of 400 pages, what is beyond is not read
		}
		doubling.Counted(t, n, func(n int) uint64 { return fuel(t, r, file(part, n)) })
	})
}
