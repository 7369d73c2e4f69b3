package web_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if os.Getenv(childBase) != "" {
		os.Exit(child())
	}
	if os.Getenv(childDies) != "" {
		os.Exit(dying())
	}
	goleak.VerifyTestMain(m)
}
