package declared_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/declared"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/policies"
)

// shipped are the settings of a source as policies/sources declares it.
func shipped(t *testing.T, name string) map[string]any {
	t.Helper()
	file := filepath.Join(t.TempDir(), "one.policy.hcl")
	require.NoError(t, os.WriteFile(file, []byte("policy \"one\" {\n  extends = [as_written]\n  sources = ["+name+"]\n}\n"), 0o600))
	set, diags := load.Load(load.Options{Path: file, Shipped: policies.FS})
	require.False(t, diags.HasErrors(), diags.Error())
	p, _ := set.Policy("")
	require.Len(t, p.Sources, 1)
	return p.Sources[0].Config
}

// open opens a source of those settings at a stand-in, and ends with the test.
func open(t *testing.T, name string, config map[string]any, credentials ...string) *declared.Source {
	t.Helper()
	spec, problems := declared.Parse(name, config, nil)
	require.Empty(t, problems)
	governor, err := outbound.NewGovernor(outbound.GovernorOptions{})
	require.NoError(t, err)
	transport, err := web.New(web.Options{Governor: governor})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, transport.Close()) })
	keys, err := outbound.ReadCredentials("", credentials)
	require.NoError(t, err)
	s, err := declared.New(transport, spec, keys)
	require.NoError(t, err)
	return s
}

func TestTheShippedSourcesReadTheirServicesWithinTheLimits(t *testing.T) {
	facts := map[string]string{
		"pubmed":         "9001; doi 10.5555/standin.1; pmid 9001; of 2011; randomized-trial; in Journal of Stand-Ins; at https://pubmed.ncbi.nlm.nih.gov/9001/; authors 2; abstract 105; § Results",
		"unpaywall":      "10.5555/standin.1; doi 10.5555/standin.1; of 2011; article; in Journal of Stand-Ins; at https://doi.org/10.5555/standin.1; open https://oa.example/1; authors 1; abstract 0",
		"clinicaltrials": "NCT00000001; of 2011; clinical-trial; in ClinicalTrials.gov; at https://clinicaltrials.gov/study/NCT00000001; authors 1; abstract 95",
		"datacite":       "10.5555/standin.1; doi 10.5555/standin.1; of 2011; dataset; in Stand-In Archive; cited 42; at https://doi.org/10.5555/standin.1; authors 2; abstract 95",
		"core":           "8001; doi 10.5555/standin.1; of 2011; article; in Journal of Stand-Ins; cited 42; at https://core.ac.uk/works/8001; open https://core.example/1.pdf; authors 1; abstract 95",
		"biorxiv":        "10.5555/standin.1; doi 10.5555/standin.1; of 2011; preprint; in bioRxiv; status preprint; at https://doi.org/10.5555/standin.1; authors 2; abstract 95; § Results",
	}
	dates := map[string]string{"pubmed": "2011-05", "unpaywall": "2011-01-01", "clinicaltrials": "2011-05", "datacite": "2011-06-07", "core": "2011-01-02", "biorxiv": "2011-03-04"}
	for _, name := range standin.Declared() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := standin.New(standin.Route{Provider: name, Limits: standin.Published(name), Answer: standin.Library(name)})
			config := shipped(t, name)
			config["http.base_url"] = server.Listen(t) + "/" + name
			s := open(t, name, config, "UNPAYWALL_EMAIL=you@example.org")
			hits, err := s.Search(t.Context(), retrieval.Query{Text: "zinc lozenges cold", Intent: "primary", Limit: 3})
			require.NoError(t, err)
			require.Len(t, hits, 3)
			d := hits[0].Document
			assert.Equal(t, facts[name], standin.Fact(d))
			assert.Equal(t, dates[name], d.Date)
			assert.Equal(t, "Zinc lozenges shorten the common cold", d.Title)
			assert.Empty(t, server.Violations(name))
			hits, err = s.Search(t.Context(), retrieval.Query{Text: "xyzzy", Limit: 3})
			require.NoError(t, err)
			assert.Empty(t, hits, "nothing is found of what nobody wrote")
		})
	}
}

