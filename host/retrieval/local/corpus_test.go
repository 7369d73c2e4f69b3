package local

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// write makes a file in a folder of its own and returns its path.
func write(t testing.TB, name string, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644))
	return path
}

var sample = []string{
	`{"id":"s1","title":"Salt marshes bury carbon","abstract":"Marshes on temperate coasts bury carbon in sediment.","year":2011}`,
	`{"id":"s2","title":"Glacier tongues","abstract":"Glaciers thin from below where warm water reaches them.","citation_count":0}`,
	``,
	`{"id":"s3","title":"","sections":[{"label":"RESULTS","text":"Kelp takes up carbon too."}],"retracted":true}`,
	`{"id":"s4"}`,
}

func options(t testing.TB, files ...string) Options {
	return Options{Files: files, Dir: t.TempDir(), Settings: DefaultSettings()}
}

func open(t testing.TB, o Options) *Corpus {
	t.Helper()
	c, err := Open(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Close()) })
	return c
}

func search(t testing.TB, c *Corpus, query string, limit int) (ids []string) {
	t.Helper()
	hits, err := c.Search(context.Background(), retrieval.Query{Text: query, Limit: limit})
	require.NoError(t, err)
	for i, h := range hits {
		require.Equal(t, i+1, h.Rank)
		require.Positive(t, h.Score)
		ids = append(ids, h.Document.ID)
	}
	return ids
}

func TestSearchFindsByTitleAbstractAndSections(t *testing.T) {
	c := open(t, options(t, write(t, "c.jsonl", sample...)))
	assert.Equal(t, []string{"s1", "s3"}, search(t, c, "Does carbon end up in marsh sediment?", 10))
	assert.Equal(t, []string{"s1"}, search(t, c, "carbon", 1), "the title counts more")
	assert.Equal(t, []string{"s3"}, search(t, c, "kelp", 10))
	assert.Empty(t, search(t, c, "the of and", 10), "stop words alone find nothing")
	assert.Empty(t, search(t, c, "zeppelin", 10))
	assert.Empty(t, search(t, c, "carbon", 0))
	assert.Equal(t, "local", c.Name())
}

func TestADocumentComesBackAsItWasRead(t *testing.T) {
	c := open(t, options(t, write(t, "c.jsonl", sample...)))
	d, err := c.Document(1)
	require.NoError(t, err)
	zero := int64(0)
	want := evidence.Document{ID: "s2", Title: "Glacier tongues", Abstract: "Glaciers thin from below where warm water reaches them.", CitationCount: &zero, Source: "local"}
	assert.Equal(t, want, d)

	digest, err := c.DocumentDigest(1)
	require.NoError(t, err)
	want.Source = ""
	canonical, err := json.Marshal(want)
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintf("%x", sha256.Sum256(canonical)), digest)

	for _, ord := range []int{-1, 4} {
		_, err = c.Document(ord)
		assert.ErrorContains(t, err, "there are 4")
		_, err = c.DocumentDigest(ord)
		assert.ErrorContains(t, err, "there are 4")
	}
}

func TestStatsDescribeTheCorpus(t *testing.T) {
	c := open(t, options(t, write(t, "c.jsonl", sample...)))
	s := c.Stats()
	assert.Equal(t, []int{4, 1, 2, 2, 0, 1, 1, 1, 1, 0}, []int{s.Documents, s.Empty, s.WithTitle, s.WithAbstract, s.WithText, s.WithSections, s.WithYear, s.WithCites, s.Retracted, s.Skipped})
	assert.Equal(t, []int{2011, 2011}, []int{s.FirstYear, s.LastYear})
	assert.InDelta(t, (10+7+3)/4.0, s.MeanTerms, 1e-12)
	assert.Positive(t, s.IndexBytes)
	assert.Len(t, s.Digest, 64)
}

func TestGzipAndSeveralFilesGiveTheSameRanking(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.jsonl.gz")
	f, err := os.Create(path)
	require.NoError(t, err)
	z := gzip.NewWriter(f)
	_, err = z.Write([]byte(strings.Join(sample, "\n")))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	require.NoError(t, f.Close())
	plain := open(t, options(t, write(t, "c.jsonl", sample...)))
	split := open(t, options(t, write(t, "a.jsonl", sample[:1]...), write(t, "b.jsonl", sample[1:]...)))
	for _, q := range []string{"carbon", "glaciers and carbon in water"} {
		want, err := plain.Search(context.Background(), retrieval.Query{Text: q, Limit: 9})
		require.NoError(t, err)
		for _, other := range []*Corpus{open(t, options(t, path)), split} {
			got, err := other.Search(context.Background(), retrieval.Query{Text: q, Limit: 9})
			require.NoError(t, err)
			assert.Equal(t, want, got)
		}
	}
}

