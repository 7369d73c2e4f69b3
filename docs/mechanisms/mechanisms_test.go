package mechanisms_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/docs/mechanisms"
)

var update = flag.Bool("update", false, "write docs/mechanisms.md instead of comparing")

const (
	page  = "../mechanisms.md"
	howTo = "docs/mechanisms.md is made of docs/mechanisms/*.hcl: edit those, then run: go test ./docs/mechanisms -update"
)

func loaded(t *testing.T) (*mechanisms.Table, *mechanisms.Repository) {
	t.Helper()
	table, err := mechanisms.Load()
	require.NoError(t, err)
	return table, mechanisms.NewRepository(os.DirFS("../.."))
}

func TestThePageIsThatOfTheTable(t *testing.T) {
	table, repo := loaded(t)
	var want bytes.Buffer
	require.NoError(t, table.Write(&want, repo))
	if *update {
		require.NoError(t, os.WriteFile(page, want.Bytes(), 0o644))
		return
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	made, written := strings.Split(want.String(), "\n"), strings.Split(string(text), "\n")
	for i := range min(len(made), len(written)) {
		require.Equal(t, made[i], written[i], "line %d. %s", i+1, howTo)
	}
	require.Len(t, written, len(made), howTo)
}

func TestEveryRowHolds(t *testing.T) {
	table, repo := loaded(t)
	assert.NoError(t, table.Check(repo))
}

func TestWhatARowNamesMustExist(t *testing.T) {
	table, repo := loaded(t)
	good := mechanisms.Row{
		ID: "U99", What: "x", Status: mechanisms.Works,
		Policy: []string{"gap.threshold", "gap.coverage.measure = containment", "select.stage.config.citations = total"},
		Code:   []string{"host/policy/policy.go"},
		Tests:  []string{"host/policy/format.TestShippedPoliciesAreFormatted", "policies/s0.policytest.hcl: test"},
		Record: []string{
			"event claim.chain.entity", "step gap.probe.filled", "step convergence_evidence", "result quality_gates.upgraded",
			"metric gaps.probe.filled", "warning resynthesised", "signal triangulation.disputed_any",
		},
	}
	for name, c := range map[string]struct {
		change func(r *mechanisms.Row)
		want   string
	}{
		"all of it exists":                 {func(*mechanisms.Row) {}, ""},
		"no test":                          {func(r *mechanisms.Row) { r.Tests = nil }, "names no test"},
		"a function that is not there":     {func(r *mechanisms.Row) { r.Tests[0] = "host/policy.TestNonesuch" }, "no file of host/policy declares TestNonesuch"},
		"a function of another package":    {func(r *mechanisms.Row) { r.Tests[0] = "host/evidence.TestShippedPoliciesAreFormatted" }, "declares"},
		"a script that is not there":       {func(r *mechanisms.Row) { r.Tests[0] = "nonesuch.txtar" }, "neither"},
		"a script without the words":       {func(r *mechanisms.Row) { r.Tests[0] = "policies/s0.policytest.hcl: nonesuch" }, `does not hold "nonesuch"`},
		"code that is not there":           {func(r *mechanisms.Row) { r.Code[0] = "host/nonesuch.go" }, "there is no host/nonesuch.go"},
		"a key that policies do not have":  {func(r *mechanisms.Row) { r.Policy[0] = "gap.nonesuch" }, "policies have no gap.nonesuch"},
		"a block that policies do not":     {func(r *mechanisms.Row) { r.Policy[0] = "nonesuch" }, "policies have no nonesuch"},
		"a value that no policy has":       {func(r *mechanisms.Row) { r.Policy[1] = "gap.coverage.measure = overlap" }, "no shipped policy turns"},
		"a setting that all turn on":       {func(r *mechanisms.Row) { r.Status = mechanisms.Setting }, "it works"},
		"a status of its own":              {func(r *mechanisms.Row) { r.Status = "splendid" }, "is none of"},
		"an event that is not there":       {func(r *mechanisms.Row) { r.Record[0] = "event nonesuch" }, "no record field"},
		"a field that the event lacks":     {func(r *mechanisms.Row) { r.Record[0] = "event claim.chain.nonesuch" }, "no record field"},
		"a step that nothing writes":       {func(r *mechanisms.Row) { r.Record[1] = "step gap.probe.nonesuch" }, "no record field"},
		"a step of another word":           {func(r *mechanisms.Row) { r.Record[2] = "step nonesuch" }, "no record field"},
		"a field that results lack":        {func(r *mechanisms.Row) { r.Record[3] = "result quality_gates.nonesuch" }, "no record field"},
		"a metric that conditions lack":    {func(r *mechanisms.Row) { r.Record[4] = "metric gaps.probe.nonesuch" }, "no record field"},
		"a warning that nobody gives":      {func(r *mechanisms.Row) { r.Record[5] = "warning nonesuch" }, "no record field"},
		"a signal that the plugin lacks":   {func(r *mechanisms.Row) { r.Record[6] = "signal triangulation.nonesuch" }, "no record field"},
		"a record field of no kind":        {func(r *mechanisms.Row) { r.Record[0] = "nonesuch" }, "begins with none of"},
		"a rule of a proposal, no record":  {func(r *mechanisms.Row) { r.ID, r.Record = "S0-99", nil }, "no record field shows it"},
		"a code that another row explains": {func(r *mechanisms.Row) { r.ID = "S0-08" }, "more than one row"},
	} {
		t.Run(name, func(t *testing.T) {
			row := good
			row.Policy, row.Code = append([]string{}, good.Policy...), append([]string{}, good.Code...)
			row.Tests, row.Record = append([]string{}, good.Tests...), append([]string{}, good.Record...)
			c.change(&row)
			more := *table
			more.Sections = append(append([]mechanisms.Section{}, table.Sections...), mechanisms.Section{Title: "More", Rows: []mechanisms.Row{row}})
			err := more.Check(repo)
			if c.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, c.want)
		})
	}
}

func TestARuleWithoutARowIsMissed(t *testing.T) {
	table, repo := loaded(t)
	less := *table
	less.Sections = append([]mechanisms.Section{}, table.Sections[1:]...)
	assert.ErrorContains(t, less.Check(repo), "S0-01: has no row")
}

func TestAVectorNeedsATest(t *testing.T) {
	table, repo := loaded(t)
	more := *table
	more.Vectors = append([]mechanisms.Vector{{Rule: "S0-08"}}, table.Vectors...)
	assert.ErrorContains(t, more.Check(repo), "vector S0-08: is built, and names no test")
	more.Vectors[0].Tests = []string{"plugins/authority.TestGoldenAnswers"}
	assert.ErrorContains(t, more.Check(repo), "vector S0-08: a plugin gives it")
}
