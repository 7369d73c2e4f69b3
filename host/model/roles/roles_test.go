package roles_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/roles"
	"github.com/sparkhost/sparkhost/host/model/standin"
)

func TestMistakesInTheSettingsAreSaidAllAtOnce(t *testing.T) {
	c := roles.Config{
		Endpoints: map[string]roles.Endpoint{
			"a": {Wire: "carrier pigeon", Model: "m"},
			"b": {Wire: "openai", Flavour: "vanilla"},
			"c": {Wire: "anthropic", Model: "m", BaseURL: "http://models.example", KeyEnv: "K", CeilingMicroUSD: -1, Schema: "object"},
			"d": {Wire: "openai", Model: "m", BaseURL: "https://me:pw@models.example"},
		},
		Roles: map[model.Role]string{"poet": "a", model.Judge: "nobody"},
	}
	_, err := roles.Open(c, nil, options(t))
	for _, want := range []string{
		`"a": wire is`, `"b": model is missing`, `"b": no flavour "vanilla"; there are cohere, compatible, deepseek,`, `"c": base_url has no TLS`, `"c": ceiling is`,
		`"c": wire anthropic has no schema "object"`, `"d": base_url is an address`, `role "poet": there is none; there are cheapest,`,
		`role "judge": there is no endpoint "nobody"; there are a, b, c, d`,
	} {
		assert.ErrorContains(t, err, want)
	}
	assert.NotContains(t, err.Error(), "pw")
}

func TestAKeyThatIsMissingIsNamedByItsVariable(t *testing.T) {
	c := config("anthropic", "http://127.0.0.1:1")
	_, err := roles.Open(c, []string{"OTHER=1"}, options(t))
	assert.ErrorContains(t, err, "THE_KEY")
	o := options(t)
	o.Cache.Offline = true
	_, err = roles.Open(c, nil, o)
	assert.NoError(t, err, "offline nobody needs a key")
	c.Roles = nil
	set, err := roles.Open(c, nil, options(t))
	require.NoError(t, err, "nor does an endpoint that no role uses")
	assert.Nil(t, set.Role(model.Synthesis, nil))
}

func TestTheEnvironmentOfTheSDKsIsNotHeeded(t *testing.T) {
	for _, name := range []string{"ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"} {
		t.Setenv(name, "http://127.0.0.1:1/")
	}
	for _, name := range []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "OPENAI_ORG_ID"} {
		t.Setenv(name, "sk-of-somebody-else")
	}
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Leak: 1")
	for _, wire := range wires {
		s, base := serve(t, standin.Exchange{Text: "fine"})
		_, err := opened(t, config(wire, base), options(t)).Complete(t.Context(), request("who"))
		require.NoError(t, err)
		assert.Len(t, s.Requests(), 1)
	}
}

// sent are the fields of the only request.
func sent(t *testing.T, e roles.Endpoint, r model.Request) standin.Request {
	t.Helper()
	s, base := serve(t)
	e.Wire, e.BaseURL = "openai", base
	if e.Model == "" {
		e.Model = "some-model"
	}
	e.Free = true
	c := roles.Config{Endpoints: map[string]roles.Endpoint{"test": e}, Roles: map[model.Role]string{model.Synthesis: "test"}}
	_, _ = opened(t, c, options(t)).Complete(t.Context(), r) // the rules do not know the task; only the question matters
	require.NotEmpty(t, s.Requests())
	return s.Requests()[0]
}

func TestFlavours(t *testing.T) {
	temperature, seed := 0.0, int64(7)
	r := structured("score it")
	r.Temperature, r.Seed = &temperature, &seed
	tests := []struct {
		endpoint roles.Endpoint
		has      []string
		lacks    []string
		format   string
	}{
		{roles.Endpoint{}, []string{"max_completion_tokens", "temperature", "seed"}, []string{"max_tokens"}, "json_schema"},
		{roles.Endpoint{Model: "gpt-5.4"}, []string{"max_completion_tokens"}, []string{"temperature"}, "json_schema"},
		{roles.Endpoint{Flavour: "deepseek", Thinking: "off"}, []string{"max_tokens", "temperature", "thinking"}, []string{"seed", "max_completion_tokens"}, "json_object"},
		{roles.Endpoint{Flavour: "kimi"}, []string{"max_tokens"}, []string{"temperature", "thinking"}, "json_object"},
		{roles.Endpoint{Flavour: "gemini"}, []string{"max_tokens", "temperature"}, []string{"seed"}, "json_schema"},
		{roles.Endpoint{Flavour: "ollama"}, []string{"max_tokens", "temperature", "seed"}, nil, "json_schema"},
		{roles.Endpoint{Flavour: "llamacpp", Temperature: "omit"}, []string{"max_tokens", "seed"}, []string{"temperature"}, "json_schema"},
		{roles.Endpoint{Flavour: "vllm", Schema: "prompt"}, []string{"max_tokens"}, []string{"response_format", "chat_template_kwargs"}, ""},
		{roles.Endpoint{Flavour: "vllm", Thinking: "off"}, []string{"chat_template_kwargs"}, []string{"thinking"}, "json_schema"},
		{roles.Endpoint{Flavour: "compatible", Effort: "low"}, []string{"max_tokens", "reasoning_effort"}, []string{"response_format"}, ""},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%+v", tt.endpoint), func(t *testing.T) {
			q := sent(t, tt.endpoint, r)
			for _, name := range tt.has {
				assert.Contains(t, q.Fields, name)
			}
			for _, name := range tt.lacks {
				assert.NotContains(t, q.Fields, name)
			}
			assert.Equal(t, tt.format, q.Format)
			assert.Equal(t, tt.format != "json_schema", bytes.Contains([]byte(q.First()), []byte(`"score"`)), "the schema is in the prompt where it is not native")
			assert.Equal(t, "synthesis", q.Role)
		})
	}
}

