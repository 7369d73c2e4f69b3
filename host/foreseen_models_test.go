package host_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// foresee plans a question under the policy of a host.
func foresee(h *host.Host, q evidence.Question) *plan.Plan {
	var options []string
	for _, o := range q.Options {
		options = append(options, o.Text)
	}
	return plan.New(h.Policy(), plan.Question{Options: len(q.Options), SubClaims: len(evidence.SubClaims(q.Question, options))})
}

// eventsOf are the events of one kind that the record of a run has.
func eventsOf[T any](t *testing.T, dir, run string, kind record.Kind) []T {
	t.Helper()
	reader, err := record.ReadFile(filepath.Join(dir, run+".jsonl"))
	require.NoError(t, err)
	out, err := record.Each[T](reader, kind)
	require.NoError(t, err)
	return out
}

func TestARunNeverAsksModelsMoreThanThePlanForesaw(t *testing.T) {
	thorough.Only(t, "every policy with every role, until each call was seen")
	seen := map[string]bool{}
	for _, shipped := range []string{"standard", "s1", "s2", "s4", "combined"} {
		for _, mode := range []policy.Mode{policy.ModeStandard, policy.ModeResearchMax} {
			t.Run(shipped+" in mode "+string(mode), func(t *testing.T) {
				_, url := standIn(t)
				records := t.TempDir()
				h := openWith(t, modelConfigOf(withModels(t, shipped, url), mode, records))
				for _, q := range hardQuestions(t)[:4] {
					r, err := h.Ask(t.Context(), q)
					require.NoError(t, err)
					foreseen := foresee(h, q)
					asked, total := map[string]int64{}, int64(0)
					for _, c := range eventsOf[record.ModelCall](t, records, r.Run, record.KindModelCall) {
						if c.Skipped == "" {
							asked[c.Stage+" by "+c.Role]++
							total++
						}
					}
					most := map[string]int64{}
					for _, c := range foreseen.ModelCalls {
						stage := c.Stage
						if stage == "claims.extract" { // which records count as synthesis (C24)
							stage = "synthesis"
						}
						most[stage+" by "+c.Role] += c.Most
					}
					for call, n := range asked {
						assert.LessOrEqual(t, n, most[call], call)
						seen[call] = true
					}
					assert.Positive(t, total)
					assert.LessOrEqual(t, total, foreseen.Worst.ModelCalls.Most)
					assert.LessOrEqual(t, r.Budget.Searches, foreseen.Worst.Searches.Most)
					if tokens := foreseen.Worst.ModelTokens; !tokens.Unbounded {
						assert.LessOrEqual(t, r.Budget.ModelTokens, tokens.Most)
					}
				}
			})
		}
	}
	for _, call := range []string{"plan by planning", "synthesis by synthesis", "synthesis by extract", "synthesis by planning", "falsify.draft by judge", "gap.epistemic by fastest", "gap.probe by cheapest", "gap.probe.queries by synthesis", "on.contradiction by synthesis"} {
		assert.True(t, seen[call], "%s was never asked, so nothing is known of it: %v", call, seen)
	}
}

const wantsTexts = `source "arxiv" {
  base_url = "%[1]s/arxiv/api"
  interval = "1ms"
}

source "europepmc" {
  base_url = "%[1]s/europepmc"
  interval = "1ms"
}

policy "texts" {
  extends = [as_written]
  sources = [europepmc, arxiv]
  order   = [one]
  budget {
    reserve_for = []
  }
  intent "one" { queries = ["{question}"] }
  round "one" {
    intents = [one]
    results = 5
  }
  read {
    full_text           = "open"
    full_text_documents = 3
  }
}
`

// Each work has an identifier at both sources, and a text at neither: every try that there can be is made.
func TestARunGetsNoMoreFullTextsThanThePlanForesaw(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/europepmc/search":
			var rows []string
			for i := range 5 {
				rows = append(rows, fmt.Sprintf(`{"id":"%[1]d","source":"MED","pmcid":"PMC%[1]d","doi":"10.5555/w.%[1]d","title":"Work %[1]d on rapamycin and mTORC1","abstractText":"Rapamycin inhibits mTORC1."}`, i+1))
			}
			fmt.Fprintf(w, `{"hitCount":5,"request":{"queryString":%q},"resultList":{"result":[%s]}}`, r.URL.Query().Get("query"), strings.Join(rows, ","))
		case r.URL.Path == "/arxiv/api/query":
			w.Header().Set("Content-Type", "application/atom+xml")
			fmt.Fprintf(w, `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:a="http://arxiv.org/schemas/atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/"><o:totalResults>5</o:totalResults><title>arXiv Query: search_query=%s&amp;id_list=&amp;start=0</title>`, r.URL.Query().Get("search_query"))
			for i := range 5 {
				fmt.Fprintf(w, `<entry><id>http://arxiv.org/abs/1101.0000%[1]dv1</id><title>Work %[1]d on rapamycin and mTORC1</title><summary>Rapamycin inhibits mTORC1.</summary><a:doi>10.5555/w.%[1]d</a:doi></entry>`, i+1)
			}
			fmt.Fprint(w, `</feed>`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	path, records := filepath.Join(t.TempDir(), "texts.policy.hcl"), t.TempDir()
	require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, wantsTexts, server.URL), 0o600))
	h := openWith(t, host.Config{Policy: path, RecordDir: records})
	r, err := h.Ask(t.Context(), rapamycin)
	require.NoError(t, err)
	require.Empty(t, r.FailedSources)
	foreseen := foresee(h, rapamycin)
	tries := eventsOf[record.FullText](t, records, r.Run, record.KindFullText)
	assert.Len(t, tries, 6, "three documents, each asked of two sources")
	for _, s := range foreseen.Searches {
		if s.Of == "read.full_text" {
			assert.EqualValues(t, len(tries), s.Searches)
		}
	}
	assert.LessOrEqual(t, r.Budget.Searches, foreseen.Worst.Searches.Most)
}

// The list of the plan is that of the sources.
func TestTheSourcesThatHaveTextsAreThoseOfThePlan(t *testing.T) {
	assert.Equal(t, policy.TextSources(), host.TextSources(t))
}
