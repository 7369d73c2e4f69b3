package prompt_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func TestTheTwoLinesOfEvidenceGaps(t *testing.T) {
	e := evidenceOf("TEMPO oxidation of 4-methoxybenzyl alcohol reached 92 % by GC-MS.")
	many := "gaps: g0"
	for i := 1; i < 10_000; i++ {
		many += fmt.Sprintf(" | g%d", i)
	}
	tests := []struct {
		name, answer string
		entities     []string
		gaps         []string
		note         string
	}{
		{"as asked", "entities: TEMPO | GC-MS\ngaps: rate constant | solvent", []string{"TEMPO", "GC-MS"}, []string{"rate constant", "solvent"}, ""},
		{"with marks and words around", "Here you go:\n- **Entities:** `TEMPO`\n* Gaps: solvent\nDone.", []string{"TEMPO"}, []string{"solvent"}, ""},
		{"an entity in another case is folded", "entities: tempo\ngaps:", []string{"tempo"}, nil, ""},
		{"an entity that was made up", "entities: TEMPO | NHPI\ngaps: x", []string{"TEMPO"}, []string{"x"}, "entities that are not in the documents (1)"},
		{"pipes in the wrong place", "entities: | TEMPO || \ngaps: |||", []string{"TEMPO"}, nil, "empty gaps (4)"},
		{"ten thousand gaps", "entities:\n" + many, nil, []string{"g0", "g1", "g2", "g3"}, "beyond 64 KiB (1)\nevidence_gaps.v4: left out: gaps beyond the cap (8325)"},
		{"repeated", "entities: TEMPO | tempo\ngaps: a | A", []string{"TEMPO"}, []string{"a"}, "repeated gaps (1)"},
		{"second lines", "entities: TEMPO\ngaps: a\ngaps: b", []string{"TEMPO"}, []string{"a"}, "second lines of gaps (1)"},
		{"nothing of the kind", "I cannot help with that.", nil, nil, "there is no line of entities"},
		{"nothing", "", nil, nil, "there is no line of gaps"},
		{"an overlong gap", "entities:\ngaps: " + strings.Repeat("x", 400), nil, nil, "overlong gaps"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, notes := prompt.ParseEvidenceGaps(tt.answer, e, prompt.GapRules{})
			assert.Equal(t, tt.entities, m.Entities)
			assert.Equal(t, tt.gaps, m.Gaps)
			if tt.note == "" {
				assert.Empty(t, notes)
			} else {
				assert.Contains(t, strings.Join(notes, "\n"), tt.note)
			}
		})
	}
	m, _ := prompt.ParseEvidenceGaps("entities: tempo\ngaps:", e, prompt.GapRules{CaseSensitive: true})
	assert.Empty(t, m.Entities, "unless the policy wants the case held")
}

func words(n int) string { return strings.TrimSpace("rapamycin " + strings.Repeat("dose ", n-1)) }

func TestEpistemicGapsHaveFiveToThirtyWords(t *testing.T) {
	for n, kept := range map[int]bool{4: false, 5: true, 30: true, 31: false} {
		raw, err := json.Marshal(map[string]any{"gaps": []any{map[string]string{"gap_id": "x", "gap_description": words(n), "gap_type": "factual"}}})
		require.NoError(t, err)
		gaps, notes := prompt.ParseEpistemicGaps(raw, prompt.GapRules{})
		assert.Equal(t, kept, len(gaps) == 1, "%d words", n)
		assert.Equal(t, kept, len(notes) == 0)
	}
	gaps, notes := prompt.ParseEpistemicGaps([]byte(`{"gaps":[
		{"gap_description":"more detailed evidence about the mechanism","gap_type":"mechanistic"},
		{"gap_description":"Km of CYP3A4 for midazolam","gap_type":"quantitative"},
		{"gap_description":"KM of CYP3A4 for midazolam","gap_type":"quantitative"},
		{"gap_description":"Ki of ketoconazole against CYP3A4 enzyme","gap_type":"philosophical"}]}`), prompt.GapRules{})
	assert.Equal(t, []prompt.Gap{{ID: "G1", Text: "Km of CYP3A4 for midazolam", Type: "quantitative"}}, gaps)
	assert.Len(t, notes, 3)
	var many []any
	for i := range 50 {
		many = append(many, map[string]string{"gap_description": fmt.Sprintf("binding constant of compound number %d", i), "gap_type": "factual"})
	}
	raw, err := json.Marshal(map[string]any{"gaps": many})
	require.NoError(t, err)
	gaps, _ = prompt.ParseEpistemicGaps(raw, prompt.GapRules{})
	assert.Len(t, gaps, 6)
}

