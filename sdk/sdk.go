// Package sdk is what the author of a sparkhost plugin imports.
//
// A plugin is a main package that hands its description and one function to [Serve] from
// an init function:
//
//	func init() {
//		sdk.Serve(sdk.Plugin{Manifest: manifest, Score: score})
//	}
//
//	func main() {} // a plugin is a reactor: main never runs
//
// Build it with stock Go:
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -trimpath -ldflags="-s -w" -o my.wasm .
//
// The package exports the spark ABI 1 (see spark.go) from the module. Built for any other
// target it exports nothing, and [Call] runs the plugin in the test's own process.
//
// # Contract
//
// A plugin's function is pure: its result depends on the request alone, not on earlier calls,
// on the order of rows or on how rows are split into batches. The request and
// everything it holds are valid until the function returns. A sandbox gives a plugin neither
// files nor network nor clock. Messages are in package contract.
package sdk

import (
	"errors"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Plugin is a manifest and the function of the kind that it declares; the others stay nil.
type Plugin struct {
	Manifest  contract.Manifest
	Score     func(*contract.Request) (*contract.ScoreResult, error)
	Assess    func(*contract.Request) (*contract.AssessResult, error)
	Calibrate func(*contract.Request) (*contract.CalibrateResult, error)
}

// Call decodes and checks a request, runs the plugin's function of its manifest's kind and
// returns the encoded response, just as the module built from the plugin does. What goes wrong is
// told in Response.Error. A panic of the plugin is not caught.
func Call(p Plugin, request []byte) []byte {
	var req contract.Request
	return call(&p, p.Manifest.Kind, &req, request).Marshal(nil)
}

// call answers one request. It decodes into req, whose memory it reuses.
func call(p *Plugin, kind contract.Kind, req *contract.Request, request []byte) *contract.Response {
	if err := req.Unmarshal(request); err != nil {
		return refusal(err)
	}
	if err := req.Validate(); err != nil {
		return refusal(err)
	}
	return run(p, kind, req)
}

func run(p *Plugin, kind contract.Kind, req *contract.Request) *contract.Response {
	var resp contract.Response
	err := errors.New("the plugin does not implement this contract")
	switch {
	case kind == contract.KindScore && p.Score != nil:
		resp.Score, err = p.Score(req)
	case kind == contract.KindAssess && p.Assess != nil:
		resp.Assess, err = p.Assess(req)
	case kind == contract.KindCalibrate && p.Calibrate != nil:
		resp.Calibrate, err = p.Calibrate(req)
	}
	if err != nil {
		return refusal(err)
	}
	if resp.Score == nil && resp.Assess == nil && resp.Calibrate == nil {
		return refusal(errors.New("the plugin returned neither a result nor an error"))
	}
	return &resp
}

func refusal(err error) *contract.Response {
	if text := err.Error(); text != "" {
		return &contract.Response{Error: text}
	}
	return &contract.Response{Error: "the plugin returned an error without text"}
}
