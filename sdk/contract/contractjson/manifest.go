package contractjson

import (
	"encoding/json"
	"errors"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

type manifest struct {
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Contract uint32   `json:"contract"`
	Kind     string   `json:"kind"`
	Summary  string   `json:"summary"`
	Inputs   []input  `json:"inputs" most:"256"`
	Params   []param  `json:"params" most:"256"`
	Outputs  []output `json:"outputs" most:"256"`
	Oldest   uint32   `json:"oldest_contract,omitempty"`
}

type input struct {
	Table    string `json:"table"`
	Column   string `json:"column"`
	Type     string `json:"type"`
	Optional bool   `json:"optional"`
}

type param struct {
	Name    string          `json:"name"`
	Type    string          `json:"type"`
	Default json.RawMessage `json:"default"`
	Min     *float64        `json:"min,omitempty"`
	Max     *float64        `json:"max,omitempty"`
	OneOf   []string        `json:"one_of,omitempty" most:"256"`
	Doc     string          `json:"doc"`
}

type output struct {
	Name  string  `json:"name"`
	Kind  string  `json:"kind"`
	Table string  `json:"table,omitempty"`
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Doc   string  `json:"doc"`
}

// MarshalManifest returns the canonical JSON form of m. It refuses an m that is not valid.
func MarshalManifest(m *contract.Manifest) ([]byte, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return encode("manifest", manifest{
		Name: m.Name, Version: m.Version, Contract: m.Contract, Kind: m.Kind.String(), Summary: m.Summary,
		Inputs: convert(m.Inputs, func(i contract.Input) input {
			return input{i.Table, i.Column, i.Type.String(), i.Optional}
		}),
		Params: convert(m.Params, func(p contract.Param) param {
			return param{p.Name, p.Type.String(), appendValue(nil, &p.Default), p.Min, p.Max, p.OneOf, p.Doc}
		}),
		Outputs: convert(m.Outputs, func(o contract.Output) output {
			return output{o.Name, o.Kind.String(), o.Table, o.Min, o.Max, o.Doc}
		}),
		Oldest: m.OldestContract,
	})
}

// UnmarshalManifest reads a manifest from its JSON form; unknown keys are refused, unless it is of a contract
// that is not spoken here: then the error says so, for a later contract may have more of them. The result is valid. Errors match [contract.ErrMalformed] or [contract.ErrInvalid].
func UnmarshalManifest(data []byte) (*contract.Manifest, error) {
	var in manifest
	if err := decodeMessage("manifest", data, contract.MaxManifestBytes, anyRoom, &in); err != nil {
		return nil, explain(data, err)
	}
	m := &contract.Manifest{Name: in.Name, Version: in.Version, Contract: in.Contract, Summary: in.Summary, OldestContract: in.Oldest}
	m.Kind = parse(in.Kind, contract.KindScore, contract.KindCalibrate)
	m.Inputs = convert(in.Inputs, func(i input) contract.Input {
		t := parse(i.Type, contract.ColumnNumbers, contract.ColumnText)
		return contract.Input{Table: i.Table, Column: i.Column, Type: t, Optional: i.Optional}
	})
	m.Outputs = convert(in.Outputs, func(o output) contract.Output {
		kind := parse(o.Kind, contract.OutputScore, contract.OutputFinding)
		return contract.Output{Name: o.Name, Kind: kind, Table: o.Table, Min: o.Min, Max: o.Max, Doc: o.Doc}
	})
	for _, p := range in.Params {
		read, err := readParam(p)
		if err != nil {
			return nil, err
		}
		m.Params = append(m.Params, read)
	}
	return m, m.Validate()
}

// explain prefers the mismatch of versions to what follows from it.
func explain(data []byte, err error) error {
	if m := contractOf(data); m.Contract != 0 {
		if _, mismatch := m.Negotiate(); mismatch != nil {
			return mismatch
		}
	}
	return err
}

// parse finds the value from first to last that has that name; 0, which is none, if none has.
func parse[T interface {
	~uint8
	String() string
}](name string, first, last T) T {
	for v := first; v <= last; v++ {
		if v.String() == name {
			return v
		}
	}
	return 0
}

func readParam(p param) (contract.Param, error) {
	out := contract.Param{Name: p.Name, Min: p.Min, Max: p.Max, OneOf: p.OneOf, Doc: p.Doc}
	out.Type = parse(p.Type, contract.TypeNumber, contract.TypeTexts)
	if len(p.Default) == 0 {
		return out, malformed("param "+p.Name, errors.New("has no default"))
	}
	v, err := readValue(p.Name, p.Default)
	if v.Type == contract.TypeTexts && len(v.Texts) == 0 && out.Type == contract.TypeNumbers {
		v.Type = contract.TypeNumbers
	}
	out.Default = v
	return out, err
}
