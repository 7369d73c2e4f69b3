package main

import (
	"testing"

	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

func TestGoldenAnswers(t *testing.T) { sdktest.Golden(t, plugin, "testdata/golden") }
