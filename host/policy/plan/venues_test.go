package plan_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/policies"
)

// withVenues loads a policy beside a list of venues.
func withVenues(t *testing.T, file, list string) (*load.Set, *policy.Policy) {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, file), list)
	path := filepath.Join(dir, "p.policy.hcl")
	writeFile(t, path, "policy \"p\" {\n extends = [as_written]\n select {\n venues = \""+file+"\"\n }\n}\n")
	set, diags := load.Load(load.Options{Path: path, Shipped: policies.FS})
	require.False(t, diags.HasErrors(), "%v", diags)
	p, diags := set.Policy("p")
	require.False(t, diags.HasErrors(), "%v", diags)
	return set, p
}

func TestAnotherListOfVenuesIsAChangeOfItsRows(t *testing.T) {
	const list = "venue,adjust\nNature,0.15\nIce|Ice Letters,0.1\nRxiv,-0.05\n"
	old, was := withVenues(t, "venues.csv", list)
	tests := []struct {
		name, file, list string
		want             []string // kind, path, old and new value, line
	}{
		{"remarks and spaces change nothing", "venues.csv", "# mine\nvenue, adjust\nNature, 0.15\nIce | Ice Letters,0.1\nRxiv,-0.05\n", nil},
		{"neither does the name of the file", "other.csv", list, nil},
		{"another number", "venues.csv", "venue,adjust\nNature,0.2\nIce|Ice Letters,0.1\nRxiv,-0.05\n", []string{"changed select.venues", `changed select.venues."Nature" 0.15 → 0.2 :2`}},
		{"another spelling is another row", "venues.csv", "venue,adjust\nNature,0.15\nIce,0.1\nRxiv,-0.05\n",
			[]string{"changed select.venues", `removed select.venues."Ice|Ice Letters" 0.1`, `added select.venues."Ice" 0.1 :3`}},
		{"another order counts where names repeat, and is told once", "venues.csv", "venue,adjust\nRxiv,-0.05\nNature,0.15\nIce|Ice Letters,0.1\n", []string{"changed select.venues"}},
		{"a row that comes twice", "venues.csv", list + "Nature,0.3\n", []string{"changed select.venues", `added select.venues."Nature"#2 0.3 :5`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			now, is := withVenues(t, tt.file, tt.list)
			var got []string
			for _, c := range plan.Compare(settings(t, old), settings(t, now)) {
				got = append(got, told(c))
			}
			assert.ElementsMatch(t, tt.want, got)
			assert.Equal(t, was.Digest == is.Digest, len(got) == 0, "it is told what makes another digest")
		})
	}
}

// told is a change in one line; of the list as a whole the digests are left out.
func told(c plan.Change) string {
	line := c.Kind + " " + c.Path
	switch {
	case c.Path == "select.venues":
		return line
	case c.Kind == "changed":
		line += " " + c.Old + " → " + c.New
	default:
		line += " " + c.Old + c.New
	}
	if c.NewAt != nil {
		line += " :" + string(rune('0'+c.NewAt.Line))
	}
	return line
}
