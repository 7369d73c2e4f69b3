package cache

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestASecondProcessIsToldWhoHasTheFolderAndGetsItWhenTheFirstIsKilled(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	ready, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "ready <nil>\n", ready)

	_, err = Open(t.Context(), Options{Dir: dir})
	var locked *LockedError
	require.ErrorAs(t, err, &locked)
	require.ErrorIs(t, err, ErrLocked)
	require.Equal(t, LockedError{Dir: dir, PID: cmd.Process.Pid, Command: "child"}, *locked)

	var told []string
	killed := false
	c, err := Open(t.Context(), Options{Dir: dir, Wait: time.Minute, Notify: func(s string) {
		told = append(told, s)
		killed = cmd.Process.Kill() == nil && cmd.Wait() != nil
	}})
	require.NoError(t, err)
	defer c.Close()
	require.True(t, killed)
	require.Equal(t, []string{fmt.Sprintf("waiting for process %d (child) that uses %s", cmd.Process.Pid, dir)}, told)
	v, ok, err := c.Get(testKey("kept"))
	require.NoError(t, err)
	require.True(t, ok, "what was acknowledged survives kill -9")
	require.Equal(t, "value", string(v))
}

func TestWaitingForTheFolderEndsWithTheContext(t *testing.T) {
	dir := t.TempDir()
	openTest(t, Options{Dir: dir})
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Open(ctx, Options{Dir: dir, Wait: time.Minute, Notify: func(string) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
}

func TestABadFolderIsNamedWithTheNextStep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
	corrupt := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(corrupt, "MANIFEST"), []byte("this is not a manifest"), 0o600))
	tests := []struct {
		name, dir, next string
		is              error
	}{
		{"a file", file, "another folder with --cache, or --no-cache for a run", nil},
		{"below a file", filepath.Join(file, "x"), "not a folder", nil},
		{"a corrupt store", corrupt, "`sparkhost cache verify --repair`", ErrCorrupt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(t.Context(), Options{Dir: tt.dir})
			var bad *FolderError
			require.ErrorAs(t, err, &bad)
			require.ErrorContains(t, err, tt.dir)
			require.ErrorContains(t, err, tt.next)
			if tt.is != nil {
				require.ErrorIs(t, err, tt.is)
			}
		})
	}
}

func TestADamagedCacheIsSetAsideAndAFreshOneTakesItsPlace(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "MANIFEST"), []byte("this is not a manifest"), 0o600))
	_, err := Open(t.Context(), Options{Dir: dir})
	require.ErrorIs(t, err, ErrCorrupt)
	to, err := SetAside(dir)
	require.NoError(t, err)
	require.Equal(t, dir+".damaged-1", to)
	c := openTest(t, Options{Dir: dir})
	r, err := c.Verify(t.Context())
	require.NoError(t, err)
	require.Zero(t, r.Entries)
	require.FileExists(t, filepath.Join(to, "MANIFEST"))
	_, err = SetAside(filepath.Join(dir, "missing"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestVerifyRefusesAStoreWhoseBlocksAreDamaged(t *testing.T) {
	dir := t.TempDir()
	c, err := Open(t.Context(), Options{Dir: dir})
	require.NoError(t, err)
	for i := range 200 { // several blocks: opening reads the last one
		require.NoError(t, c.Put(testKey(fmt.Sprint(i)), fmt.Appendf(nil, "value %d", i)))
	}
	require.NoError(t, c.Close())
	tables, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	require.NoError(t, err)
	require.NotEmpty(t, tables)
	b, err := os.ReadFile(tables[0])
	require.NoError(t, err)
	b[20] ^= 1
	require.NoError(t, os.WriteFile(tables[0], b, 0o600))

	_, err = openTest(t, Options{Dir: dir}).Verify(t.Context())
	require.ErrorIs(t, err, ErrCorrupt)
	require.ErrorContains(t, err, "does not match its checksum")
	require.ErrorContains(t, err, "`sparkhost cache verify --repair`")
}