func TestPubMedGivesArticlesInTheOrderOfTheSearch(t *testing.T) {
	server := standin.New(standin.Route{Provider: "pubmed", Answer: standin.Library("pubmed")})
	config := shipped(t, "pubmed")
	config["http.base_url"], config["http.interval"] = server.Listen(t)+"/pubmed", "1ms"
	s := open(t, "pubmed", config, "NCBI_API_KEY=sesame")
	hits, err := s.Search(t.Context(), retrieval.Query{Text: "zinc lozenges cold", Limit: 10})
	require.NoError(t, err)
	var ids []string
	for _, h := range hits {
		ids = append(ids, h.Document.ID)
	}
	assert.Equal(t, []string{"9001", "9002", "9003"}, ids)
	d := hits[0].Document
	assert.Equal(t, []any{[]string{"Ada Author", "The Group"}, []string{"Humans"}, []string{"1234-5678"}, "7", "1-9", "eng"}, []any{d.Authors, d.MeSH, d.ISSN, d.Volume, d.Pages, d.Language})
	assert.Contains(t, d.Abstract, "In vitro.")
	for _, r := range server.Requests("pubmed") {
		assert.Contains(t, r, "api_key=sesame")
	}
	one, err := s.Fetch(t.Context(), "pmid:9002")
	require.NoError(t, err)
	assert.Equal(t, "9002", one.PMID)
	_, err = s.Fetch(t.Context(), "pmid:1")
	assert.ErrorIs(t, err, retrieval.ErrNotFound)
}

func TestACredentialThatIsNotSetIsLeftOutAndHintedAt(t *testing.T) {
	server := standin.New(standin.Route{Provider: "unpaywall", Answer: standin.Library("unpaywall")})
	config := shipped(t, "unpaywall")
	config["http.base_url"] = server.Listen(t) + "/unpaywall"
	s := open(t, "unpaywall", config)
	assert.Contains(t, s.Hint(), "UNPAYWALL_EMAIL")
	_, err := s.Search(t.Context(), retrieval.Query{Text: "zinc lozenges", Limit: 3})
	assert.Error(t, err)
	assert.Empty(t, open(t, "unpaywall", config, "UNPAYWALL_EMAIL=you@example.org").Hint())
}

func TestPagesAreTurnedByCursorUntilThereIsNoNext(t *testing.T) {
	server := standin.New(standin.Route{Provider: "clinicaltrials", Answer: standin.Library("clinicaltrials")})
	config := shipped(t, "clinicaltrials")
	config["http.base_url"], config["http.interval"], config["http.search.page_size"] = server.Listen(t)+"/clinicaltrials", "1ms", 2.0
	hits, err := open(t, "clinicaltrials", config).Search(t.Context(), retrieval.Query{Text: "zinc lozenges cold", Limit: 10})
	require.NoError(t, err)
	assert.Len(t, hits, 3)
	assert.Len(t, server.Requests("clinicaltrials"), 2)
}

func TestAnErrorThatComesAsAGoodAnswerIsOne(t *testing.T) {
	server := standin.New(standin.Route{Provider: "pubmed", Answer: standin.JSON(`{"error":"API rate limit exceeded","count":"11"}`)})
	config := shipped(t, "pubmed")
	config["http.base_url"], config["http.interval"], config["http.tries"] = server.Listen(t)+"/pubmed", "1ms", 1.0
	_, err := open(t, "pubmed", config).Search(t.Context(), retrieval.Query{Text: "zinc", Limit: 1})
	var e *outbound.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, outbound.RateLimited, e.Class)
	server.Heal("pubmed")
	server.Fail("pubmed", -1, func(w http.ResponseWriter, r *http.Request) {
		standin.JSON(`{"esearchresult":{"ERROR":"Invalid db name"}}`)(w, r)
	})
	_, err = open(t, "pubmed", config).Search(t.Context(), retrieval.Query{Text: "zinc lead", Limit: 1})
	require.ErrorAs(t, err, &e)
	assert.Equal(t, outbound.BadRequest, e.Class)
	assert.Contains(t, e.Error(), "Invalid db name")
}