func TestATruncatedGzipFileIsRefused(t *testing.T) {
	path := write(t, "c.jsonl.gz", "\x1f\x8b\x08\x00\x00\x00\x00\x00")
	_, err := Open(context.Background(), options(t, path))
	assert.ErrorContains(t, err, path)
}

func TestBadLinesAreReportedTogetherOrLeftOut(t *testing.T) {
	lines := []string{
		"\xef\xbb\xbf" + `{"id":"1","title":"After a byte order mark"}`, // 1
		`{"id":"2"`,                    // 2
		"{\"id\":\"3\xff\"}",           // 3
		strings.Repeat("x", MaxLine+1), // 4
		`["4"]`,                        // 5
		`{"title":"x"}`,                // 6
		`{"id":"1","title":"Again"}`,   // 7
		`{"id":"5"} {"id":"6"}`,        // 8
		`{"id":"7","title":"Fine"}`,
	}
	for range 30 {
		lines = append(lines, "{")
	}
	path := write(t, "c.jsonl", lines...)
	o := options(t, path)
	_, err := Open(context.Background(), o)
	var bad *BadLinesError
	require.ErrorAs(t, err, &bad)
	assert.Equal(t, 37, bad.Count)
	require.Len(t, bad.Shown, 20)
	for i, want := range []struct {
		line   int
		reason string
	}{{2, "JSON"}, {3, "UTF-8"}, {4, "longer than 4 MiB"}, {5, "object"}, {6, "id"}, {7, `duplicate id "1": first in ` + path + ":1"}, {8, "JSON"}, {10, "JSON"}} {
		assert.Equal(t, BadLine{path, want.line, bad.Shown[i].Reason}, bad.Shown[i])
		assert.Contains(t, bad.Shown[i].Reason, want.reason)
	}
	assert.Contains(t, err.Error(), "37 bad lines")
	assert.Contains(t, err.Error(), "and 17 more")
	assert.Empty(t, folders(t, o.Dir), "nothing is left of a refused corpus")

	o.SkipBadLines = true
	c := open(t, o)
	assert.Equal(t, []int{2, 37, 1}, []int{c.Stats().Documents, c.Stats().Skipped, c.Stats().Duplicates})
	assert.Len(t, c.Stats().SkippedAt, 20)

	o.SkipBadLines = false
	_, err = Open(context.Background(), o)
	require.ErrorAs(t, err, &bad, "an index made by skipping does not excuse the corpus")
	assert.Equal(t, 37, bad.Count)
}

// folders lists the finished and unfinished corpus folders of a cache folder.
func folders(t testing.TB, dir string) (names []string) {
	entries, err := os.ReadDir(filepath.Join(dir, "corpora"))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestWithoutAnyDocumentThereIsNoCorpus(t *testing.T) {
	for name, files := range map[string][]string{
		"no file named":       nil,
		"a missing file":      {filepath.Join(t.TempDir(), "none.jsonl")},
		"an empty file":       {write(t, "empty.jsonl")},
		"blank lines only":    {write(t, "blank.jsonl", "", " ", "\t")},
		"a folder":            {t.TempDir()},
		"one file too little": {write(t, "good.jsonl", sample...), filepath.Join(t.TempDir(), "none.jsonl")},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(context.Background(), options(t, files...))
			assert.ErrorIs(t, err, ErrNoCorpus)
		})
	}
}

func TestACorpusOfEmptyDocumentsIsNeverAHit(t *testing.T) {
	c := open(t, options(t, write(t, "c.jsonl", `{"id":"1"}`, `{"id":"2","title":"  "}`)))
	assert.Empty(t, search(t, c, "anything", 5))
	assert.Equal(t, 2, c.Stats().Empty)
}

func TestAnIndexIsReusedUntilTheFilesChange(t *testing.T) {
	path := write(t, "c.jsonl", sample...)
	o := options(t, path)
	reads := 0
	o.Progress = func(done, total int) {
		reads++
		assert.True(t, done >= 0 && done <= total, "%d of %d", done, total)
	}
	first := open(t, o)
	assert.Positive(t, reads)
	reads = 0
	again := open(t, o)
	assert.Zero(t, reads, "found, not built")
	assert.Equal(t, first.Fingerprint(), again.Fingerprint())

	o.Settings.K1 = 2
	other := open(t, o)
	assert.Zero(t, reads, "k1 does not shape the index")
	assert.Equal(t, first.Digest(), other.Digest())
	assert.NotEqual(t, first.Fingerprint(), other.Fingerprint())

	o.Settings.Stemming = "none"
	assert.NotEqual(t, first.Digest(), open(t, o).Digest())

	require.NoError(t, os.WriteFile(path, []byte(`{"id":"n","title":"New"}`), 0o644))
	o.Settings = DefaultSettings()
	changed := open(t, o)
	assert.NotEqual(t, first.Digest(), changed.Digest())
	assert.Equal(t, []string{"n"}, search(t, changed, "new", 3))
}

