package binding_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/model/binding"
)

func TestABindingNamesRoleFlavourModelAndAddress(t *testing.T) {
	tests := []struct {
		text, role, wire, dialect, name, base, key, endpoint string
	}{
		{"anthropic:claude-haiku-4-5", "", "anthropic", "", "claude-haiku-4-5", "", "ANTHROPIC_API_KEY", "anthropic_claude_haiku_4_5"},
		{"judge=openai:gpt-5.4-mini", "judge", "openai", "", "gpt-5.4-mini", "", "OPENAI_API_KEY", "openai_gpt_5_4_mini_819e52"},
		{"ollama:llama3:8b", "", "openai", "ollama", "llama3:8b", "", "", "ollama_llama3_8b_479100"},
		{"kimi:kimi-k2.6", "", "openai", "kimi", "kimi-k2.6", "", "MOONSHOT_API_KEY", "kimi_kimi_k2_6_7d0379"},
		{"compatible:m@http://127.0.0.1:1/v1", "", "openai", "compatible", "m", "http://127.0.0.1:1/v1", "", "compatible_m_8749e0"},
		{"openai:gpt-4.1@https://gateway.example/v1", "", "openai", "", "gpt-4.1", "https://gateway.example/v1", "", "openai_gpt_4_1_2edc50"},
		{"rerank=tei:bge", "rerank", "rerank", "tei", "bge", "", "", "rerank_tei_cc53f1"},
		{"embed=openai:text-embedding-3-small", "embed", "embeddings", "", "text-embedding-3-small", "", "OPENAI_API_KEY", "embeddings_openai_93471b"},
		{"rerank=anthropic:claude-haiku-4-5", "rerank", "anthropic", "", "claude-haiku-4-5", "", "ANTHROPIC_API_KEY", "anthropic_claude_haiku_4_5"},
	}
	for _, tt := range tests {
		b, err := binding.Parse(tt.text)
		require.NoError(t, err, tt.text)
		assert.Equal(t, []string{tt.role, tt.wire, tt.dialect, tt.name, tt.base, tt.key}, []string{b.Role, b.Wire(), b.Dialect(), b.Name, b.BaseURL, b.KeyEnv()}, tt.text)
		assert.Equal(t, tt.endpoint, b.Endpoint())
	}
}

func TestAMistakeInABindingNamesTheNextStep(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "write FLAVOUR:NAME",
		"anthropic":                    "write FLAVOUR:NAME",
		"anthropic:":                   "write FLAVOUR:NAME",
		"=openai:gpt":                  "the role before",
		"pigeon:carrier":               `no flavour "pigeon"; must be one of anthropic, cohere, compatible`,
		"compatible:m":                 "add @URL",
		"tei:bge":                      "has no chat; write rerank=tei:bge",
		"judge=cohere:rerank-v3.5":     "has no chat; write rerank=cohere:rerank-v3.5",
		"embed=anthropic:claude":       `flavour "anthropic" makes no vectors`,
		"openai:m@http://":             "must be http://HOST",
		"openai:m@http://me:pw@a.test": "without user and query",
	} {
		_, err := binding.Parse(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestEveryEndpointIsANameAndTellsModelsApart(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfNDistinct(rapid.StringMatching(`(openai|ollama|anthropic):[A-Za-z0-9._:/-]{1,60}(@https://[a-z]{1,9}\.test)?`), 2, 2, rapid.ID[string]).Draw(t, "texts")
		a, err := binding.Parse(texts[0])
		require.NoError(t, err)
		b, err := binding.Parse(texts[1])
		require.NoError(t, err)
		require.Regexp(t, name, a.Endpoint())
		require.NotEqual(t, a.Endpoint(), b.Endpoint())
	})
}