func TestAProbeReturnsClaimsThatNoDocumentSupports(t *testing.T) {
	e := evidenceOf("one", "two")
	gaps, supported, notes := prompt.ParseProbe([]byte(`{"claims":[
		{"claim":"FKBP12 affinity of rapamycin.","documents":[]},
		{"claim":"mTORC1 inhibition","documents":["D1"]},
		{"claim":"made-up support","documents":["D9","doc-1","D01"]},
		{"claim":"one two three four five six seven eight nine ten eleven","documents":[]}]}`), e, prompt.GapRules{})
	assert.Equal(t, []prompt.Gap{{ID: "G1", Text: "FKBP12 affinity of rapamycin"}, {ID: "G2", Text: "made-up support"}}, gaps)
	assert.Equal(t, 1, supported)
	assert.Len(t, notes, 2)
}

func TestQueriesOfGapsTakeTurns(t *testing.T) {
	gaps := []prompt.Gap{{ID: "G1"}, {ID: "G2"}, {ID: "G3"}}
	got, notes := prompt.ParseGapQueries([]byte(`{"queries":[
		{"gap_id":"G1","query":"\"FKBP12\" affinity (Kd)"},{"gap_id":"G1","query":"second of one"},{"gap_id":"G1","query":"third of one"},
		{"gap_id":"G3","query":"first of three"},{"gap_id":"G2","query":"first of two"},{"gap_id":"G9","query":"of nobody"},{"gap_id":"G2","query":" "}]}`),
		gaps, prompt.QueryRules{})
	assert.Equal(t, []prompt.GapQuery{{"G1", "FKBP12 affinity Kd"}, {"G2", "first of two"}, {"G3", "first of three"}, {"G1", "second of one"}}, got)
	assert.Len(t, notes, 3)
	long, _ := prompt.ParseGapQueries([]byte(`{"queries":[{"gap_id":"G1","query":"`+strings.Repeat("word ", 50)+`"}]}`), gaps, prompt.QueryRules{})
	assert.Len(t, strings.Fields(long[0].Query), 18)
	query, notes := prompt.ParseDisambiguation([]byte(`{"query":"too short"}`))
	assert.Empty(t, query)
	assert.NotEmpty(t, notes)
}

func TestAClaimsNumberStandsInItsDocument(t *testing.T) {
	d := prompt.Document{ID: "d", Text: "The pKa was 4.76 in water and 14.2 in DMSO."}
	claims, notes := prompt.ParseClaims([]byte(`{"claims":[
		{"claim_text":"pKa is 4.76","claim_type":"numerical","quantitative_value":"4.76","confidence_qualifier":"reported"},
		{"claim_text":"pKa is 4.2","claim_type":"numerical","quantitative_value":"4.2","confidence_qualifier":null},
		{"claim_text":"about ten","claim_type":"numerical","quantitative_value":"~14.2","confidence_qualifier":null},
		{"claim_text":"as a number","claim_type":"numerical","quantitative_value":14.2,"confidence_qualifier":7},
		{"claim_text":"a poem","claim_type":"lyrical","quantitative_value":null,"confidence_qualifier":null}]}`), d)
	require.Len(t, claims, 4)
	assert.InDelta(t, 4.76, *claims[0].Number, 0)
	assert.Nil(t, claims[1].Value, "4.2 is no number of the document, though its digits stand in others")
	assert.Equal(t, "~14.2", *claims[2].Value)
	assert.Nil(t, claims[2].Number, "only what is a number and nothing else")
	assert.InDelta(t, 14.2, *claims[3].Number, 0)
	assert.Len(t, notes, 2)
}

