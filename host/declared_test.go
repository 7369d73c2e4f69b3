package host_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

// declaredPolicy searches a source that only the policy knows.
func declaredPolicy(t *testing.T, base, more string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "mine.policy.hcl")
	require.NoError(t, os.WriteFile(file, []byte(`source "archive" {
  http {
    base_url = "`+base+`"
    interval = "1ms"
    price    = "0.002 USD"
    headers  = { "X-Key" = secret("ARCHIVE_KEY") }

    search {
      path  = "/search/works"
      query = { q = "{query}", limit = "{limit}", offset = "{offset}" }
      items = "results"
      total = "totalHits"
    }

    fields {
      id       = "id"
      title    = "title"
      abstract = "abstract"
      doi      = "doi"
      year     = "yearPublished"
`+more+`    }
  }
}

policy "mine" {
  extends = [as_written]
  sources = [archive]
}
`), 0o600))
	return file
}

func TestAPolicyAnswersFromASourceThatItDeclares(t *testing.T) {
	server := standin.New(standin.Route{Provider: "core", Answer: standin.Library("core")})
	config := host.Config{Policy: declaredPolicy(t, server.Listen(t)+"/core", ""), Home: warmHome(t), Environ: []string{"ARCHIVE_KEY=sesame"}}
	question := evidence.Question{ID: "q", Question: "Zinc lozenges shorten the common cold.", Type: "claim"}
	first, err := askOnce(t, config, question)
	require.NoError(t, err)
	assert.Contains(t, first, `"source":"archive"`)
	assert.Contains(t, first, "10.5555/standin.1")
	assert.NotContains(t, first, "sesame")
	assert.Regexp(t, `"cost_usd":0\.0\d*[1-9]`, first, "searches cost what the block says")
	asked := len(server.Requests("core"))
	config.Offline = true
	second, err := askOnce(t, config, question)
	require.NoError(t, err)
	assert.Equal(t, first, second)
	assert.Len(t, server.Requests("core"), asked, "answers are cached")
}

func TestADeclaredSourceNeedsItsSecretToBeAsked(t *testing.T) {
	_, err := askOnce(t, host.Config{Policy: declaredPolicy(t, "http://127.0.0.1:1", ""), Home: warmHome(t)}, evidence.Question{ID: "q", Question: "Is it?"})
	assert.ErrorContains(t, err, "ARCHIVE_KEY")
}

func TestMistakesInADeclarationAreReportedAtTheirPlaces(t *testing.T) {
	file := declaredPolicy(t, "http://127.0.0.1:1", "      venue    = \"a..b\"\n      url      = \"https://x/{nope}\"\n")
	err := host.CheckPins(host.Config{Policy: file})
	require.Error(t, err)
	assert.ErrorIs(t, err, host.ErrSource)
	assert.Regexp(t, `mine\.policy\.hcl:21,18: source "archive": http\.fields\.venue: `, err.Error())
	assert.Regexp(t, `mine\.policy\.hcl:22,18: source "archive": http\.fields\.url: \{nope\}`, err.Error())
}

func TestShippedDeclaredSourcesAreListedWithTheirLimitsAndKeys(t *testing.T) {
	all, err := host.Sources(host.Config{Policy: "standard", Sources: []string{"pubmed", "clinicaltrials"}, Environ: []string{"NCBI_API_KEY=sesame", "NCBI_EMAIL=you@example.org"}})
	require.NoError(t, err)
	found := map[string]host.SourceInfo{}
	for _, s := range all {
		found[s.Name] = s
	}
	assert.Equal(t, []string{"NCBI_API_KEY", "NCBI_EMAIL"}, found["pubmed"].Credentials)
	assert.Equal(t, host.KeyGiven, found["pubmed"].Key)
	assert.True(t, found["clinicaltrials"].Searched)
	_, err = host.Sources(host.Config{Policy: "standard", Sources: []string{"pubmedd"}})
	assert.ErrorContains(t, err, "pubmedd")
}

func TestASourceWithCodeCannotBeDeclaredAnew(t *testing.T) {
	file := filepath.Join(t.TempDir(), "again.policy.hcl")
	require.NoError(t, os.WriteFile(file, []byte("source \"arxiv\" {\n  http {\n    base_url = \"https://x.test\"\n    search {\n      path  = \"/{query}\"\n      items = \"a\"\n    }\n    fields {\n      id    = \"id\"\n      title = \"t\"\n    }\n  }\n}\n\npolicy \"again\" {\n  extends = [as_written]\n  sources = [arxiv]\n}\n"), 0o600))
	assert.ErrorContains(t, host.CheckPins(host.Config{Policy: file}), "give the declared one another")
}

func TestADeclaredSourceIsCheckedLikeAnyOther(t *testing.T) {
	server := standin.New(standin.Route{Provider: "core", Answer: standin.Library("core")})
	config := host.Config{Policy: declaredPolicy(t, server.Listen(t)+"/core", ""), Home: warmHome(t), Environ: []string{"ARCHIVE_KEY=sesame"}}
	checks, err := host.CheckSources(t.Context(), config)
	require.NoError(t, err)
	require.Len(t, checks, 1)
	assert.Equal(t, []any{"archive", true, ""}, []any{checks[0].Name, checks[0].OK(), checks[0].Problem})
	server.Fail("core", -1, standin.Status(403))
	checks, err = host.CheckSources(t.Context(), config)
	require.NoError(t, err)
	assert.False(t, checks[0].OK())
	assert.Contains(t, checks[0].Problem, "403")
}
