package supply

import (
	"archive/tar"
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/bounded"
)

func TestAFolderOfVeryManyEmptyFilesIsRefused(t *testing.T) {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	require.NoError(t, err)
	w := tar.NewWriter(z)
	for n := range 4096 {
		require.NoError(t, w.WriteHeader(&tar.Header{Name: fmt.Sprint(n)}))
	}
	require.NoError(t, w.Close())
	require.NoError(t, z.Close())
	assert.Less(t, b.Len(), 100<<10)
	dir := t.TempDir()
	err = unpack(b.Bytes(), dir, 1<<20)
	require.ErrorIs(t, err, bounded.ErrTooLarge)
	assert.ErrorContains(t, err, "it unpacks to more than 1 MiB")
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, files, 2048)
	assert.NoError(t, unpack(b.Bytes(), dir, 4<<20))
}

func TestAFolderBeyondWhatTheQueueCarriesIsRefusedWhereItIsPacked(t *testing.T) {
	assert.NoError(t, travels("d", mostFolder, mostUnpacked))
	assert.EqualError(t, travels("d", mostFolder+1, 0), "folder d is larger than 256 MiB packed, which the queue does not carry")
	assert.EqualError(t, travels("d", 0, mostUnpacked+1), "folder d is larger than 2048 MiB, which the queue does not carry")
}
