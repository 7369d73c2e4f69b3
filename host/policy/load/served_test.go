package load_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

func TestRolesWithoutChatAreBoundByNameOnly(t *testing.T) {
	p, _ := bound(t, "ollama:m", "rerank=tei:bge", "nli=anthropic:claude-haiku-4-5")
	assert.Equal(t, []string{"ollama_m"}, modelsOf(p, "judge"))
	assert.Equal(t, []string{"rerank_tei_cc53f1"}, modelsOf(p, "rerank"))
	assert.Equal(t, []string{"anthropic_claude_haiku_4_5"}, modelsOf(p, "nli"))
	assert.Empty(t, modelsOf(p, "embed"), "who binds every role means those of chat")
	assert.Equal(t, 32, p.Select.Rerank.Documents)
	assert.Equal(t, 4, p.Select.Rerank.Places)
	assert.Equal(t, "embed", p.Select.Embed.Role)
	assert.InDelta(t, 0.3, p.Entail.Weight, 1e-12)
}

func TestARoleMustBeBoundToAnEndpointThatCanServeIt(t *testing.T) {
	for text, want := range map[string]string{
		`endpoint = "rerank"
		flavour  = "tei"
		name = "m"
	}
	policy "mine" {
		extends = [standard]
		roles { planning = model.x }`: `Role planning cannot be served by model "x" of endpoint "rerank"`,
		`endpoint = "openai"
		name = "m"
	}
	policy "mine" {
		extends = [standard]
		roles { embed = model.x }`: `Role embed cannot be served by model "x" of endpoint "openai"`,
		`endpoint = "predict"
		flavour  = "gemini"
		name = "m"
	}
	policy "mine" {
		extends = [standard]
		roles { nli = model.x }`: `flavour "gemini" does not have endpoint "predict"`,
	} {
		_, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", "model \"x\" {\n"+text+"\n}\n"), Shipped: policies.FS})
		assert.Contains(t, listing(diags), want)
		assert.NotEmpty(t, codes(diags)[diag.CodeConflict])
	}
}
