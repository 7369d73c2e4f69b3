package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func openTest(t testing.TB, dir string) DB {
	t.Helper()
	d, err := Open(context.Background(), Options{Dir: dir})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// content is all keys and values, in order.
func content(t require.TestingT, d DB, prefix string) []string {
	all := []string{}
	require.NoError(t, d.Scan([]byte(prefix), func(k, v []byte) error {
		all = append(all, string(k)+"="+string(v))
		return nil
	}))
	return all
}

func TestDiskAndMemoryBehaveAlike(t *testing.T) {
	disk := openTest(t, t.TempDir())
	keys := rapid.SampledFrom([]string{"a", "ab", "b", "b\x00", "c"})
	rapid.Check(t, func(t *rapid.T) {
		require.NoError(t, disk.Write(deletions(t, disk)...))
		memory := Memory()
		for range rapid.IntRange(1, 6).Draw(t, "writes") {
			e := Entry{Key: []byte(keys.Draw(t, "key")), Value: rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t, "value")}
			if rapid.Bool().Draw(t, "delete") {
				e.Value = nil
			}
			require.NoError(t, disk.Write(e))
			require.NoError(t, memory.Write(e))
		}
		prefix := rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "prefix")
		require.Equal(t, content(t, memory, prefix), content(t, disk, prefix))
		key := []byte(keys.Draw(t, "get"))
		want, wantErr := memory.Get(key)
		got, gotErr := disk.Get(key)
		require.Equal(t, wantErr, gotErr)
		require.Equal(t, string(want), string(got))
	})
}

func deletions(t require.TestingT, d DB) []Entry {
	var all []Entry
	require.NoError(t, d.Scan(nil, func(k, _ []byte) error {
		all = append(all, Entry{Key: slices.Clone(k)})
		return nil
	}))
	return all
}

func TestAScanStopsWithTheErrorOfItsFunction(t *testing.T) {
	for _, d := range []DB{openTest(t, t.TempDir()), Memory()} {
		require.NoError(t, d.Write(Entry{[]byte("a"), []byte{}}, Entry{[]byte("b"), []byte{}}))
		stop, n := errors.New("stop"), 0
		require.ErrorIs(t, d.Scan(nil, func(_, _ []byte) error { n++; return stop }), stop)
		require.Equal(t, 1, n)
	}
}

func TestAClosedStoreSaysSo(t *testing.T) {
	for _, d := range []DB{openTest(t, t.TempDir()), Memory()} {
		require.NoError(t, d.Close())
		require.NoError(t, d.Close())
		_, err := d.Get([]byte("a"))
		require.ErrorIs(t, err, ErrClosed)
		require.ErrorIs(t, d.Write(Entry{[]byte("a"), []byte("b")}), ErrClosed)
		require.ErrorIs(t, d.Scan(nil, nil), ErrClosed)
		require.ErrorIs(t, d.Check(), ErrClosed)
	}
}

func TestAFullDiskIsRefusedBeforeBadgerMeetsIt(t *testing.T) {
	free := int64(keepFree)
	o := Options{Dir: t.TempDir(), free: func(string) (int64, error) { return free, nil }}
	d, err := Open(t.Context(), o)
	require.NoError(t, err)
	free = keepFree - 1
	require.NoError(t, d.Write(Entry{[]byte("small"), []byte("x")}), "small writes are not checked one by one")
	err = d.Write(Entry{[]byte("large"), make([]byte, checkEvery)})
	require.ErrorIs(t, err, ErrFull)
	require.ErrorContains(t, err, o.Dir)
	require.ErrorContains(t, err, "free some space")
	require.ErrorIs(t, d.Write(Entry{[]byte("small"), []byte("x")}), ErrFull, "and stays refused")
	free = keepFree
	require.NoError(t, d.Write(Entry{[]byte("small"), []byte("x")}), "until there is room again")
	require.NoError(t, d.Close())
	free = 0
	_, err = Open(t.Context(), o)
	require.ErrorIs(t, err, ErrFull)
}

func TestAFolderThatIsRemovedWhileItIsOpenIsNamedAndEndsTheStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home", "records")
	d, err := Open(t.Context(), Options{Dir: dir, Repair: "repair it"})
	require.NoError(t, err)
	require.NoError(t, d.Write(Entry{[]byte("small"), []byte("x")}))
	require.NoError(t, os.RemoveAll(filepath.Dir(dir)))
	err = d.Write(Entry{[]byte("large"), make([]byte, checkEvery)})
	require.ErrorIs(t, err, ErrGone)
	require.NotErrorIs(t, err, ErrCorrupt)
	err = d.Close() // which would not end by itself: Badger tries again and again to write its last table
	require.ErrorIs(t, err, ErrGone)
	require.ErrorContains(t, err, dir+": folder was removed while it was in use")
	require.ErrorContains(t, err, "run that again")
	require.NotContains(t, err.Error(), "repair it")
	require.NoError(t, d.Close())

	d, err = Open(t.Context(), Options{Dir: dir})
	require.NoError(t, err, "what is left can be opened")
	require.NoError(t, d.Close())
}

func TestAFolderWithoutPermissionIsNamed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "readonly")
	require.NoError(t, os.Mkdir(dir, 0o500))
	if os.WriteFile(filepath.Join(dir, "probe"), nil, 0o600) == nil {
		t.Skip("this user may write to read-only folders")
	}
	for _, d := range []string{dir, filepath.Join(dir, "below")} {
		_, err := Open(t.Context(), Options{Dir: d})
		var bad *FolderError
		require.ErrorAs(t, err, &bad)
		require.Equal(t, "folder is not writable", bad.Problem)
	}
}