func TestADigestIsRememberedOnlyWhenTheFileHadSettled(t *testing.T) {
	path, dir := write(t, "c.jsonl", "one"), t.TempDir()
	ctx := context.Background()
	digest := func() string {
		d, err := fileDigest(ctx, dir, path)
		require.NoError(t, err)
		return d
	}
	old := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(path, old, old))
	first := digest()
	require.NoError(t, os.WriteFile(path, []byte("two"), 0o644))
	require.NoError(t, os.Chtimes(path, old, old))
	assert.Equal(t, first, digest(), "same size and time: trusted without reading")

	fresh := time.Now()
	require.NoError(t, os.Chtimes(path, fresh, fresh))
	second := digest()
	assert.NotEqual(t, first, second)
	require.NoError(t, os.WriteFile(path, []byte("six"), 0o644))
	require.NoError(t, os.Chtimes(path, fresh, fresh))
	assert.NotEqual(t, second, digest(), "the file might have changed within one tick of the clock: read again")
}

func TestADamagedOrHalfWrittenIndexIsBuiltAgain(t *testing.T) {
	path := write(t, "c.jsonl", sample...)
	for name, harm := range map[string]func(t *testing.T, dir string){
		"no manifest":          func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, manifestFile))) },
		"half a manifest":      func(t *testing.T, dir string) { require.NoError(t, os.Truncate(filepath.Join(dir, manifestFile), 30)) },
		"a lost file":          func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, dictionaryFile))) },
		"a lost segment":       func(t *testing.T, dir string) { require.NoError(t, os.Remove(file(t, dir, "*.postings"))) },
		"a shortened file":     func(t *testing.T, dir string) { require.NoError(t, os.Truncate(file(t, dir, "*.documents"), 5)) },
		"another key's folder": func(t *testing.T, dir string) { rewrite(t, filepath.Join(dir, manifestFile), `"key":"`, `"key":"0`) },
		"another manifest": func(t *testing.T, dir string) {
			rewrite(t, filepath.Join(dir, manifestFile), `"documents":4`, `"documents":5`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, path)
			key := open(t, o).Digest()
			harm(t, filepath.Join(o.Dir, "corpora", key))
			assert.Equal(t, []string{"s3"}, search(t, open(t, o), "kelp", 5))
		})
	}
}

// file is the one file of the folder with such a name.
func file(t *testing.T, dir, pattern string) string {
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	require.NoError(t, err)
	require.Len(t, found, 1)
	return found[0]
}

func rewrite(t *testing.T, path, from, to string) {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(b), from, to, 1)), 0o644))
}

func TestWhatADeadBuilderLeftIsClearedAway(t *testing.T) {
	o := options(t, write(t, "c.jsonl", sample...))
	key := open(t, o).Digest()
	dir := filepath.Join(o.Dir, "corpora", key)
	require.NoError(t, os.RemoveAll(dir))
	left := filepath.Join(filepath.Dir(dir), tempPrefix(key)+"123")
	require.NoError(t, os.MkdirAll(filepath.Join(left, "left"), 0o755))
	open(t, o)
	if exclusive {
		assert.Equal(t, []string{key}, folders(t, o.Dir))
	}
}

func TestManyOpenersBuildOnce(t *testing.T) {
	path, dir := write(t, "c.jsonl", sample...), t.TempDir()
	var built, opened sync.Map
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c, err := Open(context.Background(), Options{Files: []string{path}, Dir: dir, Settings: DefaultSettings(), Progress: func(int, int) { built.Store(i, true) }})
			if assert.NoError(t, err) {
				opened.Store(i, c)
			}
		}()
	}
	wg.Wait()
	n := 0
	built.Range(func(any, any) bool { n++; return true })
	if exclusive {
		assert.Equal(t, 1, n)
	}
	opened.Range(func(_, c any) bool {
		assert.Equal(t, []string{"s3"}, search(t, c.(*Corpus), "kelp", 5))
		return assert.NoError(t, c.(*Corpus).Close())
	})
}

func TestACancelledBuildLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := options(t, write(t, "a.jsonl", sample...), write(t, "b.jsonl", `{"id":"b"}`))
	o.Progress = func(int, int) { cancel() }
	_, err := Open(ctx, o)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, folders(t, o.Dir))
}

