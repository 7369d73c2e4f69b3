package plugincmd

import (
	"os"

	"github.com/sparkhost/sparkhost/host/plugin/fetch"
)

// SignFile writes the signature of any file beside it, as `plugin sign` does for modules.
func SignFile(path, key string) error {
	private, err := readPrivate(key)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	b, err := private.SignBytes(text)
	if err != nil {
		return err
	}
	return writeBundle(path+fetch.SignatureSuffix, b)
}
