package bind

import (
	"context"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Plugin has the methods that an engine needs of a plugin: *[plugin.Plugin], or a *[plugin.StandIn] in a replay.
type Plugin interface {
	Digest() string
	Manifest() *contract.Manifest
	Inputs() []contract.Input
	Settings(config map[string]any) ([]contract.Setting, error)
	FuelLimit(tables []contract.Table, b limit.Call) int64
	CallWithin(ctx context.Context, r *contract.Request, b limit.Call) (*contract.Response, plugin.Call, error)
}

var (
	_ Plugin = (*plugin.Plugin)(nil)
	_ Plugin = (*plugin.StandIn)(nil)
)

// Loaded is a policy with what was loaded for it.
type Loaded struct {
	Policy  *policy.Policy
	Plugins map[string]Plugin           // by the policy's plugin name
	Sources map[string]retrieval.Source // by name
}
