package api

import (
	"encoding/json"
	"path"
	"reflect"
	"slices"
	"strings"
)

// A schema is a JSON schema (2020-12) under construction.
type schema map[string]any

const components = "#/components/schemas/"

func ref(name string) schema { return schema{"$ref": components + name} }

// schemaOf describes the JSON form of a Go type as encoding/json writes it: pointers, lists and maps may be null. Structs are put among
// all by their names and referred to.
func schemaOf(t reflect.Type, all map[string]any) schema {
	if t == reflect.TypeFor[json.RawMessage]() {
		return schema{}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schema{"anyOf": []any{schemaOf(t.Elem(), all), schema{"type": "null"}}}
	case reflect.Slice, reflect.Array:
		return schema{"type": []string{"array", "null"}, "items": schemaOf(t.Elem(), all)}
	case reflect.Map:
		return schema{"type": []string{"object", "null"}, "additionalProperties": schemaOf(t.Elem(), all)}
	case reflect.Struct:
		return structOf(t, all)
	case reflect.String:
		return schema{"type": "string"}
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return schema{"type": "number"}
	case reflect.Interface:
		return schema{}
	}
	return schema{"type": "integer"}
}

func structOf(t reflect.Type, all map[string]any) schema {
	name := typeName(t)
	if all[name] == nil {
		s := schema{"type": "object"}
		all[name] = s // first, since a type may hold itself
		properties, required := map[string]any{}, []string{}
		for _, f := range reflect.VisibleFields(t) {
			key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous && key == "" || !f.IsExported() || key == "-" {
				continue
			}
			if key == "" {
				key = f.Name
			}
			properties[key] = schemaOf(f.Type, all)
			if !strings.Contains(options, "omit") {
				required = append(required, key)
			}
		}
		slices.Sort(required)
		s["properties"], s["required"] = properties, required
	}
	return ref(name)
}

// typeName names a type so that types of several packages do not meet: those of other packages begin with the package's name.
func typeName(t reflect.Type) string {
	of := path.Base(t.PkgPath())
	if of == "api" {
		return t.Name()
	}
	return strings.ToUpper(of[:1]) + of[1:] + t.Name()
}
