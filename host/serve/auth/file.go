package auth

import (
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclparse"

	"github.com/sparkhost/sparkhost/internal/bounded"
)

// Block returns the text of a token for a token file.
func (t Token) Block() string {
	text := fmt.Sprintf("token %q {\n  hash = %q\n  role = %q\n", t.Name, t.Hash, t.Role)
	if t.QuestionsPerDay > 0 {
		text += fmt.Sprintf("  questions_per_day = %d\n", t.QuestionsPerDay)
	}
	if t.USDPerDay > 0 {
		text += fmt.Sprintf("  usd_per_day = %g\n", t.USDPerDay)
	}
	return text + "}\n"
}

// ReadFile reads a token file: HCL with one block for each token. Only its owner may be able to write it.
func ReadFile(path string) (*Keyring, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o022 != 0 {
		return nil, fmt.Errorf("%s: others may write it and so give themselves a token; run chmod 600 %s", path, path)
	}
	data, err := bounded.ReadFile(path, bounded.Blocks)
	if err != nil {
		return nil, err
	}
	return parse(path, data)
}

func parse(path string, data []byte) (*Keyring, error) {
	file, diags := hclparse.NewParser().ParseHCL(data, path)
	var body struct {
		Tokens []Token `hcl:"token,block"`
	}
	if !diags.HasErrors() {
		diags = append(diags, gohcl.DecodeBody(file.Body, &hcl.EvalContext{}, &body)...)
	}
	if diags.HasErrors() {
		return nil, diags
	}
	if len(body.Tokens) == 0 {
		return nil, fmt.Errorf("%s: no token in it; make one with `sparkhost serve token NAME --role ask >> %s`", path, path)
	}
	k, err := NewKeyring(body.Tokens)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return k, nil
}
