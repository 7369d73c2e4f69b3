package fulltext

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func TestLinesOfAPaperBecomeItsSections(t *testing.T) {
	filler := strings.Repeat("Clay holds water in its pores.\n", 20)
	tests := []struct {
		name, text string
		want       []evidence.Section
	}{
		{"numbered headings in order, with title and abstract left out", "On ice\nA. Author\n\nAbstract\nShort.\n\n1 Introduction\n" + filler + "\n2 Results\nIce grew.\n\f", []evidence.Section{
			{Label: "Introduction", Text: strings.TrimSpace(strings.ReplaceAll(filler, "\n", " "))}, {Label: "Results", Text: "Ice grew."}}},
		{"roman numbers, and parts of a section under its heading", "I. METHODS\nWe froze it.\nII. RESULTS\nIce grew.\n", []evidence.Section{
			{Label: "METHODS", Text: "We froze it."}, {Label: "RESULTS", Text: "Ice grew."}}},
		{"a part is of the kind of its section", "1 Methods\nWe froze it.\n1.1 Cells and media\nIn tubes.\n1.2 Statistics\nWe counted.\n", []evidence.Section{
			{Label: "Methods", Text: "We froze it."}, {Label: "Methods", Text: "In tubes."}, {Label: "Statistics", Text: "We counted."}}},
		{"a number out of order heads nothing", "1 Results\nIce grew by\n7 Percent of the pores\n", []evidence.Section{{Label: "Results", Text: "Ice grew by 7 Percent of the pores"}}},
		{"nothing after the references", "Results\nIce grew, it did.\nReferences\n[1] A. Author.\n", []evidence.Section{{Label: "Results", Text: "Ice grew, it did."}}},
		{"no thanks", "Results\nIce grew.\nAcknowledgments\nWe thank the ice.\nDiscussion\nIt may melt.\n", []evidence.Section{
			{Label: "Results", Text: "Ice grew."}, {Label: "Discussion", Text: "It may melt."}}},
		{"a letter without headings is text", "Ice grew.\n\nIt melted.\n", []evidence.Section{{Text: "Ice grew.\nIt melted."}}},
		{"a late heading drops nothing", filler + "\nConclusions\nIce grows.\n", []evidence.Section{
			{Text: strings.TrimSpace(strings.ReplaceAll(filler, "\n", " "))}, {Label: "Conclusions", Text: "Ice grows."}}},
		{"words cut at ends of lines, ligatures", "Results\nThe en-\ncoding of ﬁne Pb-\nIce.\n", []evidence.Section{{Label: "Results", Text: "The encoding of fine Pb- Ice."}}},
		{"heads and numbers of pages are left out and paragraphs go on", "Ice 1\nResults\nIce\n1\fIce 2\ngrew.\n2\fIce 3\nIt melted.\n3\f", []evidence.Section{
			{Label: "Results", Text: "Ice grew.\nIt melted."}}},
		{"what arXiv prints on the margin", "arXiv:1101.00001v1  [cond-mat] 1 Jan 2011\nIce grew.\n", []evidence.Section{{Text: "Ice grew."}}},
		{"a table of contents heads nothing", "1 Introduction . . . . . . 3\n\nIce grew.\n", []evidence.Section{{Text: "1 Introduction...... 3\nIce grew."}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Lines([]byte(tt.text))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestLinesWithoutTextAreNone(t *testing.T) {
	for _, text := range []string{"", "\f\f", "1 Introduction\n", "Abstract\nShort.\n"} {
		_, err := Lines([]byte(text))
		assert.ErrorIs(t, err, ErrNoText, text)
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("On ice\n\n1 Introduction\nThe en-\ncoding.\n1.1 Parts\nx\f2 Results\n\ny\fReferences\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		doubling.Text(t, string(text)+"\n", func(text string) { _, _ = Lines([]byte(text)) })
		sections, err := Lines(text)
		if err != nil {
			require.True(t, errors.Is(err, ErrNoText), err)
			return
		}
		size := 0
		for _, s := range sections {
			require.NotEmpty(t, s.Text)
			require.True(t, utf8.ValidString(s.Text) || !utf8.Valid(text))
			size += len(s.Text)
		}
		require.LessOrEqual(t, size, MostChars+mostSections)
	})
}
