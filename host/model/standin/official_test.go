//go:build official

package standin_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	anthropicsdk "github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	openaisdk "github.com/openai/openai-go/v3"
	openaioption "github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/anthropic"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
	"github.com/sparkhost/sparkhost/host/model/openai"
)

// These tests hold the wires to the vendors' own SDKs. The tag keeps some 130 s of compilation out of make test; .ci/run sets it.

// A tap keeps a request and answers with a body.
type tap struct {
	req  *http.Request
	body map[string]any
	says string
}

func (p *tap) RoundTrip(req *http.Request) (*http.Response, error) {
	p.req = req
	text, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	p.body = nil
	if err := json.Unmarshal(text, &p.body); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: req, Body: io.NopCloser(bytes.NewBufferString(p.says)),
	}, nil
}

func (p *tap) sent(t *testing.T, do func(*http.Client)) (*http.Request, map[string]any) {
	t.Helper()
	do(&http.Client{Transport: p})
	require.NotNil(t, p.req)
	return p.req, p.body
}

const officialSchema = `{"type":"object","properties":{"score":{"type":"number"}},"required":["score"],"additionalProperties":false}`

func officialRequest() model.Request {
	temperature, seed := 0.25, int64(7)
	return model.Request{
		Role: model.Judge, System: "You <judge> & score.", MaxOutput: 100, Temperature: &temperature, Seed: &seed, Again: true, Schema: []byte(officialSchema),
		Messages: []model.Message{{From: model.User, Text: "kept, then not", Stable: 6}, {From: model.Assistant, Text: "wrong"}, {From: model.User, Text: "again"}},
	}
}

func schemaOf(t *testing.T, r model.Request) map[string]any {
	t.Helper()
	native, err := wire.Native(r.Schema)
	require.NoError(t, err)
	return native
}

func sameRequest(t *testing.T, ours, theirs *http.Request, headers ...string) {
	t.Helper()
	assert.Equal(t, theirs.Method+" "+theirs.URL.String(), ours.Method+" "+ours.URL.String())
	for _, name := range append(headers, "Content-Type", "Accept") {
		assert.Equal(t, theirs.Header.Values(name), ours.Header.Values(name), name)
	}
}

func TestTheWireOfAnthropicSendsWhatItsSDKSends(t *testing.T) {
	r := officialRequest()
	theirs, want := (&tap{says: "{}"}).sent(t, func(c *http.Client) {
		kept := anthropicsdk.NewTextBlock("kept, ")
		kept.OfText.CacheControl = anthropicsdk.NewCacheControlEphemeralParam()
		p := anthropicsdk.MessageNewParams{
			Model: "m", MaxTokens: int64(r.OutputCap()), Temperature: anthropicsdk.Float(0.25), System: []anthropicsdk.TextBlockParam{{Text: r.System}},
			Messages: []anthropicsdk.MessageParam{
				anthropicsdk.NewUserMessage(kept, anthropicsdk.NewTextBlock("then not")),
				anthropicsdk.NewAssistantMessage(anthropicsdk.NewTextBlock("wrong")), anthropicsdk.NewUserMessage(anthropicsdk.NewTextBlock("again")),
			},
		}
		p.OutputConfig.Effort, p.OutputConfig.Format.Schema = "low", schemaOf(t, r)
		s := anthropicsdk.NewMessageService(anthropicoption.WithoutEnvironmentDefaults(), anthropicoption.WithBaseURL("https://example.org/"),
			anthropicoption.WithHTTPClient(c), anthropicoption.WithAPIKey("k-1234"), anthropicoption.WithMaxRetries(0))
		_, _ = s.New(t.Context(), p) // what was sent matters
	})
	ours, got := (&tap{says: "{}"}).sent(t, func(c *http.Client) {
		w, err := anthropic.New(anthropic.Options{BaseURL: "https://example.org", Key: "k-1234", Model: "m", Effort: "low", HTTP: c})
		require.NoError(t, err)
		_, _ = w.Exchange(t.Context(), r)
	})
	assert.Equal(t, want, got)
	sameRequest(t, ours, theirs, "X-Api-Key", "Anthropic-Version", "Authorization")
}

