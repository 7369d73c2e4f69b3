package state

import (
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Noted finding is one of a triangulate or verify stage, for handlers.
type Noted struct {
	contract.Finding
	Stage string
	Pairs bool // the stage tells supporting passages from contradicting ones
}
