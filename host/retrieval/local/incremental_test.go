package local

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local/synthetic"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// abstracts are lines of a corpus, made from their numbers.
func abstracts(from, to int) (lines []string) {
	d := synthetic.New(5)
	for i := from; i < to; i++ {
		b, err := json.Marshal(d.Document(i))
		if err != nil {
			panic(err)
		}
		lines = append(lines, string(b))
	}
	return lines
}

func queries(n int) (out []string) {
	d := synthetic.New(5)
	for i := range n {
		out = append(out, d.Query(i*37).Text)
	}
	return out
}

// equalAnswers holds a corpus to one that was built from nothing out of the same files.
func equalAnswers(t *testing.T, c *Corpus) {
	t.Helper()
	fresh := open(t, options(t, c.Stats().Files...))
	want, got := fresh.Stats(), c.Stats()
	want.IndexBytes, got.IndexBytes = 0, 0
	assert.Equal(t, want, got)
	for _, text := range queries(12) {
		q := retrieval.Query{Text: text, Limit: 20}
		want, err := fresh.Search(t.Context(), q)
		require.NoError(t, err)
		got, err := c.Search(t.Context(), q)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	documents, want1, err := fresh.CountWords(t.Context(), queries(5))
	require.NoError(t, err)
	again, got1, err := c.CountWords(t.Context(), queries(5))
	require.NoError(t, err)
	assert.Equal(t, documents, again)
	assert.Equal(t, want1, got1)
}

// indexed counts the documents in the segments that were not there before.
func indexed(c *Corpus, before ...*Corpus) (n int) {
	known := map[string]bool{}
	for _, b := range before {
		for _, s := range b.m.Segments {
			known[s.Name] = true
		}
	}
	for _, s := range c.m.Segments {
		if !known[s.Name] {
			n += s.Documents
		}
	}
	return n
}

func save(t *testing.T, path string, lines []string) {
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
}

// Lines that come, change or go anywhere, and files that come or go: only chunks around them are indexed, and the answers are
// those of an index from nothing.
func TestAChangedCorpusIsIndexedWhereItChangedAndAnswersAsANewOne(t *testing.T) {
	n := thorough.Number(12000, 800)
	path, more := write(t, "c.jsonl"), write(t, "more.jsonl", abstracts(n, n+1500)...)
	lines := abstracts(0, n)
	save(t, path, lines)
	o := options(t, path)
	before := []*Corpus{open(t, o)}
	steps := []struct {
		name   string
		change func()
	}{
		{"lines at the end", func() { lines = append(lines, abstracts(50000, 50010)...) }},
		{"a line in the middle", func() { lines = slices.Insert(lines, n/2, abstracts(60000, 60001)...) }},
		{"a line at the start", func() { lines = slices.Insert(lines, 0, abstracts(60001, 60002)...) }},
		{"a file more", func() { o.Files = append(o.Files, more) }},
		{"a line changed", func() { lines[n/3] = abstracts(70000, 70001)[0] }},
		{"lines deleted", func() { lines = slices.Delete(lines, n/4, n/4+100) }},
		{"files in another order", func() { slices.Reverse(o.Files) }},
		{"a file less", func() { o.Files = []string{path} }},
	}
	for _, step := range thorough.Each(steps, 5) {
		t.Run(step.name, func(t *testing.T) {
			step.change()
			save(t, path, lines)
			c, err := Open(t.Context(), o)
			require.NoError(t, err)
			defer c.Close()
			assert.LessOrEqual(t, indexed(c, before...), 2*chunkMost, "a chunk, or two where the line between them changed")
			equalAnswers(t, c)
			before = append(before, c)
		})
	}
}

func TestSmallSegmentsAreJoinedBeforeTheyAreMany(t *testing.T) {
	thorough.Only(t, "it indexes a corpus thirty times")
	path, lines := write(t, "c.jsonl"), abstracts(0, 300)
	o := options(t, path)
	most := 0
	times := 30
	for i := range times {
		lines = append(lines, abstracts(1000+200*i, 1200+200*i)...)
		save(t, path, lines)
		c, err := Open(t.Context(), o)
		require.NoError(t, err)
		most = max(most, len(c.m.Segments))
		if i == times-1 {
			equalAnswers(t, c)
		}
		require.NoError(t, c.Close())
	}
	assert.LessOrEqual(t, most, mostSmall+lanes)
}

// A segment of another corpus that is damaged is not shared, however well its name fits.
func TestADamagedSegmentIsNotShared(t *testing.T) {
	path, lines := write(t, "c.jsonl"), abstracts(0, thorough.Number(3000, 1000))
	save(t, path, lines)
	o := options(t, path)
	first := open(t, o)
	for _, s := range first.m.Segments {
		for _, name := range segmentFiles(s.Name) {
			flip(t, filepath.Join(first.dir, name))
		}
	}
	save(t, path, append(lines, abstracts(7000, 7001)...))
	c := open(t, o)
	for _, s := range c.segments {
		assert.NoError(t, s.check())
	}
	equalAnswers(t, c)
}

// flip changes a byte in the middle of a file, in place, so that links to it see it.
func flip(t *testing.T, path string) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	info, err := f.Stat()
	require.NoError(t, err)
	b := make([]byte, 1)
	_, err = f.ReadAt(b, info.Size()/3)
	require.NoError(t, err)
	b[0] ^= 0x40
	_, err = f.WriteAt(b, info.Size()/3)
	require.NoError(t, errors.Join(err, f.Close()))
}

