package record

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each folder stands for a process: their locks are of different open files.
func TestTwoProcessesDoNotWriteTheSameRecordAtOnce(t *testing.T) {
	dir := t.TempDir()
	one, err := OpenFolder(dir)
	require.NoError(t, err)
	other, err := OpenFolder(dir)
	require.NoError(t, err)

	first, err := one.begin("run")
	require.NoError(t, err)
	_, err = other.begin("run")
	require.ErrorIs(t, err, ErrOpen)
	require.NoError(t, first.line(written{line: []byte("first\n")}))
	require.NoError(t, first.finish())

	second, err := other.begin("run")
	require.NoError(t, err, "the first has ended")
	text, err := os.ReadFile(one.Path("run"))
	require.NoError(t, err)
	assert.Equal(t, "first\n", string(text), "a finished record is whole until the next is")
	require.NoError(t, second.line(written{line: []byte("second\n")}))
	require.NoError(t, second.finish())
	text, err = os.ReadFile(one.Path("run"))
	require.NoError(t, err)
	assert.Equal(t, "second\n", string(text))
}

func TestAFileThatGotItsFinalNameIsNotTheOneThatIsHeld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl.partial")
	h, err := hold(path)
	require.NoError(t, err)
	defer h.release()
	require.True(t, h.there())
	require.NoError(t, os.Rename(path, path+".done"))
	assert.False(t, h.there())
}
