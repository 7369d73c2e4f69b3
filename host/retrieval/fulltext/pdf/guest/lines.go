package main

import (
	"bytes"

	"github.com/ledongthuc/pdf"
)

// The bounds of what is read.
const (
	mostText  = 1 << 20 // bytes
	mostPages = 400
	mostDepth = 50 // of the tree of pages
)

// lines writes the text of all pages. Much of what the library finds wrong in a file is a panic, which ends the guest.
func lines(body []byte) ([]byte, error) {
	r, err := pdf.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return nil, err
	}
	p := &printer{}
	pages(r.Trailer().Key("Root").Key("Pages"), pdf.Value{}, 0, p)
	return p.out, nil
}

// pages prints those of a page tree. resources are inherited.
func pages(node, resources pdf.Value, depth int, p *printer) {
	if own := node.Key("Resources"); !own.IsNull() {
		resources = own
	}
	if node.Key("Type").Name() == "Page" {
		p.page(node.Key("Contents"), resources)
		return
	}
	kids := node.Key("Kids")
	for i := 0; i < kids.Len() && p.pages < mostPages && len(p.out) < mostText && depth < mostDepth; i++ {
		pages(kids.Index(i), resources, depth+1, p)
	}
}
