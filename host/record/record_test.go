package record

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func openTest(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(context.Background(), Options{Dir: dir})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// dump is a record as self-contained lines.
func dump(t testing.TB, r *Reader) string {
	t.Helper()
	var b bytes.Buffer
	_, err := r.WriteTo(&b)
	require.NoError(t, err)
	return b.String()
}

func TestEverySinkKeepsTheSameBytes(t *testing.T) {
	memory, err := OpenMemory()
	require.NoError(t, err)
	defer memory.Close()
	disk := openTest(t, t.TempDir())
	folder, err := OpenFolder(t.TempDir())
	require.NoError(t, err)
	writeSample(t, Multi(memory, disk, folder), "r/1", 7)

	file, err := os.ReadFile(folder.Path("r/1"))
	require.NoError(t, err)
	for _, s := range []*Store{memory, disk} {
		r, err := s.Read("r/1")
		require.NoError(t, err)
		require.Equal(t, string(file), dump(t, r))
		require.False(t, r.Partial)
	}
	r, err := ReadFile(folder.Path("r/1"))
	require.NoError(t, err)
	require.Equal(t, string(file), dump(t, r))
	b, err := r.Blob(Digest([]byte("\xff\xfe binary")))
	require.NoError(t, err)
	require.Equal(t, "\xff\xfe binary", string(b))
	require.Equal(t, 1, strings.Count(string(file), Digest([]byte("text <b>"))+`","text"`), "a blob is written once")
	require.Contains(t, string(file), "text <b>", "HTML is not escaped")
}

func TestEqualRunsDifferInTimingLinesOnly(t *testing.T) {
	folder, err := OpenFolder(t.TempDir())
	require.NoError(t, err)
	lines := func(elapsed int64) (kept, timings []string) {
		writeSample(t, folder, "r", elapsed)
		b, err := os.ReadFile(folder.Path("r"))
		require.NoError(t, err)
		for l := range strings.Lines(string(b)) {
			if strings.Contains(l, `"kind":"timing"`) {
				timings = append(timings, l)
			} else {
				kept = append(kept, l)
			}
		}
		return kept, timings
	}
	a, ta := lines(5)
	b, tb := lines(99)
	require.Equal(t, a, b)
	require.Len(t, ta, 3, "and the seal of the timings")
	require.NotEqual(t, ta, tb)
}

func TestASummarySaysWhatARunWas(t *testing.T) {
	s := openTest(t, t.TempDir())
	writeSample(t, s, "r2", 8)
	w, err := s.Begin("r1")
	require.NoError(t, err)
	require.NoError(t, w.Append(KindRun, sampleRun("r1")))
	require.NoError(t, w.Close())
	elapsed := int64(8)
	all, err := s.List()
	require.NoError(t, err)
	require.Equal(t, []Summary{
		{ID: "r1", QuestionID: "q1", Question: "Is ice less dense than water?", Policy: Named{"baseline", "d1"}, Partial: true},
		{
			ID: "r2", QuestionID: "q1", Question: "Is ice less dense than water?", Policy: Named{"baseline", "d1"},
			Verdict: VerdictAnswered, Answer: "A", Confidence: 0.75, ElapsedUS: &elapsed,
		},
	}, all)
	r, err := s.Read("r2")
	require.NoError(t, err)
	sum, err := r.Summary()
	require.NoError(t, err)
	require.Equal(t, all[1], sum)
}

func TestAFinishedRecordStaysUntilItsSuccessorIsFinished(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	writeSample(t, s, "r", 1)
	old, err := s.Read("r")
	require.NoError(t, err)

	w, err := s.Begin("r")
	require.NoError(t, err)
	_, err = s.Begin("r")
	require.ErrorIs(t, err, ErrOpen)
	require.NoError(t, w.Append(KindRun, sampleRun("r")))
	require.NoError(t, w.Close())
	r, err := s.Read("r")
	require.NoError(t, err)
	require.Equal(t, dump(t, old), dump(t, r))
	require.False(t, r.Partial)

	writeSample(t, s, "r", 2)
	r, err = s.Read("r")
	require.NoError(t, err)
	require.Contains(t, dump(t, r), `"elapsed_us":2}`)
	n := 0
	require.NoError(t, s.db.Scan([]byte("e"), func(_, _ []byte) error { n++; return nil }))
	first, err := OpenMemory()
	require.NoError(t, err)
	defer first.Close()
	writeSample(t, first, "r", 2)
	m := 0
	require.NoError(t, first.db.Scan([]byte("e"), func(_, _ []byte) error { m++; return nil }))
	require.Equal(t, m, n, "earlier generations are gone")
}

func TestAKilledProcessLeavesAReadablePartialRecord(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "ready\n", line)
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())

	s := openTest(t, filepath.Join(dir, "store"))
	fromStore, err := s.Read("killed")
	require.NoError(t, err)
	fromFile, err := ReadFile(filepath.Join(dir, "folder", "killed.jsonl.partial"))
	require.NoError(t, err)
	require.Equal(t, dump(t, fromFile), dump(t, fromStore))
	require.True(t, fromStore.Partial)
	queries, err := Each[Query](fromStore, KindQuery)
	require.NoError(t, err)
	require.Len(t, queries, 20)
	doc, err := fromStore.Blob(Digest([]byte("a document")))
	require.NoError(t, err)
	require.Equal(t, "a document", string(doc))

	writeSample(t, s, "killed", 1)
	again, err := s.Read("killed")
	require.NoError(t, err)
	require.False(t, again.Partial)
}

