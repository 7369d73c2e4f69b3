package prompt_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
)

var update = flag.Bool("update", false, "write the golden prompts")

// shown is an evidence with everything that a prompt can show.
func shownEvidence() prompt.Evidence {
	return prompt.Evidence{
		Question: "Which protein does rapamycin bind first?",
		Options:  []prompt.Option{{Label: "A", Text: "FKBP12"}, {Label: "B", Text: "cyclophilin A"}},
		Falsifying: []prompt.Document{
			{ID: "p3", Title: "Rapamycin without FKBP12", Text: "Above 10 µM rapamycin also acts without FKBP12.", Year: 2014, Source: "pubmed", Section: "discussion"},
		},
		Documents: []prompt.Document{
			{ID: "p1", Title: "A macrolide and its receptor", Text: "Rapamycin binds FKBP12 before it meets mTOR.", Year: 1994, Source: "pubmed", Section: "results", Stance: "supports"},
			{ID: "p2", Title: "Cyclosporin", Text: "Cyclosporin binds cyclophilin A.", Year: 1991, Source: "crossref"},
			{ID: "p4", Title: "A macrolide and its receptor", Text: "A macrolide and its receptor", Year: 1994, Source: "pubmed", Section: "title"},
		},
		Dossiers: []prompt.Dossier{
			{Label: "A", Quotes: []prompt.Quote{{DocumentID: "p1", Text: "Rapamycin binds FKBP12 before it meets mTOR.", Stance: "supports"}}},
			{Label: "B", Quotes: []prompt.Quote{{DocumentID: "p2", Text: "Cyclosporin binds cyclophilin A."}, {DocumentID: "elsewhere", Text: "Not shown."}}},
		},
		Claims:      []prompt.Quote{{DocumentID: "p1", Text: "Rapamycin needs FKBP12."}},
		Chain:       []prompt.ChainLink{{Claim: "FKBP12 is abundant", Antecedent: "FKBP12", DocumentID: "p2"}},
		Contrasts:   []prompt.Contrast{{Options: [2]string{"A", "B"}, DocumentIDs: []string{"p1"}}},
		Convergence: []string{"triangulated: 0.1 to 0.2 nM, 3 works [D2, D3]"},
	}
}

func TestPromptsAreAsReviewed(t *testing.T) {
	for _, r := range all(t, shownEvidence()) {
		t.Run(r.Purpose, func(t *testing.T) {
			path := filepath.Join("testdata", r.Purpose+".txt")
			m := r.Messages[0]
			got := fmt.Sprintf("%s\n\n======== the documents: equal for all that is asked of them ========\n%s\n======== what differs ========\n%s\n", r.System, m.Text[:m.Stable], strings.TrimSpace(m.Text[m.Stable:]))
			if *update {
				require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, string(want), got, "if the prompt is meant to change, give the task another version and run: go test ./host/model/prompt -update")
		})
	}
}

func TestDocumentsAreShownInEqualBytesWhateverIsAsked(t *testing.T) {
	e := shownEvidence()
	first, err := prompt.Judge(e, "FKBP12", "cyclophilin A")
	require.NoError(t, err)
	second, err := prompt.Judge(e, "cyclophilin A", "FKBP12")
	require.NoError(t, err)
	options, err := prompt.Options(e)
	require.NoError(t, err)
	stable := func(r model.Request) string { return r.Messages[0].Text[:r.Messages[0].Stable] }
	assert.Equal(t, first.System, second.System)
	assert.Equal(t, stable(first), stable(second))
	assert.Equal(t, stable(first), stable(options))
	check, err := prompt.Verify(e, "FKBP12")
	require.NoError(t, err)
	assert.Equal(t, first.System+stable(first), check.System+stable(check), "two tasks begin alike")
	assert.NotEqual(t, first.Messages[0].Text, second.Messages[0].Text)
	assert.True(t, first.Again, "a judge is asked again")
	e.Question = "Which protein does tacrolimus bind?"
	other, err := prompt.Judge(e, "FKBP12", "cyclophilin A")
	require.NoError(t, err)
	assert.Equal(t, stable(first), stable(other), "the code of documents depends on documents")
	assert.Equal(t, first.System, other.System, "nothing of a question is in the system prompt")
}

func TestReasoningComesBeforeWhatItLeadsTo(t *testing.T) {
	for task, verdicts := range map[prompt.Task][]string{
		prompt.TaskOptions: {"score"}, prompt.TaskSynthesis: {"answer", "confidence"}, prompt.TaskJudge: {"choice", "confidence"},
		prompt.TaskVerify: {"verdict", "strength"},
	} {
		schema := string(task.Schema())
		for _, v := range verdicts {
			assert.Less(t, strings.Index(schema, `"reasoning":`), strings.Index(schema, `"`+v+`":`), "%s: %s", task, v)
		}
	}
}

func TestARequestShrinksByItsLastDocumentDownToOne(t *testing.T) {
	r, err := prompt.Options(evidenceOf("one", "two", "three"))
	require.NoError(t, err)
	var left []int
	for {
		left = append(left, strings.Count(r.Messages[0].Text, "<<<data D"))
		smaller, ok := r.Smaller()
		if !ok {
			break
		}
		r = smaller
	}
	assert.Equal(t, []int{3, 2, 1}, left)
}

func TestAReadingMustShowItsQuote(t *testing.T) {
	e := shownEvidence()
	e.Falsifying = nil
	told, notes := prompt.ParseReading([]byte(`{"readings":[
		{"document":"D1","says":"It binds FKBP12.","quote":"rapamycin binds fkbp12","addresses":1,"stance":"supports"},
		{"document":"D1","says":"Again.","quote":"Rapamycin binds FKBP12","addresses":1,"stance":"neutral"},
		{"document":"D2","says":"The moon is made of cheese.","quote":"The moon is made of cheese.","addresses":1,"stance":"supports"},
		{"document":"D7","says":"x","quote":"x","addresses":1,"stance":"supports"},
		{"document":"D2","says":"x","quote":"Cyclosporin binds cyclophilin A.","addresses":3,"stance":"supports"}]}`), e)
	assert.Equal(t, []prompt.Read{{DocumentID: "p1", Says: "It binds FKBP12.", Quote: "rapamycin binds fkbp12", Addresses: 1, Stance: "supports"}}, told)
	for _, want := range []string{"second readings", "not in the document (1)", "do not exist (1)", "out of range (1)"} {
		assert.Contains(t, strings.Join(notes, "\n"), want)
	}
}
