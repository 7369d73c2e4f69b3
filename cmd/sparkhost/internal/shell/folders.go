package shell

import (
	"os"
	"path/filepath"
)

// The stores below the folder that [CacheDir] names.
const (
	CacheFolder   = "cache"
	RecordsFolder = "records"
)

// HomeFlagText describes the --cache flag of the commands that use these stores.
const HomeFlagText = "`folder` of cache and records (default $SPARKHOST_CACHE, else sparkhost in the user's cache folder)"

// CacheDir returns the folder that a --cache flag, the environment or the system names.
func CacheDir(flag string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	if dir := os.Getenv("SPARKHOST_CACHE"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", Fail(ExitFailed, "no cache folder: %w: name one with --cache", err)
	}
	return filepath.Join(dir, "sparkhost"), nil
}

// ImportsFolder holds imports, below the cache folder.
const ImportsFolder = "imports"

// LimitsVariable names the environment variable with the folder in which processes share the limits of sources.
const LimitsVariable = "SPARKHOST_LIMITS"

// LimitsDir returns the folder in which all processes of a user share the limits of sources, whatever their caches: the one that [LimitsVariable] names,
// else sparkhost/sources in the user's cache folder. Where that cannot be written, it is below the folder of the cache.
func LimitsDir(cache string) string {
	if dir := os.Getenv(LimitsVariable); dir != "" {
		return dir
	}
	if dir, err := os.UserCacheDir(); err == nil {
		dir = filepath.Join(dir, "sparkhost", limitsFolder)
		if os.MkdirAll(dir, 0o700) == nil && writable(dir) {
			return dir
		}
	}
	return filepath.Join(cache, limitsFolder)
}

const limitsFolder = "sources"

// writable says whether files can be made in a folder.
func writable(dir string) bool {
	f, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return false
	}
	_ = f.Close()
	return os.Remove(f.Name()) == nil
}
