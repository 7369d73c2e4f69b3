package suite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRunsStandInTheOrderOfPoliciesPacksAndRepeats(t *testing.T) {
	m := &Manifest{Policies: []Policy{{Name: "b"}, {Name: "a"}}, Packs: []PackFile{{Name: "p"}, {Name: "q"}}}
	for _, r := range []Run{{"a", "p", 0, "1", 1}, {"b", "q", 0, "2", 1}, {"b", "p", 1, "3", 1}, {"b", "p", 0, "4", 1}, {"b", "p", 0, "5", 1}} {
		m.Put(r)
	}
	assert.Equal(t, []Run{{"b", "p", 0, "5", 1}, {"b", "p", 1, "3", 1}, {"b", "q", 0, "2", 1}, {"a", "p", 0, "1", 1}}, m.Runs)
}

func TestAFolderIsGoneOnWithOnlyByTheSameEvaluation(t *testing.T) {
	made := func() *Manifest {
		return &Manifest{FormatVersion: FormatVersion, Version: "1", Repeats: 1, Flags: []string{}, Policies: []Policy{{Name: "a", Digest: "d"}},
			Packs: []PackFile{{Name: "p", Questions: "q", Corpus: []string{"c"}}}, Runs: []Run{{Policy: "a", Pack: "p", Count: 3}}}
	}
	for name, tt := range map[string]struct {
		change func(*Manifest)
		same   bool
	}{
		"the same":             {func(*Manifest) {}, true},
		"another policy, too":  {func(m *Manifest) { m.Policies = []Policy{{Name: "b", Digest: "x"}} }, true},
		"another pack, too":    {func(m *Manifest) { m.Packs = []PackFile{{Name: "r"}} }, true},
		"more repeats":         {func(m *Manifest) { m.Repeats = 4 }, true},
		"the policy changed":   {func(m *Manifest) { m.Policies[0].Digest = "x" }, false},
		"the questions":        {func(m *Manifest) { m.Packs[0].Questions = "x" }, false},
		"the literature":       {func(m *Manifest) { m.Packs[0].Corpus = nil }, false},
		"another seed":         {func(m *Manifest) { m.Seed = 1 }, false},
		"other flags of run":   {func(m *Manifest) { m.Flags = []string{"--offline"} }, false},
		"another host version": {func(m *Manifest) { m.Version = "2" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, made().Write(dir))
			now := made()
			now.Runs = nil
			tt.change(now)
			err := now.Resume(dir)
			if !tt.same {
				assert.ErrorIs(t, err, ErrOther)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, made().Runs, now.Runs)
			assert.NotNil(t, now.policy("a"))
			assert.NotNil(t, now.Pack("p"))
		})
	}
	assert.NoError(t, made().Resume(t.TempDir()), "an empty folder is fine")
}

func TestARunIsDoneWhileItsResultsAreThoseOfTheManifest(t *testing.T) {
	dir := t.TempDir()
	r := Run{Policy: "a", Pack: "p"}
	path := filepath.Join(r.Folder(dir), ResultsName)
	require.NoError(t, os.MkdirAll(r.Folder(dir), 0o755))
	require.NoError(t, os.WriteFile(path, []byte("one"), 0o644))
	m := &Manifest{}
	assert.False(t, m.Has(dir, r))
	r.Results, _ = Digest(path)
	m.Put(r)
	assert.True(t, m.Has(dir, r))
	require.NoError(t, os.WriteFile(path, []byte("two"), 0o644))
	assert.False(t, m.Has(dir, r))
}

func TestEveryMistakeOfAFileOfPacksIsToldWithItsLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "packs.hcl")
	good := "pack \"a\" {\n questions = \"q.jsonl\"\n corpus = [\"c.jsonl\"]\n role = \"dev\"\n}\n"
	require.NoError(t, os.WriteFile(path, []byte(good+good+"pack \"B c\" {\n questions = \"q\"\n role = \"dev\"\n}\npack \"d\" {\n questions = \"q\"\n role = \"some\"\n}\n"), 0o644))
	_, err := ReadPacks(path)
	for _, want := range []string{`packs.hcl:11: pack "B c": nothing to search`, `packs.hcl:6: pack "a": another pack has this name`, `packs.hcl:11: pack "B c": name it`, `packs.hcl:15: pack "d": role "some": must be "dev"`} {
		assert.ErrorContains(t, err, want)
	}
}

func TestMistakesOfSyntaxAndOfMeaningOfPacksAreToldTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "packs.hcl")
	require.NoError(t, os.WriteFile(path, []byte("pack \"a\" {\n questions = \"q\"\n role = \"some\"\n}\npack \"b\" {\n roll = \"dev\"\n}\n"), 0o644))
	_, err := ReadPacks(path)
	assert.Regexp(t, `(?s)^[^\n]*packs.hcl:1: pack "a": role "some".*packs.hcl:1: pack "a": nothing to search.*packs.hcl:5: Missing required argument.*packs.hcl:6: Unsupported argument`, err.Error())
	assert.NotContains(t, err.Error(), `pack "b": role`, "a missing role is told once")
}

func TestPathsOfPacksStartFromTheirFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "packs.hcl")
	require.NoError(t, os.WriteFile(path, []byte("pack \"a\" {\n questions = \"q.jsonl\"\n corpus = [\"sub/c.jsonl\"]\n role = \"withheld\"\n cluster = \"gold\"\n}\n"), 0o644))
	packs, err := ReadPacks(path)
	require.NoError(t, err)
	assert.Equal(t, 1, packs[0].At.Start.Line)
	packs[0].At = hcl.Range{}
	assert.Equal(t, []Pack{{Name: "a", Questions: filepath.Join(dir, "q.jsonl"), Corpus: []string{filepath.Join(dir, "sub/c.jsonl")}, Role: Withheld, Cluster: "gold"}}, packs)
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	_, err = ReadPacks(path)
	assert.ErrorContains(t, err, "no pack in it")
}

func TestAFileThatChangedAfterTheEvaluationIsNamed(t *testing.T) {
	dir := t.TempDir()
	run := Run{Policy: "p", Pack: "a"}
	for _, path := range []string{Questions(dir, "a"), filepath.Join(run.Folder(dir), ResultsName)} {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte("one\n"), 0o644))
	}
	digest, err := Digest(Questions(dir, "a"))
	require.NoError(t, err)
	run.Results = digest
	m := &Manifest{Packs: []PackFile{{Name: "a", Questions: digest}}}
	require.NoError(t, m.VerifyQuestions(dir))
	require.NoError(t, run.Verify(dir))

	require.NoError(t, os.WriteFile(Questions(dir, "a"), []byte("on"), 0o644))
	require.ErrorIs(t, m.VerifyQuestions(dir), ErrChanged)
	assert.ErrorContains(t, m.VerifyQuestions(dir), "questions.jsonl: changed after the evaluation was made; the same `eval run` makes it again")
	run.Results = "other"
	require.ErrorIs(t, run.Verify(dir), ErrChanged)
	require.NoError(t, os.Remove(Questions(dir, "a")))
	assert.ErrorIs(t, m.VerifyQuestions(dir), os.ErrNotExist)
}