func TestOptionScores(t *testing.T) {
	e := evidenceOf("one", "two")
	e.Options = append(e.Options, prompt.Option{Label: "C", Text: "maybe"}, prompt.Option{Label: "D", Text: "never"})
	scores, notes := prompt.ParseOptions([]byte(`{"options":[
		{"label":"(b)","score":0.25,"citations":["[D2]","D2","D7"],"reasoning":"because"},
		{"label":"A","score":0.9,"citations":["d1"],"reasoning":""},
		{"label":"C","score":1.5,"citations":[],"reasoning":""},{"label":"C","score":0.5,"citations":[],"reasoning":""},
		{"label":"D","score":0.1,"citations":[],"reasoning":""},{"label":"D","score":0.8,"citations":[],"reasoning":""},
		{"label":"Z","score":1,"citations":[],"reasoning":""}]}`), e)
	assert.Equal(t, []prompt.OptionScore{
		{Label: "A", Score: 0.9, Citations: []string{"doc-1"}}, {Label: "B", Score: 0.25, Citations: []string{"doc-2"}, Reason: "because"},
	}, scores)
	joined := strings.Join(notes, "\n")
	for _, want := range []string{"scores out of range (1)", "two scores", "do not exist", "options without a score (2)"} {
		assert.Contains(t, joined, want)
	}
}

func TestSynthesisJudgeAndVerify(t *testing.T) {
	e := evidenceOf("Rapamycin does not inhibit mTORC2 at all.", "two")
	a, notes := prompt.ParseSynthesis([]byte(`{"answer":"Yes [D2], see [D1; D8] and [3].","confidence":0.7,"citations":[],"answerable":true}`), e)
	require.NotNil(t, a)
	assert.Equal(t, []string{"doc-2", "doc-1"}, a.Citations)
	assert.Len(t, notes, 1)
	for _, wrong := range []string{`{"answer":" ","confidence":1}`, `{"answer":"x"}`, `{"answer":"x","confidence":2}`, `[]`, `nonsense`} {
		a, notes := prompt.ParseSynthesis([]byte(wrong), e)
		assert.Nil(t, a, wrong)
		assert.Len(t, notes, 1)
	}
	v, notes := prompt.ParseJudge([]byte(`{"choice":"second","confidence":0.6,"reasoning":"r"}`))
	assert.Equal(t, &prompt.Verdict{Choice: "second", Confidence: 0.6, Reason: "r"}, v)
	assert.Empty(t, notes)
	v, _ = prompt.ParseJudge([]byte(`{"choice":"both","confidence":0.6}`))
	assert.Nil(t, v)
	found, notes := prompt.ParseVerify([]byte(`{"findings":[
		{"document":"D1","verdict":"refutes","strength":0.8,"quote":"rapamycin does  NOT inhibit mTORC2"},
		{"document":"D1","verdict":"supports","strength":1,"quote":""},
		{"document":"D2","verdict":"refutes","strength":0.8,"quote":"made up"},
		{"document":"D3","verdict":"refutes","strength":1,"quote":""}]}`), e)
	assert.Equal(t, []prompt.DraftFinding{
		{DocumentID: "doc-1", Refutes: true, Strength: 0.8, Quote: "rapamycin does NOT inhibit mTORC2"}, {DocumentID: "doc-2", Refutes: true, Strength: 0.4},
	}, found)
	assert.Len(t, notes, 3)
}

