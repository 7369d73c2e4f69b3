package main

import (
	"strings"
	"testing"
)

// BenchmarkOptions reads 100 passages of 950 characters for 5 options.
func BenchmarkOptions(b *testing.B) {
	text := strings.Repeat("We measured the response of cells to rapamycin and found that it was not altered in controls. ", 10)
	passages := texts(strings.Split(strings.Repeat(text+"|", 99)+text, "|")...)
	phrases := []string{"rapamycin", "torin", "mTORC1 kinase", "response of cells", "lithium salt"}
	b.ReportAllocs()
	for b.Loop() {
		newReader(defaults).options(phrases, passages)
	}
}
