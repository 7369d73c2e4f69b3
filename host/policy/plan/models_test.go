package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/plan"
)

const advised = `policy "p" {
  extends = [as_written]
  PLAN

  intent "primary" { queries = ["{question}", "{sub_claim}"] }
  round "primary" { intents = [primary] }

  on "contradiction" {
    ROLE
    queries = ["{core_terms} review"]
    max     = 3
  }
}
`

func TestWhatModelsMayAddIsForeseen(t *testing.T) {
	queries := func(planning, role string) (primary, pivot int64) {
		_, p := loadPolicy(t, strings.NewReplacer("PLAN", planning, "ROLE", role).Replace(advised), nil)
		got := plan.New(p, plan.Question{Options: 2, SubClaims: 3})
		i := slices.IndexFunc(got.Searches, func(s plan.Searches) bool { return s.Of == "on.contradiction" })
		require.GreaterOrEqual(t, i, 0)
		return got.Rounds[0].Most.Queries, got.Searches[i].Queries
	}
	primary, pivot := queries("", "")
	assert.Equal(t, []int64{4, 1}, []int64{primary, pivot})
	primary, pivot = queries("plan {\n role = planning\n sub_claims = 5\n }", "role = synthesis")
	assert.Equal(t, []int64{1 + 5 + 2, 2}, []int64{primary, pivot}, "five parts, and one more for each option; the model's query before the template")
}

// asks returns the most that models are asked under a policy that extends baseline by the body.
func asks(t *testing.T, body string) (rows []string, worst plan.Worst) {
	t.Helper()
	_, p := loadPolicy(t, "model \"m\" {\n endpoint = \"openai\"\n flavour = \"ollama\"\n name = \"tiny\"\n}\npolicy \"p\" {\n extends = [as_written]\n"+body+"\n}\n", nil)
	got := plan.New(p, plan.Question{Options: 2, SubClaims: 3})
	rows = []string{}
	for _, c := range got.ModelCalls {
		assert.Equal(t, "m", c.Model)
		rows = append(rows, fmt.Sprintf("%d %s by %s", c.Most, c.Stage, c.Role))
	}
	return rows, got.Worst
}

func TestWhatModelsAreAskedAtMostIsForeseen(t *testing.T) {
	const all = "roles {\n planning = model.m\n synthesis = model.m\n judge = model.m\n extract = model.m\n cheapest = model.m\n}\n"
	const draft = "synthesise \"standard\" {\n solvers = [synthesis]\n}\n"
	const again = "falsify \"draft\" {\n queries = [\"against {draft}\"]\n role = judge\n resynthesise {\n above = 0.5\n max = 2\n }\n}\n"
	tests := []struct {
		name, body string
		want       []string
	}{
		{"nobody without roles", draft + again, []string{}},
		{"a plan once, an answer for each draft", all + "plan { role = planning }\n" + draft, []string{"1 plan by planning", "1 synthesis by synthesis"}},
		{"drafts that are made anew are judged and answered anew", all + draft + again, []string{"3 synthesis by synthesis", "3 falsify.draft by judge"}},
		{"claims of each document for each draft", all + draft + again + "claims {\n extract {\n role = extract\n documents = 4\n }\n}\n",
			[]string{"12 claims.extract by extract", "3 synthesis by synthesis", "3 falsify.draft by judge"}},
		{"two solvers, and a judge who is asked twice", all + "synthesise \"standard\" {\n solvers = [synthesis, planning]\n judge = judge\n}\n",
			[]string{"2 synthesis by judge", "1 synthesis by planning", "1 synthesis by synthesis"}},
		{"one model in several parts", all + "synthesise \"standard\" {\n solvers = [synthesis, synthesis]\n judge = synthesis\n}\n", []string{"4 synthesis by synthesis"}},
		{"the dearest of the modes that a question may be answered in", all + draft + "synthesise \"research_max\" {\n solvers = [synthesis, planning]\n}\non \"disagreement\" {\n upgrade {\n to = research_max\n }\n}\n",
			[]string{"1 synthesis by synthesis", "1 synthesis by planning"}},
		{"gaps after each pass that they are looked for after", all + "order = [primary, methods]\nround \"primary\" {\n repeat {\n max = 3\n }\n}\nadaptive {\n min_rounds = 2\n}\n" +
			"gap \"probe\" {\n after = every_round\n role = cheapest\n query_role = synthesis\n}\n",
			[]string{"3 gap.probe by cheapest", "3 gap.probe.queries by synthesis"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows, worst := asks(t, tt.body)
			assert.Equal(t, tt.want, rows)
			total := int64(0)
			for _, row := range rows {
				var n int64
				_, err := fmt.Sscan(row, &n)
				require.NoError(t, err)
				total += n
			}
			assert.Equal(t, total, worst.ModelCalls.Most)
		})
	}
}

func TestTriesToGetFullTextsAreSearches(t *testing.T) {
	tests := []struct {
		name, sources, read string
		want                int64
	}{
		{"each document of each source that has texts", "arxiv, europepmc, local", "full_text = \"open\"\nfull_text_documents = 3", 6},
		{"no more documents than are read", "europepmc", "full_text = \"open\"\nfull_text_documents = 90", 20},
		{"no source has any", "local", "full_text = \"open\"", 0},
		{"none are wanted", "europepmc", "full_text = \"never\"", -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			planned := func(read string) *plan.Plan {
				_, p := loadPolicy(t, "source \"arxiv\" {}\nsource \"europepmc\" {}\npolicy \"p\" {\n extends = [as_written]\n sources = ["+tt.sources+"]\n select {\n documents = [4, 20]\n }\n read {\n"+read+"\n}\n}\n", nil)
				return plan.New(p, plan.Question{Options: 2, SubClaims: 3})
			}
			got, without := planned(tt.read), planned("")
			i := slices.IndexFunc(got.Searches, func(s plan.Searches) bool { return s.Of == "read.full_text" })
			if tt.want < 0 {
				assert.Equal(t, -1, i)
				return
			}
			require.GreaterOrEqual(t, i, 0)
			assert.Equal(t, tt.want, got.Searches[i].Searches)
			assert.Zero(t, got.Searches[i].Results)
			assert.Equal(t, without.Worst.Searches.Most+tt.want, got.Worst.Searches.Most)
		})
	}
}
