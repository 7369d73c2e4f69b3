package host

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/internal/run"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// shippedPrefix begins the names of files of the binary.
const shippedPrefix = "shipped:"

// tell gives the engine's records the policy as it was written, so that a record can be replayed when
// its files are gone. Values of sensitive variables never go in; a policy whose files hold one, as a
// default, is not carried at all.
func tell(parts *run.Parts, c Config, files map[string]*hcl.File) {
	p := parts.Policy
	text := &record.PolicyText{Name: p.Name, Mode: string(c.Mode), Files: []record.Named{}, Vars: givenVars(p), Sources: c.Sources, Models: c.Models}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".policy.hcl") && !strings.HasSuffix(name, ".csv") || slices.ContainsFunc(c.VarFiles, func(v string) bool { return filepath.ToSlash(v) == name }) {
			continue
		}
		if secret := sensitiveDefault(files[name]); secret != "" {
			parts.NoText = fmt.Sprintf("%s has a default for %s, which is sensitive; a secret belongs in the environment", path.Base(name), secret)
			return
		}
		base := name
		if !strings.HasPrefix(name, shippedPrefix) {
			base = path.Base(name)
			text.Named = append(text.Named, base)
		}
		text.Files = append(text.Files, record.Named{Name: base, Digest: record.Digest(files[name].Bytes)})
		parts.Contents = append(parts.Contents, files[name].Bytes)
	}
	parts.Text = text
}

// givenVars returns the values that came from outside the policy, as --var takes them.
func givenVars(p *policy.Policy) map[string]string {
	out := map[string]string{}
	for _, v := range p.Variables {
		if v.Sensitive || v.From == "default" {
			continue
		}
		switch value := v.Value.(type) {
		case float64:
			out[v.Name] = strconv.FormatFloat(value, 'g', -1, 64)
		default:
			out[v.Name] = fmt.Sprint(value)
		}
	}
	return out
}

// sensitiveDefault names a variable of a file that is sensitive and has a default; "": there is none.
func sensitiveDefault(f *hcl.File) string {
	body, ok := f.Body.(*hclsyntax.Body)
	if !ok {
		return ""
	}
	for _, b := range body.Blocks {
		if b.Type != "variable" || len(b.Labels) != 1 || b.Body.Attributes["sensitive"] == nil || b.Body.Attributes["default"] == nil {
			continue
		}
		v, diags := b.Body.Attributes["sensitive"].Expr.Value(nil)
		if diags.HasErrors() || !v.IsKnown() || v.IsNull() || v.RawEquals(cty.True) {
			return b.Labels[0]
		}
	}
	return ""
}
