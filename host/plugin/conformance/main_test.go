package conformance

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/internal/testwasm"
)

// compiled keeps machine code between tests, and between runs.
var compiled = testwasm.Folder()

func TestMain(m *testing.M) {
	code, err := runTests(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func runTests(m *testing.M) (int, error) {
	if compiled == "" {
		dir, err := os.MkdirTemp("", "sparkhost-conformance")
		if err != nil {
			return 1, err
		}
		defer os.RemoveAll(dir)
		compiled = dir
	}
	if code := m.Run(); code != 0 {
		return code, nil
	}
	return 0, goleak.Find()
}
