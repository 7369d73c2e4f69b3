package papers

import (
	"testing"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// FuzzWork holds what a paper says of itself to work that grows with the paper and not faster.
func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		var d evidence.Document
		described(&d, []byte(text))
		identify(&d, text)
		abstracted(text)
	}, "Zinc and the cold #\nA. Author, B. Author\nPublished 2010, doi:10.1000/x#\narXiv:2101.00001\nAbstract\nIt helps.\n1 Introduction\nReferences\n\f",
		"<x:xmpmeta><prism:doi>10.1/x#</prism:doi><dc:title><rdf:li x=\"y\">A title #</rdf:li></dc:title></x:xmpmeta>/Title (A \\(b\\) c)>>")
}
