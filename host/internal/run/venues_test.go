package run

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

func TestTheFirstRowThatHasAVenueCountsHoweverItIsWritten(t *testing.T) {
	table := state.VenueTable([]policy.Venue{{Names: []string{"Nature", "The Cell"}, Adjust: 0.2}, {Names: []string{"nature.", "Ice"}, Adjust: -0.1}})
	assert.Equal(t, map[string]float64{"nature": 0.2, "cell": 0.2, "ice": -0.1}, table)
}

func TestAListOfVenuesIsAFeatureOfDocuments(t *testing.T) {
	known, unknown := kinase, growth
	known.Venue, unknown.Venue = "The Journal of Ice (Oslo)", "Elsewhere"
	parts := partsOf(t, oneRound(""), shelfOf(known, unknown))
	parts.Policy.Select.Venues = []policy.Venue{{Names: []string{"Journal of Ice"}, Adjust: 0.3}}
	r := answered(t, parts, inhibits)
	got := map[string]float64{}
	for _, d := range r.Documents {
		if v, ok := d.Features["document.venue_adjust"]; ok {
			got[d.Document.ID] = v
		}
	}
	assert.Equal(t, map[string]float64{known.ID: 0.3}, got, "unknown is not zero")
}

func TestAPolicyNamesAListOfItsFolderOrAShippedOne(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	load := func(list string) (*policy.Policy, string) {
		write("p.policy.hcl", "policy \"p\" {\n extends = [standard]\n select {\n venues = \""+list+"\"\n }\n}\n")
		set, diags := load.Load(load.Options{Path: filepath.Join(dir, "p.policy.hcl"), Shipped: policies.FS})
		if diags.HasErrors() {
			return nil, diags.Error()
		}
		p, _ := set.Policy("p")
		return p, ""
	}
	write("own.csv", "venue,adjust\nIce,0.5\n")
	write("bad.csv", "venue,adjust\nIce,0.5\nSnow,high\n")
	p, _ := load("own.csv")
	assert.Equal(t, []policy.Venue{{Names: []string{"Ice"}, Adjust: 0.5, At: policy.Pos{File: filepath.Join(dir, "own.csv"), Line: 2, Column: 1}}}, p.Select.Venues)
	first := p.Digest
	write("own.csv", "venue,adjust\nIce,0.6\n")
	p, _ = load("own.csv")
	assert.NotEqual(t, first, p.Digest, "a list is part of what a policy means")
	p, _ = load("shipped:venues.csv")
	assert.Len(t, p.Select.Venues, 28)

	for list, says := range map[string]string{
		"missing.csv": "cannot be read", "../own.csv": "policy's folder", "own.txt": "policy's folder", "bad.csv": `bad.csv:3,1`, "shipped:none.csv": "cannot be read",
	} {
		_, problem := load(list)
		assert.Contains(t, problem, says, list)
	}
}