func TestDamageIsNamedWithItsLine(t *testing.T) {
	folder, err := OpenFolder(t.TempDir())
	require.NoError(t, err)
	writeSample(t, folder, "r", 1)
	b, err := os.ReadFile(folder.Path("r"))
	require.NoError(t, err)
	whole := string(b)
	tests := []struct {
		name    string
		content string
		want    string // of the error; empty: none
		cut     bool
		partial bool
	}{
		{"a whole record is whole", whole, "", false, false},
		{"a last line without newline is whole", strings.TrimSuffix(whole, "\n"), "", false, false},
		{"a cut last line is left out, and the record has no end", whole[:len(whole)-9], "", true, true},
		{"a record cut before its result is partial", whole[:strings.Index(whole, `"kind":"result"`)], "", true, true},
		{"an empty file is no record", "", "record x: it is empty: a run that was cut off at its start", false, false},
		{"zero bytes are no record", strings.Repeat("\x00", 1000), "it holds zero bytes only", false, false},
		{"a first line that was cut is no record", `{"seq":1,"kind":"ru`, "no event of it is whole", false, false},
		{"texts without an event are no record", whole[:strings.Index(whole, `{"seq":1,`)] + `{"kind":"blob","digest":"` + strings.Repeat("0", 64) + `"}` + "\n", "it has texts and no event", false, false},
		{"a broken line is an error", strings.Replace(whole, `{"seq":2,`, `{"seq":2`, 1), "x:5: not a line", false, false},
		{"a missing line is an error", strings.Replace(whole, `{"seq":2,`, `{"seq":3,`, 1), "x:5: not a line of a record: event 3 after event 1", false, false},
		{"a changed blob is an error", strings.Replace(whole, "text <b>", "text <i>", 1), "other content than its digest says", false, false},
		{"another kind of file is an error", "hello\n", "x:1: not a line", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := readLines("x", []byte(tt.content), nil)
			if tt.want != "" {
				require.ErrorIs(t, err, ErrCorrupt)
				require.ErrorContains(t, err, tt.want)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tt.cut, r.Truncated)
			require.Equal(t, tt.partial, r.Partial)
		})
	}
}

func TestARecordCopiedToAnotherSinkIsTheSame(t *testing.T) {
	folder, err := OpenFolder(t.TempDir())
	require.NoError(t, err)
	writeSample(t, folder, "r", 1)
	r, err := ReadFile(folder.Path("r"))
	require.NoError(t, err)
	s := openTest(t, t.TempDir())
	require.NoError(t, r.CopyTo(s))
	got, err := s.Read("r")
	require.NoError(t, err)
	require.Equal(t, dump(t, r), dump(t, got))

	b := dump(t, r)
	cut, err := readLines("cut", []byte(b[:strings.Index(b, `{"seq":3`)]), nil)
	require.NoError(t, err)
	other := openTest(t, t.TempDir())
	require.NoError(t, cut.CopyTo(other))
	got, err = other.Read("r")
	require.NoError(t, err)
	require.True(t, got.Partial)
	require.Equal(t, dump(t, cut), dump(t, got))
}