func TestUsageInTheWordsOfFlavours(t *testing.T) {
	tests := []struct {
		flavour, usage string
		want           model.Usage
	}{
		{"deepseek", `{"prompt_tokens":120,"completion_tokens":5,"total_tokens":125,"prompt_cache_hit_tokens":30,"prompt_cache_miss_tokens":90}`, model.Usage{In: 90, CacheRead: 30, Out: 5}},
		{"gemini", `{"prompt_tokens":120,"completion_tokens":5,"total_tokens":145}`, model.Usage{In: 120, Out: 5, Reasoning: 20}},
		{"ollama", `{"prompt_tokens":120,"completion_tokens":5,"total_tokens":145}`, model.Usage{In: 120, Out: 5}},
	}
	for _, tt := range tests {
		t.Run(tt.flavour, func(t *testing.T) {
			_, base := serve(t, standin.Exchange{Body: []byte(`{"model":"m","choices":[{"message":{"content":"<think>hm</think>fine"},"finish_reason":"stop"}],"usage":` + tt.usage + `}`)})
			c := config("openai", base)
			e := c.Endpoints["test"]
			e.Flavour = tt.flavour
			c.Endpoints["test"] = e
			reply, err := opened(t, c, options(t)).Complete(t.Context(), request("count"))
			require.NoError(t, err)
			assert.Equal(t, tt.want, reply.Usage)
			assert.Equal(t, tt.flavour == "ollama", reply.Text == "fine", "thoughts are cut off where local servers leave them in")
		})
	}
}

func TestAModelWithoutAPrice(t *testing.T) {
	_, base := serve(t, standin.Exchange{Text: "fine", Times: -1})
	c := config("openai", base)
	e := c.Endpoints["test"]
	e.Model = "who-knows"
	c.Endpoints["test"] = e
	set, err := roles.Open(c, environ, options(t))
	require.NoError(t, err)
	defer func() { require.NoError(t, set.Close()) }()
	require.Len(t, set.Notes(), 1)
	assert.Contains(t, set.Notes()[0], "write a ceiling")
	m := set.Role(model.Synthesis, &purse{left: 1e6})
	_, err = m.Complete(t.Context(), request("how much"))
	require.ErrorIs(t, err, model.ErrBudget)
	assert.ErrorContains(t, err, "price is not known")

	e.CeilingMicroUSD = 20_000
	c.Endpoints["test"] = e
	paid, err := roles.Open(c, environ, options(t))
	require.NoError(t, err)
	defer func() { require.NoError(t, paid.Close()) }()
	p := &purse{left: 1e6}
	reply, err := paid.Role(model.Synthesis, p).Complete(t.Context(), request("how much"))
	require.NoError(t, err)
	assert.Equal(t, model.ByCeiling, reply.Cost.Basis)
	assert.Equal(t, int64(20_000), reply.Cost.MicroUSD)
	assert.Equal(t, int64(1e6-20_000), p.left)
	assert.Equal(t, int64(40_000), p.most, "two exchanges are reserved")
}

// A purse is a meter with some money.
type purse struct {
	mu         sync.Mutex
	left, most int64
}

func (p *purse) Reserve(worst model.Cost) (func(model.Cost), error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if worst.MicroUSD > p.left {
		return nil, fmt.Errorf("the purse has %d micro-USD", p.left)
	}
	p.left -= worst.MicroUSD
	p.most = max(p.most, worst.MicroUSD)
	return func(actual model.Cost) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.left += worst.MicroUSD - actual.MicroUSD
	}, nil
}

func TestACallWithoutRoomIsNotMade(t *testing.T) {
	s, base := serve(t)
	set, err := roles.Open(config("anthropic", base), environ, options(t))
	require.NoError(t, err)
	defer func() { require.NoError(t, set.Close()) }()
	p := &purse{left: 10}
	_, err = set.Role(model.Synthesis, p).Complete(t.Context(), request("dear"))
	require.ErrorIs(t, err, model.ErrBudget)
	assert.ErrorContains(t, err, "the purse has")
	assert.Empty(t, s.Requests())
	assert.Equal(t, int64(10), p.left)
}

