package run

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
)

// S4-22: a record tells how often a free answer cites linked evidence beside other evidence.
func TestAFreeAnswersChainsAreCounted(t *testing.T) {
	for name, c := range map[string]struct {
		linked bool
		want   any
	}{"one passage is linked": {true, 1.0}, "nothing is linked": {false, nil}} {
		t.Run(name, func(t *testing.T) {
			p := newPanel(map[prompt.Task][]string{prompt.TaskSynthesis: {
				`{"answer":"It inhibits mTORC1 [D1], and growth slows [D2].","confidence":0.8,"citations":["D1"],"answerable":true}`,
			}})
			parts := partsOf(t, oneRound("")+judged+"\nsynthesise \"standard\" {\nsolvers = [synthesis]\nchain_section = true\n}", shelfOf(kinase, growth))
			parts.Models = map[model.Role]model.Model{model.Synthesis: p.model()}
			r := begun(t, parts, without(inhibits))
			for _, s := range r.steps() {
				if s.Name == "synthesise" && c.linked {
					require.GreaterOrEqual(t, len(r.Passages), 2)
					r.Passages[0].Link = &state.Link{Entity: "FKBP12", Antecedent: "binds"}
				}
				require.NoError(t, s.Do(context.Background()))
			}
			require.NoError(t, r.Out.Close())
			got, told := synthesisStep(t, r).Numbers["chain_citations"]
			assert.Equal(t, c.want != nil, told)
			if told {
				assert.Equal(t, c.want, got)
			}
		})
	}
}

// S4-15: what is shown is grouped by provenance, what a bridge links after the rest.
func TestLinkedPassagesAreShownAfterTheOthers(t *testing.T) {
	for chain, want := range map[string]string{"true": "D2", "false": "D1"} {
		p := newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.9, 0.1, 0)}})
		parts := partsOf(t, oneRound("")+judged+"\nsynthesise \"standard\" {\nsolvers = [synthesis]\npassages = 2\nchain_section = "+chain+"\n}", shelfOf(kinase, growth))
		parts.Models = map[model.Role]model.Model{model.Synthesis: p.model()}
		r := begun(t, parts, inhibits)
		for _, s := range r.steps() {
			if s.Name == "synthesise" {
				r.Passages[0].Link = &state.Link{Entity: "FKBP12", Antecedent: "binds"}
			}
			require.NoError(t, s.Do(context.Background()))
		}
		require.NoError(t, r.Out.Close())
		for _, b := range prompt.Blocks(p.asked[prompt.TaskOptions][0].Messages[0].Text) {
			if strings.Contains(b.Text, r.Passages[0].Text) && strings.HasPrefix(b.Name, "D") {
				assert.Equal(t, want, b.Name)
			}
		}
	}
}
