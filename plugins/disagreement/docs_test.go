package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheReferenceNamesEveryInputSettingAndOutput(t *testing.T) {
	data, err := os.ReadFile("../../docs/plugins.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(data), "\n## "+manifest.Name+"\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	named := func(name string) bool {
		return strings.Contains(section, "`"+name+"`") || strings.Contains(section, "."+name+"`")
	}
	for _, in := range manifest.Inputs {
		assert.True(t, named(in.Column), "input %s.%s", in.Table, in.Column)
	}
	for _, p := range manifest.Params {
		assert.True(t, named(p.Name), "param %s", p.Name)
	}
	for _, o := range manifest.Outputs {
		assert.True(t, named(o.Name), "output %s", o.Name)
	}
}
