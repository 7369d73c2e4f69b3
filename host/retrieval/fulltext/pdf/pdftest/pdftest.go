// Package pdftest writes PDFs for tests: small ones, and hostile ones.
package pdftest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// Paper returns a PDF with one page for each text. Lines are 12 points apart; an empty line is room between two blocks.
func Paper(pages ...string) []byte {
	var kids []string
	objects := map[int]string{
		1: "<< /Type /Catalog /Pages 2 0 R >>",
		3: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [" + strings.Repeat("500 ", 95) + "] >>",
	}
	for i, text := range pages {
		page, content := 4+2*i, 5+2*i
		kids = append(kids, fmt.Sprintf("%d 0 R", page))
		objects[page] = fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>", content)
		objects[content] = Stream("", Show(text))
	}
	objects[2] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(pages))
	return File(objects)
}

// Show returns the operators that show a text, each word for itself as TeX does it.
func Show(text string) string {
	var b strings.Builder
	b.WriteString("BT /F1 10 Tf 12 TL 72 720 Td\n")
	for line := range strings.SplitSeq(text, "\n") {
		escaped := strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(line)
		b.WriteString("[(" + strings.ReplaceAll(escaped, " ", ")-333(") + ")] TJ T*\n")
	}
	return b.String() + "ET"
}

// Stream returns an object with a stream, packed, and with further entries in its dictionary.
func Stream(entries, content string) string {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write([]byte(content)) // a buffer takes all
	_ = z.Close()
	return fmt.Sprintf("<< %s /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", entries, packed.Len(), packed.String())
}

// File puts objects together; 1 is the root.
func File(objects map[int]string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	last := 0
	for n := range objects {
		last = max(last, n)
	}
	at := make([]int, last+1)
	for n := 1; n <= last; n++ {
		if body, ok := objects[n]; ok {
			at[n] = b.Len()
			fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, body)
		}
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", last+1)
	for n := 1; n <= last; n++ {
		fmt.Fprintf(&b, "%010d 00000 n \n", at[n])
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", last+1, table)
	return b.Bytes()
}