// Whatever byte of an index changes: the answer is right, or an error says what to do, and doing it gives the right answer.
func TestADamagedByteNeverGivesAWrongAnswer(t *testing.T) {
	path := write(t, "c.jsonl", abstracts(0, 1500)...)
	clean := open(t, options(t, path))
	questions := queries(12)
	var want [][]retrieval.Hit
	for _, q := range questions {
		hits, err := clean.Search(t.Context(), retrieval.Query{Text: q, Limit: 10})
		require.NoError(t, err)
		want = append(want, hits)
	}
	o, r := options(t, path), rand.New(rand.NewPCG(1, 1))
	require.NoError(t, open(t, o).Close())
	found := 0
	times := thorough.Number(60, 2)
	for range times {
		dir := filepath.Join(o.Dir, "corpora", clean.Digest())
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		require.NoError(t, err)
		damage(t, files[r.IntN(len(files))], r)
		c, err := Open(t.Context(), o) // builds it again if it sees the damage
		require.NoError(t, err)
		for i, q := range questions {
			hits, err := c.Search(t.Context(), retrieval.Query{Text: q, Limit: 10})
			if err != nil {
				found++
				assert.ErrorContains(t, err, "run the command again, and the index is built again")
				break
			}
			require.Equal(t, want[i], hits)
		}
		require.NoError(t, c.Close())
	}
	if thorough.Wanted() {
		assert.Positive(t, found, "some damage is seen by searches only")
	}
}

func damage(t *testing.T, path string, r *rand.Rand) {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	b[r.IntN(len(b))] ^= 1 << r.IntN(8)
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.WriteFile(path, b, 0o644))
}

// The test binary again, as a process that builds an index until it is killed.
func TestBuildUntilKilled(t *testing.T) {
	path, dir := os.Getenv("SPARKHOST_TEST_CORPUS"), os.Getenv("SPARKHOST_TEST_CACHE")
	if path == "" {
		t.Skip("is run by TestABuilderMayBeKilledAtAnyTime")
	}
	c, err := Open(t.Context(), Options{Files: []string{path}, Dir: dir, Settings: DefaultSettings()})
	require.NoError(t, err)
	require.NoError(t, c.Close())
}

func TestABuilderMayBeKilledAtAnyTime(t *testing.T) {
	path := write(t, "c.jsonl", abstracts(0, thorough.Number(5000, 2000))...)
	o := options(t, path)
	whole := time.Now()
	require.False(t, kill(t, path, t.TempDir(), time.Hour))
	took := time.Since(whole)
	times, killed := thorough.Number(8, 2), 0
	for i := range times {
		if kill(t, path, o.Dir, took*time.Duration(i+1)/time.Duration(times+1)) {
			killed++
		}
	}
	assert.Positive(t, killed)
	c := open(t, o)
	equalAnswers(t, c)
	left, err := os.ReadDir(filepath.Join(o.Dir, "corpora"))
	require.NoError(t, err)
	for _, e := range left {
		assert.False(t, strings.HasPrefix(e.Name(), ".build"), "%s is left", e.Name())
	}
}

// kill runs a builder in a process of its own and kills it after a time. It returns whether the process was still running.
func kill(t *testing.T, path, dir string, after time.Duration) bool {
	cmd := exec.Command(os.Args[0], "-test.run", "^TestBuildUntilKilled$")
	cmd.Env = append(os.Environ(), "SPARKHOST_TEST_CORPUS="+path, "SPARKHOST_TEST_CACHE="+dir)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Start())
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	err := cmd.Wait()
	if err == nil {
		return false
	}
	require.EqualError(t, err, "signal: killed", "%s", &out)
	return true
}
