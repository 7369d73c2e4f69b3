package main

import (
	"strings"
	"testing"
)

func TestAnotherContractIsRefused(t *testing.T) {
	_, err := respond([]byte(`{"contract":2,"config":{},"tables":{}}`))
	if err == nil || !strings.Contains(err.Error(), "contract 2") {
		t.Fatalf("got %v, want an error that names contract 2", err)
	}
}
