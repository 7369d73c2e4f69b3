package evidence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPreprint(t *testing.T) {
	tests := []struct {
		name string
		doc  Document
		want bool
	}{
		{"nothing known", Document{}, false},
		{"its status says so", Document{Status: "preprint", Venue: "Somewhere"}, true},
		{"its venue says so", Document{Venue: "bioRxiv (Cold Spring)", DOI: "10.1/x"}, true},
		{"an arXiv id alone", Document{ArXiv: "2101.00001"}, true},
		{"an arXiv id beside a journal", Document{ArXiv: "2101.00001", Venue: "Physics Letters"}, false},
		{"its status says published", Document{ArXiv: "2101.00001", Status: "published"}, false},
		{"a retracted preprint is one", Document{ArXiv: "2101.00001", Status: "retracted"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.doc.Preprint()) })
	}
}
