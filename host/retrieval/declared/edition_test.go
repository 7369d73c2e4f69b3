package declared

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAnEditionIsOfAllThatADeclarationSays(t *testing.T) {
	one := func() Spec { return Spec{Name: "s", Search: Call{Path: "/a"}, Fetch: &Call{Path: "/b"}} }
	assert.Equal(t, one().edition(), one().edition(), "whatever the addresses in memory")
	for name, change := range map[string]func(*Spec){
		"address": func(s *Spec) { s.BaseURL = "https://other.example" },
		"path":    func(s *Spec) { s.Search.Path = "/c" },
		"fetch":   func(s *Spec) { s.Fetch.Path = "/c" },
		"header":  func(s *Spec) { s.Headers = map[string]string{"Accept": "text/xml"} },
	} {
		mended := one()
		change(&mended)
		assert.NotEqual(t, one().edition(), mended.edition(), name)
	}
}
