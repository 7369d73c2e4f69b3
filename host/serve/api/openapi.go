package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/sparkhost/sparkhost/docs"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/serve/problem"
)

func (a *API) openapi(w http.ResponseWriter, _ *request) error {
	return write(w, http.StatusOK, Document())
}

// Document returns the OpenAPI 3.1 description of the interface, made from the table of routes and the types of its bodies.
func Document() map[string]any {
	schemas := map[string]any{}
	schemas["Result"] = json.RawMessage(docs.ResultSchema)
	paths := map[string]any{}
	for _, one := range routes() {
		methods, _ := paths[one.path].(map[string]any)
		if methods == nil {
			methods = map[string]any{}
			paths[one.path] = methods
		}
		methods[strings.ToLower(one.method)] = one.operation(schemas)
	}
	return map[string]any{
		"openapi": "3.1.0",
		"info": map[string]any{
			"title": "sparkhost", "version": host.Version,
			"description": "Ask questions of literature, follow the runs and decide them anew. Errors are problem details (RFC 9457).",
		},
		"paths": paths,
		"components": map[string]any{
			"schemas":         schemas,
			"securitySchemes": map[string]any{"token": map[string]any{"type": "http", "scheme": "bearer"}},
		},
	}
}

func (one route) operation(schemas map[string]any) map[string]any {
	out := map[string]any{"summary": one.summary, "operationId": operationID(one)}
	params := []any{}
	for part := range strings.SplitSeq(one.path, "/") {
		if name, is := strings.CutPrefix(part, "{"); is {
			params = append(params, map[string]any{"name": strings.TrimSuffix(name, "}"), "in": "path", "required": true, "schema": map[string]any{"type": "string"}})
		}
	}
	for _, p := range one.query {
		params = append(params, map[string]any{"name": p.name, "in": "query", "description": p.about, "schema": map[string]any{"type": "string"}})
	}
	if len(params) > 0 {
		out["parameters"] = params
	}
	if one.role != "" {
		out["security"] = []any{map[string]any{"token": []any{}}}
		out["description"] = fmt.Sprintf("Needs a token of role %s.", one.role)
	}
	if one.in != nil {
		content := map[string]any{"application/json": media(one.in, schemas)}
		if one.reads != "" {
			content[one.reads] = map[string]any{"schema": map[string]any{"type": "string"}}
		}
		out["requestBody"] = map[string]any{"required": true, "content": content}
	}
	out["responses"] = one.responses(schemas)
	return out
}

func (one route) responses(schemas map[string]any) map[string]any {
	success := map[string]any{"description": one.summary}
	switch {
	case one.writes != "":
		success["content"] = map[string]any{one.writes: map[string]any{"schema": map[string]any{"type": "string"}}}
	case one.out != nil:
		success["content"] = map[string]any{"application/json": media(one.out, schemas)}
	}
	return map[string]any{
		fmt.Sprint(max(one.status, http.StatusOK)): success,
		"default": map[string]any{"description": "What went wrong", "content": map[string]any{"application/problem+json": media(problem.Problem{}, schemas)}},
	}
}

func operationID(one route) string {
	words := strings.FieldsFunc(one.path, func(r rune) bool { return strings.ContainsRune("/{}.-", r) })
	return strings.ToLower(one.method) + "_" + strings.Join(words[1:], "_")
}

// media describes a body by a reference to its type's schema.
func media(body any, schemas map[string]any) map[string]any {
	t := reflect.TypeOf(body)
	switch body.(type) {
	case question:
		t = reflect.TypeFor[evidence.Question]()
	case result:
		return map[string]any{"schema": ref("Result")}
	case map[string]any:
		return map[string]any{"schema": map[string]any{"type": "object"}}
	}
	return map[string]any{"schema": schemaOf(t, schemas)}
}
