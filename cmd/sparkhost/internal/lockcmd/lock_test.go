package lockcmd

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/lock"
)

func TestALockNamesWhatChangedAndSendsNoControlCharacters(t *testing.T) {
	old := lock.Entry{Source: "a", Version: "1", Contract: 1, Kind: "score", SHA256: strings.Repeat("0", 64)}
	for name, change := range map[string]func(*lock.Entry){
		"source a -> b":                         func(e *lock.Entry) { e.Source = "b" },
		"version 1 -> 2 [2J":                    func(e *lock.Entry) { e.Version = "2\x1b[2J" },
		"contract 1 -> 2, kind score -> assess": func(e *lock.Entry) { e.Contract, e.Kind = 2, "assess" },
		"sha256 000000000000 -> 111111111111":   func(e *lock.Entry) { e.SHA256 = strings.Repeat("1", 64) },
	} {
		e := old
		change(&e)
		assert.Equal(t, name, changes(entryOf(old), entryOf(e)))
	}
}
