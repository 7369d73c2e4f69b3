package reference_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/sparkhost/sparkhost/host/policy/reference"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

func jsonSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, reference.WriteJSONSchema(&out))
	doc, err := jsonschema.UnmarshalJSON(&out)
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	require.NoError(t, c.AddResource("policy.schema.json", doc))
	s, err := c.Compile("policy.schema.json")
	require.NoError(t, err)
	return s
}

func TestShippedPoliciesFitTheJSONSchema(t *testing.T) {
	schema := jsonSchema(t)
	paths, err := filepath.Glob("../../../policies/*.policy.hcl")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.NoError(t, schema.Validate(asJSON(t, src)), path)
	}
}

func TestJSONSchemaFindsMistakes(t *testing.T) {
	schema := jsonSchema(t)
	tests := []struct {
		name, text string
		ok         bool
	}{
		{"a policy", `policy "p" { order = [a] }`, true},
		{"an expression for a number", `policy "p" { select { max_source_share = var.x } }`, true},
		{"an unknown attribute", `policy "p" { ordre = [a] }`, false},
		{"an unknown block", `policy "p" { selct {} }`, false},
		{"a number out of range", `policy "p" { select { max_source_share = 40 } }`, false},
		{"a number for a text", `policy "p" { description = 3 }`, false},
		{"a duration without unit", `policy "p" { budget { max_wall = "90" } }`, false},
		{"a word that is not one of the list", `policy "p" { claims { pick = "first" } }`, false},
		{"a kind that does not exist", `policy "p" { gap "covreage" { threshold = 0.1 } }`, false},
		{"a plugin without source", `plugin "x" {}`, false},
		{"a variable without type", `variable "x" {}`, false},
		{"a label that is not a name", `policy "a b" {}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := schema.Validate(asJSON(t, []byte(strings.NewReplacer("{ ", "{\n", " }", "\n}").Replace(tt.text))))
			assert.Equal(t, tt.ok, err == nil, "%v", err)
		})
	}
}

func TestEditorSchemaKnowsFormsOfEverything(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, reference.WriteEditorSchema(&out))
	type body struct {
		Attributes []struct {
			Name, Kind, Doc string
			Form            map[string]any
			Since           int
		}
		Blocks []struct {
			Name string
			Doc  string
			Body json.RawMessage
		}
	}
	var editor struct {
		Files []struct {
			Pattern string
			Body    json.RawMessage
		}
		Functions []struct{ Name, Signature string }
		Metrics   []struct{ Path string }
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &editor))
	var walk func(raw json.RawMessage, path string)
	walk = func(raw json.RawMessage, path string) {
		var b body
		require.NoError(t, json.Unmarshal(raw, &b))
		for _, a := range b.Attributes {
			assert.NotEmpty(t, a.Doc, path+a.Name)
			assert.Positive(t, a.Since)
			if a.Kind != "value of the variable's type" {
				assert.NotEmpty(t, a.Form, path+a.Name+": the kind "+a.Kind+" has no form")
			}
		}
		for _, c := range b.Blocks {
			assert.NotEmpty(t, c.Doc, path+c.Name)
			walk(c.Body, path+c.Name+".")
		}
	}
	for _, f := range editor.Files {
		walk(f.Body, f.Pattern+" ")
	}
	for _, f := range editor.Functions {
		assert.True(t, strings.HasPrefix(f.Signature, f.Name+"("), f.Name)
	}
	assert.Len(t, editor.Metrics, len(schema.Metrics()))
}

// asJSON is a policy file in HCL's JSON form.
func asJSON(t *testing.T, src []byte) any {
	t.Helper()
	f, diags := hclsyntax.ParseConfig(src, "x.policy.hcl", hcl.InitialPos)
	require.False(t, diags.HasErrors(), "%v", diags)
	text, err := json.Marshal(bodyJSON(t, f.Body.(*hclsyntax.Body), src))
	require.NoError(t, err)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	return v
}

func bodyJSON(t *testing.T, b *hclsyntax.Body, src []byte) map[string]any {
	out := map[string]any{}
	for name, a := range b.Attributes {
		out[name] = exprJSON(t, a.Name, a.Expr, src)
	}
	for _, c := range b.Blocks {
		body := bodyJSON(t, c.Body, src)
		switch into, _ := out[c.Type].(map[string]any); {
		case len(c.Labels) == 1 && into != nil:
			into[c.Labels[0]] = body
		case len(c.Labels) == 1:
			out[c.Type] = map[string]any{c.Labels[0]: body}
		default:
			out[c.Type] = body
		}
	}
	return out
}

// exprJSON writes names and references bare and what is computed as a template.
func exprJSON(t *testing.T, attr string, e hclsyntax.Expression, src []byte) any {
	text := string(e.Range().SliceBytes(src))
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		items := []any{}
		for _, x := range e.Exprs {
			items = append(items, exprJSON(t, attr, x, src))
		}
		return items
	case *hclsyntax.ObjectConsExpr:
		out := map[string]any{}
		for _, item := range e.Items {
			out[hcl.ExprAsKeyword(item.KeyExpr)] = exprJSON(t, attr, item.ValueExpr, src)
		}
		return out
	case *hclsyntax.ScopeTraversalExpr:
		reference := slices.Contains([]string{"plugin", "stage", "model"}, e.Traversal.RootName())
		if reference || attr == "feature" || len(e.Traversal) == 1 {
			return text
		}
	}
	if v, diags := e.Value(nil); !diags.HasErrors() {
		raw, err := ctyjson.Marshal(v, v.Type())
		require.NoError(t, err)
		return json.RawMessage(raw)
	}
	return "${" + text + "}"
}
