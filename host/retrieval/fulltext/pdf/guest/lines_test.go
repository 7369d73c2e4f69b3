package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf/pdftest"
)

// shown is the text of a page with these operators.
func shown(t *testing.T, operators string) string {
	t.Helper()
	body := pdftest.File(map[int]string{
		1: "<< /Type /Catalog /Pages 2 0 R >>",
		2: "<< /Type /Pages /Kids [4 0 R] /Count 1 /Resources << /Font << /F1 3 0 R >> >> >>",
		3: "<< /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /FirstChar 32 /Widths [" + strings.Repeat("500 ", 95) + "] >>",
		4: "<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>",
		5: pdftest.Stream("", operators),
	})
	text, err := lines(body)
	require.NoError(t, err)
	return strings.TrimSuffix(string(text), "\n\f")
}

func TestTextIsReadAsItStandsOnThePage(t *testing.T) {
	tests := []struct{ name, operators, want string }{
		{"a wide gap is a space", "BT /F1 10 Tf [(Ice)-333(grew)] TJ ET", "Ice grew"},
		{"kerning is none", "BT /F1 10 Tf [(A)120(V)-80(E)] TJ ET", "AVE"},
		{"a move to where the text is adds nothing", "BT /F1 10 Tf (E) Tj 5 0 Td (mc) Tj ET", "Emc"},
		{"a move further is a space", "BT /F1 10 Tf (E) Tj 8 0 Td (mc) Tj ET", "E mc"},
		{"a raised letter stays on its line", "BT /F1 10 Tf (mc) Tj /F1 7 Tf 3.6 Ts (2) Tj 0 Ts /F1 10 Tf [-333(is)] TJ ET", "mc2 is"},
		{"lines end where the height changes", "BT /F1 10 Tf 12 TL (one) Tj T* (two) Tj 0 -12 TD (three) Tj (four) ' ET", "one\ntwo\nthree\nfour"},
		{"more room than usual ends a block", "BT /F1 10 Tf 12 TL (one) Tj T* (two) Tj 0 -20 Td (three) Tj ET", "one\ntwo\n\nthree"},
		{"the next column is a block of its own", "BT /F1 10 Tf 1 0 0 1 50 100 Tm (left) Tj 1 0 0 1 300 500 Tm (right) Tj ET", "left\n\nright"},
		{"another scale of the page changes nothing", "q 0.1 0 0 0.1 0 0 cm BT /F1 100 Tf [(Ice)-333(grew)] TJ ET Q", "Ice grew"},
		{"the state comes back with Q", "BT /F1 10 Tf q /F1 99 Tf Q [(Ice)-333(grew)] TJ ET", "Ice grew"},
		{"an operator with too few arguments is passed over", "BT /F1 10 Tf 1 Tm Tf (Ice) Tj ET", "Ice"},
		{"text without a font is not read", "BT (Ice) Tj ET", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, shown(t, tt.operators)) })
	}
}

func TestPagesAreReadInTheirOrder(t *testing.T) {
	text, err := lines(pdftest.Paper("one", "two (2)", "three"))
	require.NoError(t, err)
	assert.Equal(t, "one\n\ftwo (2)\n\fthree\n\f", string(text))
}

func TestNoMorePagesAreReadThanAreBounded(t *testing.T) {
	text, err := lines(pdftest.Paper(make([]string, mostPages+5)...))
	require.NoError(t, err)
	assert.Equal(t, mostPages, strings.Count(string(text), "\f"))
}

func TestWhatIsNoPDFIsAnError(t *testing.T) {
	_, err := lines([]byte("no PDF"))
	assert.Error(t, err)
}