func TestEveryCauseHasItsWords(t *testing.T) {
	tests := []struct {
		name    string
		cause   error
		problem string
		is      error
	}{
		{"no permission", fmt.Errorf("open: %w", os.ErrPermission), "folder is not writable", ErrNotWritable},
		{"a read-only file system", &os.PathError{Op: "open", Path: "d", Err: syscall.EROFS}, "folder is not writable", ErrNotWritable},
		{"a read-only file system, as Badger puts it", errors.New("Cannot write pid file \"d/LOCK\" err: open d/LOCK: " + syscall.EROFS.Error()), "folder is not writable", ErrNotWritable},
		{"a file of another user, as Badger puts it", errors.New("while opening memtables err: open d/00001.mem: " + syscall.EACCES.Error()), "folder is not writable", ErrNotWritable},
		{"a folder that cannot be made", refusal{&os.PathError{Op: "mkdir", Path: "d", Err: syscall.ENOENT}}, "folder is not writable", ErrNotWritable},
		{"a file in the way", refusal{&os.PathError{Op: "mkdir", Path: "d", Err: syscall.ENOTDIR}}, "not a folder", syscall.ENOTDIR},
		{"too many open files", errors.New("open d/MANIFEST: " + syscall.EMFILE.Error()), "not enough memory or open files", nil},
		{"no memory to map a file", errors.New("Unable to open file err: while mmapping d/000001.vlog: " + syscall.ENOMEM.Error()), "not enough memory or open files", nil},
		{"a quota", refusal{&os.PathError{Op: "open", Path: "d", Err: syscall.EDQUOT}}, "no room on the disk", ErrFull},
		{"a full disk", fmt.Errorf("%w: 3 MiB left", ErrFull), "no room on the disk", ErrFull},
		{"anything else", errors.New("checksum mismatch"), "store cannot be opened", ErrCorrupt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := folderError(Options{Dir: "d", Repair: "repair it", Elsewhere: "go elsewhere"}, tt.cause)
			require.ErrorContains(t, err, "d: "+tt.problem)
			if tt.is != nil {
				require.ErrorIs(t, err, tt.is)
			}
			require.Equal(t, tt.problem == "store cannot be opened", errors.Is(err, ErrCorrupt))
			switch tt.problem {
			case "folder is not writable", "not a folder", "no room on the disk":
				require.ErrorContains(t, err, "or go elsewhere")
			case "store cannot be opened":
				require.ErrorContains(t, err, ": repair it")
			}
		})
	}
}

func TestAFolderThatRefusesIsNotADamagedStore(t *testing.T) {
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("there is no /proc here, in which nobody can make a folder")
	}
	for dir, doing := range map[string]string{"/proc/sparkhost-test/cache": "mkdir", "/proc": "open"} {
		_, err := Open(t.Context(), Options{Dir: dir})
		require.ErrorIs(t, err, ErrNotWritable)
		require.NotErrorIs(t, err, ErrCorrupt)
		require.ErrorContains(t, err, dir+": folder is not writable ("+doing+" ")
	}
}

func TestAProbeOfTheFolderLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, probe(dir))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
	require.Error(t, probe(filepath.Join(dir, "missing")))
}

func TestADamagedFolderIsSetAsideUnderTheFirstFreeName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	for _, want := range []string{".damaged-1", ".damaged-2"} {
		require.NoError(t, os.MkdirAll(dir, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "MANIFEST"), []byte(want), 0o600))
		to, err := SetAside(dir + string(filepath.Separator))
		require.NoError(t, err)
		require.Equal(t, dir+want, to)
		require.NoDirExists(t, dir)
		kept, err := os.ReadFile(filepath.Join(to, "MANIFEST"))
		require.NoError(t, err)
		require.Equal(t, want, string(kept))
	}
	_, err := SetAside(dir)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestTheFolderIsPrivateAndCompactionKeepsTheRest(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	d := openTest(t, dir)
	info, err := os.Stat(dir)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	large := make([]byte, 3<<20) // goes to the value log
	require.NoError(t, d.Write(Entry{[]byte("gone"), large}, Entry{[]byte("kept"), []byte("value")}, Entry{[]byte("large"), large}))
	require.NoError(t, d.Write(Entry{Key: []byte("gone")}))
	require.NoError(t, d.Compact(t.Context()))
	_, err = d.Get([]byte("gone"))
	require.ErrorIs(t, err, ErrNotFound)
	got, err := d.Get([]byte("large"))
	require.NoError(t, err)
	require.Equal(t, large, got)
	got, err = d.Get([]byte("kept"))
	require.NoError(t, err)
	require.Equal(t, "value", string(got))
}

func TestACheckFindsTheDamageThatReadingTakesForMissing(t *testing.T) {
	dir := t.TempDir()
	for _, damage := range []bool{false, true} {
		if damage {
			tables, err := filepath.Glob(filepath.Join(dir, "*.sst"))
			require.NoError(t, err)
			require.NotEmpty(t, tables)
			b, err := os.ReadFile(tables[0])
			require.NoError(t, err)
			b[20] ^= 1
			require.NoError(t, os.WriteFile(tables[0], b, 0o600))
		}
		d, err := Open(t.Context(), Options{Dir: dir, Repair: "repair it"})
		require.NoError(t, err)
		if damage {
			require.ErrorIs(t, d.Check(), ErrCorrupt)
			require.ErrorContains(t, d.Check(), "repair it")
		} else {
			for i := range 20 { // several blocks: opening reads the last one
				require.NoError(t, d.Write(Entry{fmt.Appendf(nil, "key %d", i), make([]byte, 1000)}))
			}
			require.NoError(t, d.Check())
		}
		require.NoError(t, d.Close())
	}
	require.NoError(t, Memory().Check())
}