// store adapts the host's cache, as the host does.
type store struct{ *cache.Cache }

func (s store) key(k model.Key) cache.Key { return cache.NewKey("model").Bytes(k[:]).Sum() }

func (s store) Do(ctx context.Context, k model.Key, fn func(context.Context) ([]byte, error)) ([]byte, error) {
	value, _, err := s.Cache.Do(ctx, s.key(k), fn)
	return value, err
}

func (s store) Get(k model.Key) ([]byte, bool, error) { return s.Cache.Get(s.key(k)) }

func TestAReplyIsKeptAndRecordedAndReplayed(t *testing.T) {
	kept, err := cache.OpenMemory()
	require.NoError(t, err)
	defer func() { require.NoError(t, kept.Close()) }()
	s, base := serve(t, good(), standin.Exchange{Match: standin.Match{Contains: "refuse"}, Stop: "refusal", Times: -1})
	o := options(t)
	o.Cache = model.CacheOptions{Store: store{kept}, RecordDir: t.TempDir()}
	c := config("openai", base)
	p := &purse{left: 1e6}
	ask := func(o roles.Options, text string) (model.Reply, error) {
		set, err := roles.Open(c, environ, o)
		require.NoError(t, err)
		defer func() { require.NoError(t, set.Close()) }()
		return set.Role(model.Synthesis, p).Complete(t.Context(), structured(text))
	}
	first, err := ask(o, "score it")
	require.NoError(t, err)
	left := p.left
	again, err := ask(o, "score it")
	require.NoError(t, err)
	assert.Equal(t, first.JSON, again.JSON)
	assert.Equal(t, first.Usage, again.Usage)
	assert.True(t, again.Cached)
	assert.Zero(t, again.Cost.MicroUSD)
	assert.Equal(t, left, p.left, "a kept reply costs nothing")
	for range 2 { // an error is not kept
		_, err = ask(o, "refuse it")
		require.ErrorIs(t, err, model.ErrRefused)
	}
	assert.Len(t, s.Requests(), 3)

	off := options(t)
	off.Cache = model.CacheOptions{RecordDir: o.Cache.RecordDir, Offline: true}
	replayed, err := ask(off, "score it")
	require.NoError(t, err)
	assert.Equal(t, again, replayed)
	_, err = ask(off, "refuse it")
	assert.ErrorIs(t, err, model.ErrRefused, "an error that was recorded is met again")
	_, err = ask(off, "score another")
	require.ErrorIs(t, err, model.ErrOffline)
	assert.ErrorContains(t, err, "test.v1")
	off.Cache = model.CacheOptions{Store: store{kept}, Offline: true}
	replayed, err = ask(off, "score it")
	require.NoError(t, err)
	assert.True(t, replayed.Cached)
	assert.Len(t, s.Requests(), 3)
}

func TestCallersOfOneThingShareARequest(t *testing.T) {
	kept, err := cache.OpenMemory()
	require.NoError(t, err)
	defer func() { require.NoError(t, kept.Close()) }()
	s, base := serve(t, standin.Exchange{JSON: good().JSON, Delay: "50ms"}, standin.Exchange{Fault: standin.Rejected, Times: -1})
	o := options(t)
	o.Cache.Store = store{kept}
	m := opened(t, config("anthropic", base), o)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			reply, err := m.Complete(t.Context(), structured("score it"))
			assert.NoError(t, err)
			assert.JSONEq(t, `{"score":0.5}`, string(reply.JSON))
		})
	}
	wg.Wait()
	assert.Len(t, s.Requests(), 1)
}

// The key goes over the wire and nowhere else: not into recordings, the cache, errors, replies or notes, even when the
// endpoint repeats it.
func TestTheCanaryDoesNotSing(t *testing.T) {
	dir := t.TempDir()
	kept, err := cache.Open(t.Context(), cache.Options{Dir: filepath.Join(dir, "cache")})
	require.NoError(t, err)
	_, base := serve(t,
		standin.Exchange{Text: "the key is " + canary, Model: canary}, standin.Exchange{Fault: standin.Rejected}, standin.Exchange{Fault: standin.Unauthorized},
	)
	o := options(t)
	o.Cache = model.CacheOptions{Store: store{kept}, RecordDir: filepath.Join(dir, "record")}
	m := opened(t, config("openai", base), o)
	var all bytes.Buffer
	for i := range 4 {
		r := request(fmt.Sprint("tell ", i))
		reply, err := m.Complete(t.Context(), r)
		fmt.Fprintf(&all, "%v %+v %#v %+v %s %+v", err, err, err, reply, r.Key(m.Describe()), m.Describe())
	}
	require.NoError(t, kept.Close())
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		all.Write(b)
		return err
	}))
	assert.NotContains(t, all.String(), canary)
	assert.Contains(t, all.String(), "the key is REDACTED")
}
