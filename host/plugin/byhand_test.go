package plugin

import (
	"context"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

// An exchange is one that docs/plugin-abi.md shows: manifest, request and response, in bytes and in JSON.
type exchange struct{ bytes, json [3][]byte }

func exchangeOfThePage(t *testing.T) (e exchange) {
	t.Helper()
	page, err := os.ReadFile("../../docs/plugin-abi.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```(hex|json)\n(.*?)\n```").FindAllSubmatch(page, -1)
	require.Len(t, blocks, 6)
	for i := range e.bytes {
		require.Equal(t, "hex", string(blocks[2*i][1]))
		require.Equal(t, "json", string(blocks[2*i+1][1]))
		e.bytes[i], e.json[i] = unhex(t, string(blocks[2*i][2])), blocks[2*i+1][2]
	}
	return e
}

// unhex reads bytes up to the semicolon of each line.
func unhex(t *testing.T, block string) (b []byte) {
	t.Helper()
	for line := range strings.Lines(block) {
		digits, _, _ := strings.Cut(line, ";")
		part, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
		require.NoError(t, err, line)
		b = append(b, part...)
	}
	return b
}

func TestTheBytesOfTheABIPageAreItsJSONAndTheirOnlyEncoding(t *testing.T) {
	e := exchangeOfThePage(t)
	var m contract.Manifest
	require.NoError(t, m.Unmarshal(e.bytes[0]))
	require.NoError(t, m.Validate())
	assert.Equal(t, e.bytes[0], m.Marshal(nil))
	text, err := contractjson.MarshalManifest(&m)
	require.NoError(t, err)
	assert.Equal(t, string(e.json[0]), string(text))

	var r contract.Request
	require.NoError(t, r.Unmarshal(e.bytes[1]))
	require.NoError(t, r.Validate())
	assert.Equal(t, e.bytes[1], r.Marshal(nil))
	text, err = contractjson.MarshalRequest(&r)
	require.NoError(t, err)
	assert.Equal(t, string(e.json[1]), string(text))

	var answer contract.Response
	require.NoError(t, answer.Unmarshal(e.bytes[2]))
	require.NoError(t, answer.Check(&m, &r))
	assert.Equal(t, e.bytes[2], answer.Marshal(nil))
	text, err = contractjson.MarshalResponse(&answer)
	require.NoError(t, err)
	assert.Equal(t, string(e.json[2]), string(text))
}

// loadByHand builds the guest that was written from the page, and loads it.
func loadByHand(t *testing.T) *Plugin {
	t.Helper()
	file := filepath.Join(t.TempDir(), "byhand.wasm")
	out, err := build("./testdata/byhand", file)
	require.NoError(t, err, string(out))
	wasm, err := os.ReadFile(file)
	require.NoError(t, err)
	p, err := newTestSandbox(t, Options{CacheDir: world.cache}).Load(context.Background(), Source{Name: "byhand", Wasm: wasm}, Limits{})
	require.NoError(t, err)
	return p
}

func TestAGuestWrittenFromTheABIPageDoesWhatThePageShows(t *testing.T) {
	e := exchangeOfThePage(t)
	p := loadByHand(t)
	assert.Equal(t, string(e.bytes[0]), string(p.Manifest().Marshal(nil)))

	i, err := p.start(context.Background())
	require.NoError(t, err)
	defer i.close()
	var r contract.Request
	require.NoError(t, r.Unmarshal(e.bytes[1]))
	i.tank.begin(context.Background(), DefaultFuel, DefaultWall)
	answer, err := i.guest.call(&r, e.bytes[1])
	require.NoError(t, err)
	assert.Equal(t, e.bytes[2], answer)

	response, call, err := p.Call(context.Background(), &r)
	require.NoError(t, err)
	assert.Equal(t, []float64{3.0 / 13, 0, 1.0 / 11}, response.Score.Scores)
	assert.Equal(t, len(e.bytes[1]), call.InputBytes, "the host sends these very bytes")
}

func TestGuestsRefuseARequestOfAContractThatTheyDoNotSpeak(t *testing.T) {
	for name, p := range map[string]*Plugin{"with the SDK": loadGuest(t, Limits{}), "by hand": loadByHand(t)} {
		t.Run(name, func(t *testing.T) {
			i, err := p.start(context.Background())
			require.NoError(t, err)
			defer i.close()
			i.tank.begin(context.Background(), DefaultFuel, DefaultWall)
			answer, err := i.guest.call(nil, (&contract.Request{Contract: 2}).Marshal(nil))
			require.NoError(t, err)
			var response contract.Response
			require.NoError(t, response.Unmarshal(answer))
			assert.Contains(t, response.Error, "of contract 2, this plugin speaks contract 1")
		})
	}
}

func TestANewerPluginThatStillSpeaksThisContractIsAskedInIt(t *testing.T) {
	m := handmade()
	manifest := testManifest()
	manifest.Contract, manifest.OldestContract = 3, 1
	m.describeAs(manifest.Marshal(nil))
	p, err := newTestSandbox(t, Options{}).Load(context.Background(), Source{Name: "newer", Wasm: m.bytes()}, Limits{})
	require.NoError(t, err)
	sent, e := p.prepare(oneItem())
	require.Nil(t, e)
	assert.EqualValues(t, 1, sent.Contract)
	_, _, err = p.Call(context.Background(), oneItem())
	assert.NoError(t, err)
}

func TestTheABIPageGivesTheLimitsAsTheyAre(t *testing.T) {
	page, err := os.ReadFile("../../docs/plugin-abi.md")
	require.NoError(t, err)
	rows := regexp.MustCompile("\\| ([0-9]+)(?: bytes)? \\| `(Max[A-Za-z]+)` \\|").FindAllSubmatch(page, -1)
	got := map[string]string{}
	for _, row := range rows {
		got[string(row[2])] = string(row[1])
	}
	source, err := os.ReadFile("../../sdk/contract/limits.go")
	require.NoError(t, err)
	want := map[string]string{}
	for _, name := range regexp.MustCompile(`(?m)^\t(Max[A-Za-z]+) `).FindAllSubmatch(source, -1) {
		want[string(name[1])] = limitNamed(string(name[1]))
	}
	assert.Equal(t, want, got)
}

func limitNamed(name string) string {
	limits := map[string]int{
		"MaxMessageBytes": contract.MaxMessageBytes, "MaxManifestBytes": contract.MaxManifestBytes, "MaxNameBytes": contract.MaxNameBytes,
		"MaxDocBytes": contract.MaxDocBytes, "MaxDeclared": contract.MaxDeclared, "MaxTables": contract.MaxTables, "MaxColumns": contract.MaxColumns,
		"MaxRows": contract.MaxRows, "MaxListed": contract.MaxListed, "MaxFindings": contract.MaxFindings, "MaxLines": contract.MaxLines,
		"MaxTextBytes": contract.MaxTextBytes,
	}
	return strconv.Itoa(limits[name])
}
