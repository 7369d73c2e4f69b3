package zotero

import (
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWorkOfFields(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		w := work{fields: map[string]string{"extra": text, "title": text, "abstractNote": text, "date": text, "ISBN": text, "archiveID": text, "pages": text}}
		_ = w.item()
	}, "PMID: 77#\nPMCID: PMC7\narXiv: 2101.0000# [q-bio]\nDOI: 10.1000/z#\ntex.x: y\n", "<i>Zinc</i> and <sup>#</sup>, 978-3-16-148410-0; 2010-05-00 May")
}
