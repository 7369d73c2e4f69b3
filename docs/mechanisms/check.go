package mechanisms

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Codes of the five proposals: how many rules each has, by the numbers that the specification gives them.
var proposals = []struct {
	prefix string
	rules  int
}{{"S0-", 32}, {"S1-", 32}, {"S2-", 32}, {"S3-", 29}, {"S4-", 26}}

// Check holds the table to the repository: every rule of the proposals has one row; what is built has tests, and what
// works is turned on by a shipped policy; all that rows name exists. The error joins all that is wrong.
func (t *Table) Check(repo *Repository) error {
	c, err := newChecker(repo)
	if err != nil {
		return err
	}
	c.complete(t.Rows())
	for _, row := range t.Rows() {
		c.row(row)
	}
	for _, v := range t.Vectors {
		c.tests("vector "+v.Rule, v.Tests, true)
		if slices.ContainsFunc(v.Tests, ofPlugin) && !slices.ContainsFunc(v.Tests, golden) {
			c.report("vector "+v.Rule, "a plugin gives it, and no golden file asks its module for it")
		}
	}
	return errors.Join(c.wrong...)
}

// ofPlugin says whether a test is one of a plugin; golden, whether it is an answer that the native build and the module must give.
func ofPlugin(test string) bool { return strings.HasPrefix(test, "plugins/") }
func golden(test string) bool   { return strings.Contains(test, "/testdata/golden/") }

type checker struct {
	repo    *Repository
	schema  *schema
	shipped Shipped
	wrong   []error
}

func newChecker(repo *Repository) (*checker, error) {
	policies, err := fs.Sub(repo.fs, "policies")
	if err != nil {
		return nil, err
	}
	shipped, err := readShipped(policies)
	if err != nil {
		return nil, err
	}
	schema, err := policySchema()
	return &checker{repo: repo, schema: schema, shipped: shipped}, err
}

func (c *checker) report(who, format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Errorf("%s: %w", who, fmt.Errorf(format, args...)))
}

// complete reports rules of the proposals without a row, and codes with several.
func (c *checker) complete(rows []Row) {
	count := map[string]int{}
	for _, r := range rows {
		if count[r.ID]++; count[r.ID] == 2 {
			c.report(r.ID, "has more than one row")
		}
	}
	for _, p := range proposals {
		for n := 1; n <= p.rules; n++ {
			if id := fmt.Sprintf("%s%02d", p.prefix, n); count[id] == 0 {
				c.report(id, "has no row")
			}
		}
	}
}

func (c *checker) row(r Row) {
	if !slices.Contains(Statuses(), r.Status) {
		c.report(r.ID, "the status %q is none of %q", r.Status, Statuses())
	}
	for _, file := range r.Code {
		if !c.repo.exists(file) {
			c.report(r.ID, "there is no %s", file)
		}
	}
	c.tests(r.ID, r.Tests, r.Status.Built())
	if r.Status.Built() && len(r.Record) == 0 && r.ID[0] == 'S' {
		c.report(r.ID, "%s, and no record field shows it", r.Status)
	}
	for _, text := range r.Record {
		if err := c.repo.checkField(text); err != nil {
			c.report(r.ID, "%w", err)
		}
	}
	c.keys(r)
}

func (c *checker) tests(who string, refs []string, needed bool) {
	if needed && len(refs) == 0 {
		c.report(who, "is built, and names no test")
	}
	for _, text := range refs {
		if err := c.repo.checkTest(text); err != nil {
			c.report(who, "%w", err)
		}
	}
}

// keys holds a row's policy keys to the language, and its status to the shipped policies.
func (c *checker) keys(r Row) {
	idle := 0
	for _, text := range r.Policy {
		key := parseKey(text)
		if !c.schema.known(key) {
			c.report(r.ID, "policies have no %s", text)
			continue
		}
		if acts := c.shipped.acts(key, c.schema.find(key.Path, false).Default); !acts {
			if idle++; r.Status == Works {
				c.report(r.ID, "works, and no shipped policy turns %s on", text)
			}
		}
	}
	if r.Status == Setting && len(r.Policy) > 0 && idle == 0 {
		c.report(r.ID, "a shipped policy turns all of its keys on: it works")
	}
}
