// Package behaviour measures what a plugin does, in a form that can be signed: the columns that it asks for, its outputs,
// which conformance checks it passes and the fuel that it needs.
//
// Everything is measured from the module alone with made-up requests, and fuel is counted in instructions, so that anybody who
// has the module can measure again and must find the same, on any machine.
package behaviour

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/gauge"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// PredicateType is the type of an in-toto statement whose predicate is a [Behaviour].
const PredicateType = "https://github.com/sparkhost/sparkhost/behaviour/v1"

// A Behaviour holds the measurements of a module.
type Behaviour struct {
	Plugin   string      `json:"plugin"`
	Version  string      `json:"version"`
	Kind     string      `json:"kind"`
	Contract uint32      `json:"contract"`
	ABI      string      `json:"abi"`
	SHA256   string      `json:"sha256"`
	Columns  []Column    `json:"columns"`
	Outputs  []Output    `json:"outputs"`
	Fuel     *gauge.Cost `json:"fuel,omitempty"` // absent where the plugin refuses made-up requests
	Seed     uint64      `json:"seed"`
	Checks   []Check     `json:"checks"`
}

// A Column is one that the plugin asks for.
type Column struct {
	Name     string `json:"name"` // table.column
	Type     string `json:"type"`
	Optional bool   `json:"optional,omitempty"`
}

// An Output is one that the plugin declares, with its range.
type Output struct {
	Name string  `json:"name"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// A Check is one of the conformance kit and how it ended: pass, fail or skip.
type Check struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

// Measure runs the conformance kit on a module and estimates its fuel. dir keeps compiled code; "" keeps none.
func Measure(ctx context.Context, name string, wasm []byte, seed uint64, dir string) (b *Behaviour, err error) {
	report, err := conformance.Run(ctx, conformance.Subject{Name: name, Wasm: wasm, Seed: seed}, conformance.Options{CacheDir: dir})
	if err != nil {
		return nil, err
	}
	b = &Behaviour{SHA256: report.Digest, Seed: seed}
	for _, r := range report.Results {
		b.Checks = append(b.Checks, Check{r.ID, string(r.Status)})
	}
	box, err := plugin.NewSandbox(ctx, plugin.Options{CacheDir: dir})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, box.Close(context.WithoutCancel(ctx))) }()
	source := plugin.Source{Name: name, Wasm: wasm}
	p, err := box.Load(ctx, source, plugin.Limits{Instances: 1})
	if err != nil {
		return nil, err
	}
	b.declared(p.Manifest(), p.ABI())
	cost, err := gauge.Estimate(ctx, box, source, plugin.Limits{}, seed)
	var refused *plugin.Error
	switch {
	case err == nil:
		b.Fuel = &cost
	case ctx.Err() != nil || !errors.As(err, &refused):
		return nil, err
	}
	return b, nil
}

// declared fills in what the manifest says.
func (b *Behaviour) declared(m *contract.Manifest, abi string) {
	b.Plugin, b.Version, b.Kind, b.Contract, b.ABI = m.Name, m.Version, m.Kind.String(), m.Contract, abi
	b.Columns, b.Outputs = Declared(m)
}

// Declared lists the columns and outputs of a manifest.
func Declared(m *contract.Manifest) ([]Column, []Output) {
	columns, outputs := []Column{}, []Output{}
	for _, in := range m.Inputs {
		columns = append(columns, Column{in.Table + "." + in.Column, in.Type.String(), in.Optional})
	}
	for _, o := range m.Outputs {
		name := o.Name
		if o.Table != "" {
			name = o.Table + "." + o.Name
		}
		outputs = append(outputs, Output{name, o.Min, o.Max})
	}
	return columns, outputs
}

// Failed lists the checks that failed.
func (b *Behaviour) Failed() []string {
	var out []string
	for _, c := range b.Checks {
		if c.Status == string(conformance.Failed) {
			out = append(out, c.ID)
		}
	}
	return out
}

// JSON returns the behaviour in its one form.
func (b *Behaviour) JSON() (json.RawMessage, error) { return json.Marshal(b) }

// Parse reads what [Behaviour.JSON] wrote.
func Parse(text []byte) (*Behaviour, error) {
	var b Behaviour
	if err := json.Unmarshal(text, &b); err != nil {
		return nil, fmt.Errorf("not an attestation of behaviour: %w", err)
	}
	return &b, nil
}
