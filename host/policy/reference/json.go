package reference

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// WriteJSONSchema writes a JSON Schema (draft 2020-12) of policies in HCL's JSON form: blocks
// are objects by label, names and references are strings ("plugin.stance"), and any other
// expression is a string "${…}". It is made from the tables that drive decoding, and knows what
// they know: names, forms, words, ranges, defaults. What a policy may inherit is not required of it.
func WriteJSONSchema(w io.Writer) error {
	file := schema.File()
	s := bodySchema(&file, false)
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "sparkhost policy"
	s["$defs"] = schemaMap{
		"expression": schemaMap{"type": "string", "pattern": `^\$\{[\s\S]*\}$`, "description": "an expression"},
		"name":       schemaMap{"type": "string", "pattern": namePattern},
		"setting": schemaMap{"anyOf": []schemaMap{
			{"type": []string{"string", "number", "boolean"}},
			{"type": "array", "items": schemaMap{"type": []string{"string", "number", "boolean"}}},
		}},
	}
	return writeJSON(w, s)
}

type schemaMap = map[string]any

// The forms of texts with units; what they mean is decoded by units.go.
const (
	namePattern     = `^[\p{L}_][\p{L}\p{N}_]*$`
	durationPattern = `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$`
	sizePattern     = `^[0-9]+(\.[0-9]+)? ?(B|KiB|MiB|GiB)$`
	moneyPattern    = `^[0-9]+(\.[0-9]+)? ?USD$`
	countPattern    = `^[0-9]+(\.[0-9]+)? ?[kMGT]?$`
	dottedPattern   = `^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)+$`
)

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// bodySchema describes the body of a block. Within a policy nothing is required, as it may
// be inherited.
func bodySchema(b *schema.Block, inherits bool) schemaMap {
	props := schemaMap{}
	var required []string
	for i := range b.Attrs {
		a := &b.Attrs[i]
		props[a.Name] = attrSchema(a)
		if a.Required && !inherits {
			required = append(required, a.Name)
		}
	}
	for i := range b.Blocks {
		c := &b.Blocks[i]
		props[c.Name] = blockSchema(c, inherits || c.Name == "policy")
	}
	s := schemaMap{"type": "object", "description": b.Doc, "properties": props, "additionalProperties": false}
	if b.Free {
		s["additionalProperties"] = schemaMap{"$ref": "#/$defs/setting"}
	}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func blockSchema(b *schema.Block, inherits bool) schemaMap {
	body := bodySchema(b, inherits)
	switch {
	case len(b.Labels) > 0:
		props := schemaMap{}
		for _, label := range b.Labels {
			props[label] = body
		}
		return schemaMap{"type": "object", "description": b.Doc, "properties": props, "additionalProperties": false}
	case b.Label != "":
		s := schemaMap{"type": "object", "description": b.Doc, "additionalProperties": body}
		if !b.Sentence {
			s["propertyNames"] = schemaMap{"$ref": "#/$defs/name"}
		}
		return s
	case b.Many:
		return schemaMap{"anyOf": []schemaMap{body, {"type": "array", "items": body}}, "description": b.Doc}
	}
	return body
}

// attrSchema returns the form of one attribute; whatever is computed may be an expression instead.
func attrSchema(a *schema.Attr) schemaMap {
	s := formOf(a)
	switch a.Kind {
	case schema.KindName, schema.KindNames, schema.KindColumns, schema.KindPlugin, schema.KindStage, schema.KindModel, schema.KindSecret, schema.KindFeature, schema.KindCondition, schema.KindConfig, schema.KindType, schema.KindAny:
	default:
		s = schemaMap{"anyOf": []schemaMap{s, {"$ref": "#/$defs/expression"}}}
	}
	s["description"] = diag.Capital(a.Doc)
	if a.Default != nil {
		s["default"] = jsonDefault(a)
	}
	return s
}

func formOf(a *schema.Attr) schemaMap {
	switch a.Kind {
	case schema.KindText:
		return schemaMap{"type": "string"}
	case schema.KindNumber:
		return ranged(a, schemaMap{"type": "number"})
	case schema.KindInt:
		return ranged(a, schemaMap{"type": "integer"})
	case schema.KindBool:
		return schemaMap{"type": "boolean"}
	case schema.KindWord, schema.KindType:
		return schemaMap{"enum": a.OneOf}
	case schema.KindWords:
		return schemaMap{"type": "array", "items": schemaMap{"enum": a.OneOf}}
	case schema.KindTexts:
		return schemaMap{"type": "array", "items": schemaMap{"type": "string"}}
	case schema.KindPair:
		return schemaMap{"type": "array", "items": ranged(a, schemaMap{"type": "number"}), "minItems": 2, "maxItems": 2}
	case schema.KindDuration:
		return schemaMap{"type": "string", "pattern": durationPattern}
	case schema.KindSize:
		return schemaMap{"type": "string", "pattern": sizePattern}
	case schema.KindMoney:
		return schemaMap{"type": "string", "pattern": moneyPattern}
	case schema.KindCount:
		return schemaMap{"anyOf": []schemaMap{ranged(a, schemaMap{"type": "integer"}), {"type": "string", "pattern": countPattern}}}
	case schema.KindName:
		return schemaMap{"$ref": "#/$defs/name"}
	case schema.KindNames:
		if a.Lone {
			return schemaMap{"anyOf": []schemaMap{{"$ref": "#/$defs/name"}, {"type": "array", "items": namesForm(a)}}}
		}
		return schemaMap{"type": "array", "items": namesForm(a)}
	case schema.KindColumns:
		return schemaMap{"type": "array", "items": schemaMap{"enum": schema.Deniable()}, "uniqueItems": true}
	case schema.KindSecret:
		return schemaMap{"type": "string", "pattern": `^\$\{secret\("[A-Za-z_][A-Za-z0-9_]*"\)\}$`}
	case schema.KindPlugin, schema.KindStage:
		return referenceForm(a)
	case schema.KindModel:
		one := referenceForm(a)
		return schemaMap{"anyOf": []schemaMap{one, {"type": "array", "items": one, "minItems": 1, "uniqueItems": true}}}
	case schema.KindFeature:
		return schemaMap{"type": "string", "pattern": dottedPattern}
	case schema.KindCondition:
		return schemaMap{"anyOf": []schemaMap{{"type": "boolean"}, {"$ref": "#/$defs/expression"}}}
	case schema.KindConfig:
		return schemaMap{"type": "object", "additionalProperties": schemaMap{"$ref": "#/$defs/setting"}}
	}
	return schemaMap{}
}

// referenceForm returns a reference to something that has a name.
func referenceForm(a *schema.Attr) schemaMap {
	root := strings.TrimSuffix(string(a.Kind), "NAME")
	return schemaMap{"type": "string", "pattern": "^" + strings.ReplaceAll(root, ".", `\.`) + strings.TrimPrefix(namePattern, "^")}
}

// namesForm returns one name of a list: of something defined elsewhere, or one of a few.
func namesForm(a *schema.Attr) schemaMap {
	if a.Refers == "" && len(a.OneOf) > 0 {
		return schemaMap{"enum": a.OneOf}
	}
	return schemaMap{"$ref": "#/$defs/name"}
}

func ranged(a *schema.Attr, s schemaMap) schemaMap {
	if a.Min != a.Max {
		s["minimum"], s["maximum"] = a.Min, a.Max
	}
	return s
}

// jsonDefault returns a default as it would be written.
func jsonDefault(a *schema.Attr) any {
	switch v := a.Default.(type) {
	case bool, float64, []string, [2]float64:
		return v
	case int64:
		if a.Kind == schema.KindInt {
			return v
		}
	case string:
		return v
	}
	return strings.Trim(a.Spell(a.Default), `"`)
}
