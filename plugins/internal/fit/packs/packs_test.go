package packs_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/plugins/internal/fit/packs"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// folder writes files of a pack.
func folder(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

func TestAMissingPackIsNamed(t *testing.T) {
	dir := t.TempDir()
	for name, read := range map[string]func() error{
		"scifact":   func() error { _, err := packs.SciFact(dir); return err },
		"healthver": func() error { _, err := packs.HealthVer(dir); return err },
		"fever":     func() error { _, err := packs.Pairs(dir, "fever"); return err },
		"bioasq":    func() error { _, err := packs.Questions(context.Background(), dir, t.TempDir(), "bioasq"); return err },
	} {
		err := read()
		require.Error(t, err)
		assert.ErrorContains(t, err, name)
		assert.ErrorContains(t, err, "-data")
	}
}

func TestAnAbstractAndItsRationaleAreTwoExamples(t *testing.T) {
	dir := folder(t, map[string]string{
		"scifact/corpus.jsonl": `{"id":"7","abstract":"One. Two.","sentence_spans":[[0,4],[5,9]]}` + "\n",
		"scifact/claims-train.jsonl": `{"id":"1","claim":"c","label":"SUPPORT","evidence":[{"doc":"7","label":"SUPPORT","rationales":[[1]]}],"cited_docs":["7"]}` + "\n" +
			`{"id":"2","claim":"d","label":"NOT_ENOUGH_INFO","evidence":[],"cited_docs":["7"]}` + "\n",
	})
	all, err := packs.SciFact(dir)
	require.NoError(t, err)
	require.Len(t, all, 3)
	assert.Equal(t, []packs.Sentence{{Text: "One."}, {Text: "Two."}}, all[0].Sentences)
	assert.Equal(t, []packs.Sentence{{Text: "Two."}}, all[1].Sentences)
	assert.Equal(t, []bool{true, false, true}, []bool{all[0].Judged, all[1].Judged, all[2].Judged}, "figures are of whole abstracts")
	assert.Equal(t, []packs.Label{packs.Support, packs.Support, packs.Neither}, []packs.Label{all[0].Label, all[1].Label, all[2].Label})
	assert.Equal(t, all[0].Group, all[2].Group, "claims of one abstract stay together")
}

func TestQuestionsAreReadWithTheBestWorksOfTheirCorpus(t *testing.T) {
	dir := folder(t, map[string]string{
		"bioasq/corpus.jsonl":        `{"id":"a","title":"Otters","abstract":"Otters dive. They eat fish."}` + "\n" + `{"id":"b","title":"Basalt","abstract":"Basalt cools."}` + "\n",
		"bioasq/questions-dev.jsonl": `{"id":"q","question":"Do otters dive?","type":"multiple_choice","options":[{"label":"A","text":"yes"},{"label":"B","text":"no"}],"answer":"B","gold_docs":["a"]}` + "\n",
	})
	questions, err := packs.Questions(context.Background(), dir, t.TempDir(), "bioasq")
	require.NoError(t, err)
	require.Len(t, questions, 1)
	q := questions[0]
	assert.Equal(t, packs.Contradict, q.Label)
	require.Len(t, q.Works, 1, "a work that shares no word is not read")
	assert.Equal(t, []packs.Sentence{{Text: "Otters dive.", Section: "abstract"}, {Text: "They eat fish.", Section: "abstract"}}, q.Works[0].Sentences)
	assert.Less(t, q.Rarity("otters"), 1.0)
	assert.Equal(t, 1.0, packs.Rarity([]packs.Example{{Pack: "p", Claim: "x"}}, "p")[text.Hash([]byte("x"))])
}

func TestClaimsWithEvidenceOnBothSidesAreDisputed(t *testing.T) {
	questions := packs.Claims([]packs.Example{
		{Pack: "p", Claim: "a", Label: packs.Support}, {Pack: "p", Claim: "a", Label: packs.Neither}, {Pack: "p", Claim: "b", Label: packs.Support},
		{Pack: "p", Claim: "a", Label: packs.Contradict}, {Pack: "other", Claim: "b", Label: packs.Contradict},
	}, "p")
	require.Len(t, questions, 2)
	assert.True(t, questions[0].Disputed)
	assert.Len(t, questions[0].Works, 3)
	assert.False(t, questions[1].Disputed)
}
