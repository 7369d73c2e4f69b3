package local

import "context"

// FileDigest returns the SHA-256 of a file's bytes in hex, remembered below the cache folder dir by path, size and time of last change, so
// that a file that did not change is not read again.
func FileDigest(ctx context.Context, dir, path string) (string, error) {
	return fileDigest(ctx, dir, path)
}