// FuzzParse holds every parser to its promises for any answer: it returns, within its caps, and names only documents,
// gaps and options that there are.
func FuzzParse(f *testing.F) {
	for _, text := range append(hostile, `{"gaps":[{"gap_description":"a b c d CYP3A4","gap_type":"factual"}]}`, `{"options":[{"label":"A","score":1e400}]}`,
		`{"queries":[{"gap_id":"G1","query":"a b c"}]}`, `{"findings":[{"document":"D1","verdict":"refutes","strength":1,"quote":"one"}]}`,
		`{"sub_claims":["rapamycin lowers mTORC1"],"task_type":"biology"}`, "entities: one|two\ngaps: a|b", `{"claims":[{"claim_text":"x","claim_type":"causal","quantitative_value":1}]}`) {
		f.Add(text)
	}
	e := evidenceOf("one 1", "two 2")
	known := func(t *testing.T, ids []string) {
		for _, id := range ids {
			if id != "doc-1" && id != "doc-2" {
				t.Fatalf("no document %q", id)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		raw := json.RawMessage(text)
		m, _ := prompt.ParseEvidenceGaps(text, e, prompt.GapRules{})
		for _, entity := range m.Entities {
			if !strings.Contains(strings.ToLower(e.Documents[0].Title+"\n"+e.Documents[0].Text+"\n"+e.Documents[1].Title+"\n"+e.Documents[1].Text), strings.ToLower(entity)) {
				t.Fatalf("%q is in no document", entity)
			}
		}
		gaps, _ := prompt.ParseEpistemicGaps(raw, prompt.GapRules{})
		probed, _, _ := prompt.ParseProbe(raw, e, prompt.GapRules{})
		queries, _ := prompt.ParseGapQueries(raw, []prompt.Gap{{ID: "G1"}}, prompt.QueryRules{})
		if len(m.Gaps) > 4 || len(gaps) > 6 || len(probed) > 4 || len(queries) > 4 {
			t.Fatal("beyond a cap")
		}
		for _, q := range queries {
			if q.GapID != "G1" || strings.ContainsAny(q.Query, "\n\"") || len(q.Query) > 200 || q.Query == "" {
				t.Fatalf("query %q", q)
			}
		}
		if d, _ := prompt.ParsePlan(raw, e, 2); len(d.SubClaims) > 2 || strings.ContainsAny(strings.Join(d.SubClaims, "")+d.TaskType, "\n\"{}") {
			t.Fatalf("plan %+v", d)
		}
		_, _ = prompt.ParseDisambiguation(raw)
		_, _ = prompt.ParseClaims(raw, e.Documents[0])
		scores, _ := prompt.ParseOptions(raw, e)
		for _, s := range scores {
			known(t, s.Citations)
			if !(s.Score >= 0 && s.Score <= 1) || s.Label != "A" && s.Label != "B" {
				t.Fatalf("score %+v", s)
			}
		}
		if a, _ := prompt.ParseSynthesis(raw, e); a != nil {
			known(t, a.Citations)
		}
		_, _ = prompt.ParseJudge(raw)
		found, _ := prompt.ParseVerify(raw, e)
		for _, d := range found {
			known(t, []string{d.DocumentID})
		}
	})
}

// FuzzWork holds the readers of answers to work that grows with the answer and not faster.
func FuzzWork(f *testing.F) {
	e := evidenceOf("rapamycin inhibits mTORC1 by 4.2 %", "two 2")
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		raw := json.RawMessage(text)
		_, _ = prompt.ParseEvidenceGaps(text, e, prompt.GapRules{})
		_, _ = prompt.ParseEpistemicGaps(raw, prompt.GapRules{})
		_, _, _ = prompt.ParseProbe(raw, e, prompt.GapRules{})
		_, _ = prompt.ParseGapQueries(raw, []prompt.Gap{{ID: "G1"}}, prompt.QueryRules{})
		_, _ = prompt.ParsePlan(raw, e, 2)
		_, _ = prompt.ParseDisambiguation(raw)
		_, _ = prompt.ParseClaims(raw, e.Documents...)
		_, _ = prompt.ParseOptions(raw, e)
		_, _ = prompt.ParseSynthesis(raw, e)
		_, _ = prompt.ParseJudge(raw)
		_, _ = prompt.ParseVerify(raw, e)
	}, "entities: one # | two\ngaps: a # | b\nentities: x\n", `{"gaps":[{"gap_description":"a b c d CYP3A#","gap_type":"factual"}],"queries":[{"gap_id":"G1","query":"a b c#"}]}`,
		`{"claims":[{"document":"D1","claim":"no #","documents":["D1","D9"],"claim_text":"x #","claim_type":"causal","quantitative_value":"4.2"}]}`,
		`{"options":[{"label":"A","score":0.5,"citations":["D1","D#"],"reasoning":"r#","quote":"two 2"}],"sub_claims":["rapamycin lowers #"],"queries":["a b #"],"task_type":"biology"}`,
		`{"answer":"x","confidence":1,"citations":["D1","D#"],"choice":"first","reasoning":"r","findings":[{"document":"D1","verdict":"refutes","strength":1,"quote":"two #"}]}`)
}