func TestWhatWaitsForALaneIsNotIndexedOnceTheBuildIsCancelled(t *testing.T) {
	l := newLane(&builder{options: &Options{}, analyzer: newAnalyzer("english"), dir: t.TempDir()}, 0)
	for range laneWaiting {
		l.in <- &placed{lines: []line{{text: []byte(`{"id":"a","title":"kelp"}`)}}}
	}
	close(l.in)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, l.run(ctx), context.Canceled)
	assert.Zero(t, l.unit.documents)
	assert.Empty(t, l.units, "no segment is written")
}

func TestAFolderThatIsRemovedWhileACorpusIsIndexedInItIsNamed(t *testing.T) {
	o := options(t, write(t, "a.jsonl", sample...), write(t, "b.jsonl", `{"id":"b"}`))
	o.Progress = func(int, int) { assert.NoError(t, os.RemoveAll(o.Dir)) }
	_, err := Open(t.Context(), o)
	assert.EqualError(t, err, "cache folder "+o.Dir+" was removed while the corpus was being indexed in it: leave it until the command has ended, and run that again")
}

func TestAWaitForAnotherBuilderEndsWithItsContext(t *testing.T) {
	if !exclusive {
		t.Skip("there are no locks between processes here")
	}
	path := filepath.Join(t.TempDir(), "l")
	unlock, err := lock(context.Background(), path)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = lock(ctx, path)
	assert.ErrorIs(t, err, context.Canceled)
	unlock()
	unlock, err = lock(context.Background(), path)
	require.NoError(t, err)
	unlock()
}

func TestAFileThatChangesWhileItIsReadIsRefused(t *testing.T) {
	path := write(t, "c.jsonl", sample...)
	o := options(t, path)
	err := buildOnce(context.Background(), &o, filepath.Join(o.Dir, "corpora", strings.Repeat("0", 64)), strings.Repeat("0", 64), []string{"another digest"})
	assert.ErrorContains(t, err, "changed while it was being read")
	assert.Empty(t, folders(t, o.Dir))
}

func TestACacheFolderMustBeNamed(t *testing.T) {
	_, err := Open(context.Background(), Options{Files: []string{"c.jsonl"}, Settings: DefaultSettings()})
	assert.ErrorContains(t, err, "no cache folder")
}

func TestACacheFolderThatIsAFileIsAnError(t *testing.T) {
	path := write(t, "c.jsonl", sample...)
	o := options(t, path)
	o.Dir = path
	_, err := Open(context.Background(), o)
	assert.ErrorContains(t, err, path)
}

func TestSearchAfterCloseFailsAndCloseMayBeRepeated(t *testing.T) {
	c := open(t, options(t, write(t, "c.jsonl", sample...)))
	require.NoError(t, c.Close())
	require.NoError(t, c.Close())
	_, err := c.Search(context.Background(), retrieval.Query{Text: "carbon", Limit: 1})
	assert.ErrorIs(t, err, errClosed)
	_, err = c.Document(0)
	assert.ErrorIs(t, err, errClosed)
	_, err = c.DocumentDigest(0)
	assert.ErrorIs(t, err, errClosed)
}

func TestSearchersMayShareACorpus(t *testing.T) {
	c := open(t, options(t, write(t, "c.jsonl", sample...)))
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 50 {
				assert.Equal(t, []string{"s1", "s3"}, search(t, c, "carbon marsh", 5))
			}
		}()
	}
	wg.Wait()
}

// A digest that was damaged where it is remembered is not believed: the file is read again, and the corpus found.
func TestADamagedDigestOfAFileIsNotBelieved(t *testing.T) {
	path, dir := write(t, "c.jsonl", sample...), t.TempDir()
	old := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(path, old, old))
	first, err := fileDigest(t.Context(), dir, path)
	require.NoError(t, err)
	sidecars, err := filepath.Glob(filepath.Join(dir, "*.json"))
	require.NoError(t, err)
	require.Len(t, sidecars, 1)
	b, err := os.ReadFile(sidecars[0])
	require.NoError(t, err)
	flipped := "0" + first[1:]
	if flipped == first {
		flipped = "1" + first[1:]
	}
	require.NoError(t, os.WriteFile(sidecars[0], bytes.Replace(b, []byte(first), []byte(flipped), 1), 0o600))
	again, err := fileDigest(t.Context(), dir, path)
	require.NoError(t, err)
	assert.Equal(t, first, again)
}

func TestKeysThatAreNotReadAreInTheStatistics(t *testing.T) {
	path := write(t, "c.jsonl", `{"id":"a","title":"One","abstrct":"x"}`, `{"id":"b","title":"Two","abstrct":"y","mine":1}`)
	c := open(t, options(t, path))
	assert.Equal(t, []string{`"abstrct" (did you mean "abstract"?)`, `"mine"`}, c.Stats().Unread)
}
