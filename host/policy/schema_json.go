package policy

import (
	"encoding/json"
	"io"
	"strings"
)

// WriteJSONSchema writes a JSON Schema (draft 2020-12) of policies in HCL's JSON form: blocks
// are objects by label, names and references are strings ("plugin.stance"), and any other
// expression is a string "${…}". It is made from the tables that drive decoding, and knows what
// they know: names, forms, words, ranges, defaults. What a policy may inherit is not required of it.
func WriteJSONSchema(w io.Writer) error {
	file := fileSchema()
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

// bodySchema is what the braces of a block hold. Within a policy nothing is required, as it may
// be inherited.
func bodySchema(b *block, inherits bool) schemaMap {
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

func blockSchema(b *block, inherits bool) schemaMap {
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

// attrSchema is the form of one attribute; whatever is computed may be an expression instead.
func attrSchema(a *attr) schemaMap {
	s := formOf(a)
	switch a.Kind {
	case kindName, kindNames, kindColumns, kindPlugin, kindStage, kindModel, kindSecret, kindFeature, kindCondition, kindConfig, kindType, kindAny:
	default:
		s = schemaMap{"anyOf": []schemaMap{s, {"$ref": "#/$defs/expression"}}}
	}
	s["description"] = capital(a.Doc)
	if a.Default != nil {
		s["default"] = jsonDefault(a)
	}
	return s
}

func formOf(a *attr) schemaMap {
	switch a.Kind {
	case kindText:
		return schemaMap{"type": "string"}
	case kindNumber:
		return ranged(a, schemaMap{"type": "number"})
	case kindInt:
		return ranged(a, schemaMap{"type": "integer"})
	case kindBool:
		return schemaMap{"type": "boolean"}
	case kindWord, kindType:
		return schemaMap{"enum": a.OneOf}
	case kindWords:
		return schemaMap{"type": "array", "items": schemaMap{"enum": a.OneOf}}
	case kindTexts:
		return schemaMap{"type": "array", "items": schemaMap{"type": "string"}}
	case kindPair:
		return schemaMap{"type": "array", "items": ranged(a, schemaMap{"type": "number"}), "minItems": 2, "maxItems": 2}
	case kindDuration:
		return schemaMap{"type": "string", "pattern": durationPattern}
	case kindSize:
		return schemaMap{"type": "string", "pattern": sizePattern}
	case kindMoney:
		return schemaMap{"type": "string", "pattern": moneyPattern}
	case kindCount:
		return schemaMap{"anyOf": []schemaMap{ranged(a, schemaMap{"type": "integer"}), {"type": "string", "pattern": countPattern}}}
	case kindName:
		return schemaMap{"$ref": "#/$defs/name"}
	case kindNames:
		if a.Lone {
			return schemaMap{"anyOf": []schemaMap{{"$ref": "#/$defs/name"}, {"type": "array", "items": namesForm(a)}}}
		}
		return schemaMap{"type": "array", "items": namesForm(a)}
	case kindColumns:
		return schemaMap{"type": "array", "items": schemaMap{"enum": deniable()}, "uniqueItems": true}
	case kindSecret:
		return schemaMap{"type": "string", "pattern": `^\$\{secret\("[A-Za-z_][A-Za-z0-9_]*"\)\}$`}
	case kindPlugin, kindStage, kindModel:
		root := strings.TrimSuffix(string(a.Kind), "NAME")
		return schemaMap{"type": "string", "pattern": "^" + strings.ReplaceAll(root, ".", `\.`) + strings.TrimPrefix(namePattern, "^")}
	case kindFeature:
		return schemaMap{"type": "string", "pattern": dottedPattern}
	case kindCondition:
		return schemaMap{"anyOf": []schemaMap{{"type": "boolean"}, {"$ref": "#/$defs/expression"}}}
	case kindConfig:
		return schemaMap{"type": "object", "additionalProperties": schemaMap{"$ref": "#/$defs/setting"}}
	}
	return schemaMap{}
}

// namesForm is one name of a list: of something defined elsewhere, or one of a few.
func namesForm(a *attr) schemaMap {
	if a.Refers == "" && len(a.OneOf) > 0 {
		return schemaMap{"enum": a.OneOf}
	}
	return schemaMap{"$ref": "#/$defs/name"}
}

func ranged(a *attr, s schemaMap) schemaMap {
	if a.Min != a.Max {
		s["minimum"], s["maximum"] = a.Min, a.Max
	}
	return s
}

// jsonDefault is a default as it would be written.
func jsonDefault(a *attr) any {
	switch v := a.Default.(type) {
	case bool, float64, []string, [2]float64:
		return v
	case int64:
		if a.Kind == kindInt {
			return v
		}
	case string:
		return v
	}
	return strings.Trim(spell(a, a.Default), `"`)
}
