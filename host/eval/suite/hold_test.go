package suite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAFolderIsHeldByOne(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "evaluation")
	release, err := Hold(dir)
	require.NoError(t, err)
	_, err = Hold(dir)
	require.ErrorIs(t, err, ErrHeld)
	assert.ErrorContains(t, err, dir+": another `eval run` works in this folder")
	release()
	release, err = Hold(dir)
	require.NoError(t, err, "it is free again")
	release()
}

func TestAFolderInWhichNothingWasAnsweredTakesOtherFlags(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, (&Manifest{FormatVersion: FormatVersion, Flags: []string{"--year=1"}, Policies: []Policy{{Name: "old", Digest: "d"}}}).Write(dir))
	now := &Manifest{FormatVersion: FormatVersion, Flags: []string{"--year=2"}}
	require.NoError(t, now.Resume(dir))
	assert.Empty(t, now.Policies, "nothing is taken over")
	folder := Run{Policy: "old", Pack: "p"}.Folder(dir)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	require.NoError(t, now.Resume(dir), "empty folders are nothing")
	require.NoError(t, os.WriteFile(filepath.Join(folder, ResultsName), nil, 0o644))
	assert.ErrorIs(t, now.Resume(dir), ErrOther, "answers with other flags are there")
}