func TestAWriterRefusesMoreAfterItsEnd(t *testing.T) {
	s, err := OpenMemory()
	require.NoError(t, err)
	defer s.Close()
	_, err = s.Begin("")
	require.ErrorContains(t, err, "empty")
	w, err := s.Begin("r")
	require.NoError(t, err)
	require.NoError(t, w.Finish())
	require.ErrorIs(t, w.Append(KindWarning, Warning{}), ErrFinished)
	require.ErrorIs(t, w.Finish(), ErrFinished)
	require.NoError(t, w.Close())
	require.NoError(t, w.Close())
	_, err = s.Read("other")
	require.ErrorIs(t, err, ErrNotFound)
}

func TestAnUnencodableValueIsAnErrorAndTakesNoNumber(t *testing.T) {
	s, err := OpenMemory()
	require.NoError(t, err)
	defer s.Close()
	w, err := s.Begin("r")
	require.NoError(t, err)
	require.NoError(t, w.Append(KindRun, sampleRun("r")))
	require.ErrorContains(t, w.Append(KindWarning, func() {}), "kind warning")
	require.NoError(t, w.Append(KindWarning, Warning{Code: "a"}))
	require.NoError(t, w.Finish())
	r, err := s.Read("r")
	require.NoError(t, err)
	for e := range r.Events() {
		if e.Kind == KindWarning {
			require.Equal(t, 2, e.Seq)
		}
	}
}

func TestIdsBecomeDistinctSafeFileNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		name := fileName(a)
		if name != filepath.Base(name) && name != "" || strings.HasPrefix(name, ".") || len(name) > 210 {
			t.Fatalf("%q is not a safe file name", name)
		}
		if (a == b) != (fileName(b) == name) {
			t.Fatalf("%q and %q share %q", a, b, name)
		}
	})
}

func TestLoadTakesAFileOrAnId(t *testing.T) {
	dir := t.TempDir()
	folder, err := OpenFolder(t.TempDir())
	require.NoError(t, err)
	writeSample(t, folder, "file", 1)
	open := func(ctx context.Context) (*Store, error) { return Open(ctx, Options{Dir: dir}) }
	s, err := open(context.Background())
	require.NoError(t, err)
	writeSample(t, s, "id", 1)
	require.NoError(t, s.Close())
	for _, ref := range []string{"id", folder.Path("file")} {
		r, done, err := Load(context.Background(), ref, open)
		require.NoError(t, err)
		require.False(t, r.Partial)
		_, err = r.Blob(Digest([]byte("text <b>")))
		require.NoError(t, err)
		require.NoError(t, done())
	}
	_, _, err = Load(context.Background(), "nothing", open)
	require.ErrorIs(t, err, ErrNotFound)
}

// BenchmarkRecord writes records of 300 events and 40 blobs of 1.5 KB, half of
// which other records have too.
func BenchmarkRecord(b *testing.B) {
	sinks := map[string]func() Sink{
		"badger": func() Sink { return openTest(b, b.TempDir()) },
		"folder": func() Sink { f, err := OpenFolder(b.TempDir()); require.NoError(b, err); return f },
	}
	for name, open := range sinks {
		b.Run(name, func(b *testing.B) {
			s := open()
			for i := 0; b.Loop(); i++ {
				w, err := s.Begin(fmt.Sprint("run-", i))
				require.NoError(b, err)
				require.NoError(b, w.Append(KindRun, sampleRun("r")))
				for j := range 40 {
					blob := bytes.Repeat([]byte(fmt.Sprintf("blob %d of run %d. ", j, i*(j%2))), 80)
					require.NoError(b, w.Blob(Digest(blob), blob))
				}
				for j := range 298 {
					require.NoError(b, w.Append(KindDocument, Document{ID: fmt.Sprint(j), Terms: map[string]float64{"a": 1, "b": 2}, Score: 3}))
				}
				require.NoError(b, w.Append(KindResult, sampleResult()))
				require.NoError(b, w.Finish())
			}
		})
	}
}