func TestTheWireOfOpenAISendsWhatItsSDKSends(t *testing.T) {
	r := officialRequest()
	theirs, want := (&tap{says: "{}"}).sent(t, func(c *http.Client) {
		p := openaisdk.ChatCompletionNewParams{
			Model: "m", ReasoningEffort: shared.ReasoningEffort("low"), MaxCompletionTokens: openaisdk.Int(int64(r.OutputCap())),
			Temperature: openaisdk.Float(0.25), Seed: openaisdk.Int(7),
			Messages: []openaisdk.ChatCompletionMessageParamUnion{
				openaisdk.SystemMessage(r.System), openaisdk.UserMessage("kept, then not"), openaisdk.AssistantMessage("wrong"), openaisdk.UserMessage("again"),
			},
		}
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "answer", Schema: schemaOf(t, r), Strict: openaisdk.Bool(true)},
		}
		s := openaisdk.NewChatCompletionService(openaioption.WithBaseURL("https://example.org/v1/"), openaioption.WithHTTPClient(c),
			openaioption.WithAPIKey("k-1234"), openaioption.WithMaxRetries(0))
		_, _ = s.New(t.Context(), p)
	})
	ours, got := (&tap{says: "{}"}).sent(t, func(c *http.Client) {
		w, err := openai.New(openai.Options{BaseURL: "https://example.org/v1", Key: "k-1234", Model: "m", Effort: "low", HTTP: c})
		require.NoError(t, err)
		_, _ = w.Exchange(t.Context(), r)
	})
	assert.Equal(t, want, got)
	sameRequest(t, ours, theirs, "Authorization")
}

// numbers of tokens as servers write them.
var numbers = []string{`12`, `12.0`, `1e3`, `0`, `null`}

func TestTokensAreReadAsTheSDKsReadThem(t *testing.T) {
	c := wire.Client(wire.Options{})
	defer c.CloseIdleConnections()
	for _, n := range numbers {
		body := `{"model":"m","stop_reason":"end_turn","content":[{"type":"text","text":"a"}],"usage":{"input_tokens":` + n + `,"output_tokens":1}}`
		var theirs anthropicsdk.Message
		require.NoError(t, json.Unmarshal([]byte(body), &theirs))
		u := answered(t, body, func(base string) (model.Wire, error) {
			return anthropic.New(anthropic.Options{BaseURL: base, Model: "m", HTTP: c})
		}).Usage
		require.Equal(t, theirs.Usage.JSON.InputTokens.Valid(), u != nil, n)
		if u != nil {
			assert.Equal(t, theirs.Usage.InputTokens, u.In, n)
		}
		body = `{"model":"m","choices":[{"finish_reason":"stop","message":{"content":"a"}}],"usage":{"prompt_tokens":` + n + `,"completion_tokens":1}}`
		var chat openaisdk.ChatCompletion
		require.NoError(t, json.Unmarshal([]byte(body), &chat))
		u = answered(t, body, func(base string) (model.Wire, error) {
			return openai.New(openai.Options{BaseURL: base, Model: "m", HTTP: c})
		}).Usage
		require.Equal(t, chat.Usage.JSON.PromptTokens.Valid(), u != nil, n)
		if u != nil {
			assert.Equal(t, chat.Usage.PromptTokens, u.In, n)
		}
	}
}

// answered returns the answer that a wire reads from a body.
func answered(t *testing.T, body string, open func(base string) (model.Wire, error)) model.Answer {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
	defer server.Close()
	w, err := open(server.URL)
	require.NoError(t, err)
	a, err := w.Exchange(t.Context(), officialRequest())
	require.NoError(t, err)
	return a
}
