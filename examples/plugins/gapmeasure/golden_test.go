package main

import (
	"testing"

	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

func TestItMeasuresWhatTheRulesSay(t *testing.T) { sdktest.Golden(t, plugin, "testdata/golden") }
