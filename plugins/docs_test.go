package plugins_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins"
)

func TestTheReferenceNamesEveryInputSettingAndOutput(t *testing.T) {
	data, err := os.ReadFile("../docs/plugins.md")
	require.NoError(t, err)
	box := newSandbox(t)
	for _, name := range plugins.Names() {
		t.Run(name, func(t *testing.T) {
			m := shipped(t, box, name).Manifest()
			_, section, found := strings.Cut(string(data), "\n## "+name+"\n")
			if !found { // the reference says so, and that the manifest is its documentation
				require.Contains(t, string(data), "`"+name+"`, the seventh plugin")
				for _, p := range m.Params {
					assert.NotEmpty(t, p.Doc, "param %s", p.Name)
				}
				for _, o := range m.Outputs {
					assert.NotEmpty(t, o.Doc, "output %s", o.Name)
				}
				return
			}
			section, _, _ = strings.Cut(section, "\n## ")
			named := func(name string) bool {
				return strings.Contains(section, "`"+name+"`") || strings.Contains(section, "."+name+"`")
			}
			for _, in := range m.Inputs {
				assert.True(t, named(in.Column), "input %s.%s", in.Table, in.Column)
			}
			for _, p := range m.Params {
				assert.True(t, named(p.Name), "param %s", p.Name)
			}
			for _, o := range m.Outputs {
				assert.True(t, named(o.Name), "output %s", o.Name)
			}
		})
	}
}
