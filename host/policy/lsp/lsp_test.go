package lsp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/policy/lsp"
	"github.com/sparkhost/sparkhost/policies"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// An editor drives a server over pipes, as editors do, with messages written by hand.
type editor struct {
	t     *testing.T
	in    *io.PipeWriter
	out   *bufio.Reader
	ended chan error
	next  int
	told  []message // notifications that came while an answer was waited for
}

type message struct {
	ID     *int            `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func edit(t *testing.T, o lsp.Options) *editor {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	o.Shipped, o.Version = policies.FS, "0.1.0"
	fromEditor, in := io.Pipe()
	out, fromServer := io.Pipe()
	e := &editor{t: t, in: in, out: bufio.NewReader(out), ended: make(chan error, 1)}
	go func() { e.ended <- lsp.New(o).Serve(context.Background(), fromEditor, fromServer) }()
	t.Cleanup(func() { _ = in.Close(); _ = out.Close() })
	var got struct {
		Capabilities struct{ PositionEncoding string }
	}
	e.call("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}}, &got)
	require.Equal(t, "utf-16", got.Capabilities.PositionEncoding)
	e.tell("initialized", map[string]any{})
	return e
}

func (e *editor) send(m map[string]any) {
	m["jsonrpc"] = "2.0"
	data, err := json.Marshal(m)
	require.NoError(e.t, err)
	_, err = fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(data), data)
	require.NoError(e.t, err)
}

func (e *editor) tell(method string, params any) {
	e.send(map[string]any{"method": method, "params": params})
}

func (e *editor) receive() message {
	head, err := textproto.NewReader(e.out).ReadMIMEHeader()
	require.NoError(e.t, err)
	n, err := strconv.Atoi(head.Get("Content-Length"))
	require.NoError(e.t, err)
	data := make([]byte, n)
	_, err = io.ReadFull(e.out, data)
	require.NoError(e.t, err)
	var m message
	require.NoError(e.t, json.Unmarshal(data, &m))
	return m
}

// call sends a request and reads its result.
func (e *editor) call(method string, params, into any) {
	e.t.Helper()
	e.next++
	e.send(map[string]any{"id": e.next, "method": method, "params": params})
	for {
		m := e.receive()
		if m.Method != "" {
			e.told = append(e.told, m)
			continue
		}
		require.Equal(e.t, e.next, *m.ID)
		require.Nil(e.t, m.Error, "%s: %+v", method, m.Error)
		require.NoError(e.t, json.Unmarshal(m.Result, into), "%s", m.Result)
		return
	}
}

type wrong struct {
	Range    struct{ Start, End struct{ Line, Character int } }
	Severity int
	Code     string
	Message  string
}

// diagnostics waits for those of a version of a document.
func (e *editor) diagnostics(version int) []wrong {
	for {
		for len(e.told) == 0 {
			m := e.receive()
			e.told = append(e.told, m)
		}
		m := e.told[0]
		e.told = e.told[1:]
		var p struct {
			Version     int
			Diagnostics []wrong
		}
		require.Equal(e.t, "textDocument/publishDiagnostics", m.Method)
		require.NoError(e.t, json.Unmarshal(m.Params, &p))
		if p.Version == version {
			return p.Diagnostics
		}
	}
}

func (e *editor) open(path, text string) string {
	uri := (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "sparkhost-policy", "version": 1, "text": text}})
	return uri
}

func (e *editor) change(uri string, version int, text string) {
	e.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": []any{map[string]any{"text": text}}})
}

// at is the position of the mark ‸ in a text, counted as an editor counts; the text comes back without it.
func at(uri, marked string) (map[string]any, string) {
	before, after, _ := strings.Cut(marked, "‸")
	line := before[strings.LastIndexByte(before, '\n')+1:]
	units := 0
	for _, r := range line {
		units++
		if r > 0xffff {
			units++
		}
	}
	return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": strings.Count(before, "\n"), "character": units}}, before + after
}

const mine = `# 𝒯hresholds of ours
variable "limit" {
  type        = number
  default     = 0.30
  description = "least confidence, 𝒯"
}

policy "mine" {
  extends = [baseline]
  gate "sure" {
    condition = /* 𝒯𝒯 */ answer.confidence > var.limit
    otherwise = "abstain"
  }
}
`

// marked puts the mark behind the first word of that text.
func marked(text, word string) string { return strings.Replace(text, word, word+"‸", 1) }

func TestAnEditorSeesMistakesAsTheyAreTyped(t *testing.T) {
	e := edit(t, lsp.Options{})
	uri := e.open(filepath.Join(t.TempDir(), "mine.policy.hcl"), mine)
	assert.Empty(t, e.diagnostics(1))
	e.change(uri, 2, strings.Replace(mine, "var.limit", "var.limits", 1))
	got := e.diagnostics(2)
	require.Len(t, got, 1)
	assert.Equal(t, 1, got[0].Severity)
	assert.NotEmpty(t, got[0].Code)
	assert.Contains(t, got[0].Message, "limit")
	assert.Equal(t, 10, got[0].Range.Start.Line)
	assert.Equal(t, len("    condition = /* TTTT */ answer.confidence > "), got[0].Range.Start.Character, "characters outside the plane count twice")
	e.change(uri, 3, mine[:len(mine)-3])
	assert.NotEmpty(t, e.diagnostics(3), "a text that does not parse")
	e.change(uri, 4, mine)
	assert.Empty(t, e.diagnostics(4))
}

func TestADocumentExtendsTheOpenTextBesideItAndNotTheSavedOne(t *testing.T) {
	dir := t.TempDir()
	parent := filepath.Join(dir, "parent.policy.hcl")
	require.NoError(t, os.WriteFile(parent, []byte("policy \"parent\" {\n  extends = [baseline]\n}\n"), 0o600))
	child := "policy \"child\" {\n  extends = [parent]\n  order   = [extra]\n}\n"
	e := edit(t, lsp.Options{})
	uri := e.open(filepath.Join(dir, "child.policy.hcl"), child)
	first := e.diagnostics(1)
	require.NotEmpty(t, first, "no round extra yet")
	assert.Equal(t, 1, first[0].Severity)
	e.open(parent, "policy \"parent\" {\n  extends = [baseline]\n  order = [extra]\n  round \"extra\" {\n    intents = [methods]\n  }\n}\n")
	e.change(uri, 2, child)
	for _, d := range e.diagnostics(2) {
		assert.Equal(t, 2, d.Severity, d.Message)
	}
}

func TestCompletionComesFromTheSchemaAndTheFiles(t *testing.T) {
	e := edit(t, lsp.Options{Sources: []string{"crossref", "local"}})
	uri := e.open(filepath.Join(t.TempDir(), "mine.policy.hcl"), mine)
	for _, c := range []struct{ name, text, want, not string }{
		{"blocks of the file", mine + "pol‸", "policy", "order"},
		{"attributes of a policy", "policy \"x\" {\n  ord‸\n}\n", "order", "policy"},
		{"attributes of a nested block", "policy \"x\" {\n  gate \"g\" {\n    oth‸", "otherwise", "order"},
		{"words", "policy \"x\" {\n  gate \"g\" {\n    otherwise = \"‸", "abstain", "condition"},
		{"policies to extend", "policy \"x\" {\n  extends = [stan‸]\n}\n", "standard", "local"},
		{"sources without a block", "policy \"x\" {\n  round \"r\" {\n    sources = [cross‸]\n  }\n}\n", "crossref", "standard"},
		{"metrics in conditions", "policy \"x\" {\n  gate \"g\" {\n    condition = answer.conf‸", "answer.confidence", "var.limit"},
		{"variables in conditions", mine[:strings.Index(mine, "    otherwise")] + "    otherwise = \"fail\"\n  }\n  gate \"h\" {\n    condition = var.‸", "var.limit", "answer.confidence"},
		{"truth", "policy \"x\" {\n  adaptive {\n    enabled = ‸", "true", "order"},
		{"types", "variable \"v\" {\n  type = ‸", "number", "order"},
		{"nothing in a comment's place of values", "policy \"x\" {\n  nothing {\n    a‸", "", "order"},
	} {
		t.Run(c.name, func(t *testing.T) {
			where, text := at(uri, c.text)
			e.change(uri, 2, text)
			var items []struct {
				Label    string
				TextEdit struct {
					NewText string
					Range   struct{ Start, End struct{ Line, Character int } }
				}
			}
			e.call("textDocument/completion", where, &items)
			var labels []string
			for _, i := range items {
				labels = append(labels, i.Label)
				assert.Equal(t, where["position"].(map[string]any)["character"], i.TextEdit.Range.End.Character)
			}
			if c.want != "" {
				assert.Contains(t, labels, c.want)
			}
			assert.NotContains(t, labels, c.not)
		})
	}
}

// The parser recurses, and an overflow of the stack would end the server: a text that no policy may be is not parsed for its names.
func TestNamesOfATextThatNoPolicyMayBeAreNotOffered(t *testing.T) {
	const deep, large = "variable \"deep\" {\n}\n", "variable \"large\" {\n}\n"
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "deep.policy.hcl"), []byte(deep+strings.Repeat("a {\n", 65)+strings.Repeat("}\n", 65)), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "large.policy.hcl"), []byte(large+strings.Repeat("# x\n", 64<<10)), 0o600))
	e := edit(t, lsp.Options{})
	where, text := at("", mine[:strings.Index(mine, "    otherwise")]+"    otherwise = \"fail\"\n  }\n  gate \"h\" {\n    condition = var.‸")
	where["textDocument"] = map[string]any{"uri": e.open(filepath.Join(dir, "mine.policy.hcl"), text)}
	var items []struct{ Label string }
	e.call("textDocument/completion", where, &items)
	labels := fmt.Sprint(items)
	assert.Contains(t, labels, "{var.limit}")
	assert.NotContains(t, labels, "{var.deep}")
	assert.NotContains(t, labels, "{var.large}")
}

type hovered struct{ Contents struct{ Kind, Value string } }

func TestHoverDocumentsNamesAndCountsTheAnswersThatANumberChanges(t *testing.T) {
	var asked []string
	e := edit(t, lsp.Options{Flips: func(_ context.Context, _, before, after string) (int, int, error) {
		asked = append(asked, after)
		if strings.Contains(after, "0.27") {
			return 0, 0, errors.New("a plugin is missing")
		}
		return 3, 40, nil
	}})
	uri := e.open(filepath.Join(t.TempDir(), "mine.policy.hcl"), mine)
	for word, want := range map[string]string{
		"otherwi": "if it fails", "extend": "parents", "baselin": "shipped with sparkhost", "answer.confid": "final confidence", "var.lim": "least confidence",
	} {
		where, _ := at(uri, marked(mine, word))
		var h *hovered
		e.call("textDocument/hover", where, &h)
		require.NotNil(t, h, word)
		assert.Contains(t, h.Contents.Value, want, word)
	}
	where, _ := at(uri, marked(mine, "0.3"))
	var h hovered
	e.call("textDocument/hover", where, &h)
	assert.Contains(t, h.Contents.Value, "with 0.33: 3 of 40 recorded answers change")
	assert.Contains(t, h.Contents.Value, "with 0.27: not known, a plugin is missing")
	require.Len(t, asked, 2)
	assert.Equal(t, strings.Replace(mine, "0.30", "0.27", 1), asked[0])
}

func TestDefinitionsAreFoundInTheFileBesideItAndInShippedPolicies(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "vars.policy.hcl"), []byte("\nvariable \"else\" {\n  type = number\n}\n"), 0o600))
	e := edit(t, lsp.Options{})
	text := strings.Replace(mine, "> var.limit", "> var.limit + var.else", 1)
	uri := e.open(filepath.Join(dir, "mine.policy.hcl"), text)
	for _, c := range []struct {
		word, file string
		line       int
	}{{"var.lim", "mine.policy.hcl", 1}, {"var.els", "vars.policy.hcl", 1}, {"basel", "baseline.policy.hcl", -1}} {
		where, _ := at(uri, marked(text, c.word))
		var got struct {
			URI   string
			Range struct{ Start struct{ Line int } }
		}
		e.call("textDocument/definition", where, &got)
		u, err := url.Parse(got.URI)
		require.NoError(t, err)
		assert.Equal(t, c.file, filepath.Base(u.Path), c.word)
		data, err := os.ReadFile(u.Path)
		if c.file != "mine.policy.hcl" {
			require.NoError(t, err)
			line := strings.Split(string(data), "\n")[got.Range.Start.Line]
			assert.Regexp(t, `^(variable|policy) "`, line)
		}
		if c.line >= 0 {
			assert.Equal(t, c.line, got.Range.Start.Line)
		}
	}
	where, _ := at(uri, marked(text, "otherwi"))
	var none *struct{}
	e.call("textDocument/definition", where, &none)
	assert.Nil(t, none)
}

func TestFormattingIsThatOfPolicyFmt(t *testing.T) {
	e := edit(t, lsp.Options{})
	uri := e.open(filepath.Join(t.TempDir(), "mine.policy.hcl"), strings.ReplaceAll(mine, "  ", " "))
	var edits []struct {
		NewText string
		Range   struct{ Start, End struct{ Line, Character int } }
	}
	params := map[string]any{"textDocument": map[string]any{"uri": uri}, "options": map[string]any{"tabSize": 2}}
	e.call("textDocument/formatting", params, &edits)
	require.Len(t, edits, 1)
	assert.Equal(t, mine, edits[0].NewText)
	assert.Equal(t, strings.Count(mine, "\n"), edits[0].Range.End.Line)
	e.change(uri, 2, mine)
	e.call("textDocument/formatting", params, &edits)
	assert.Empty(t, edits)
}

func TestAnEditorShutsTheServerDown(t *testing.T) {
	e := edit(t, lsp.Options{})
	var none any
	e.call("shutdown", nil, &none)
	e.tell("exit", nil)
	assert.NoError(t, <-e.ended)
	other := edit(t, lsp.Options{})
	other.tell("exit", nil)
	assert.ErrorIs(t, <-other.ended, lsp.ErrNoShutdown)
}

func TestAHoverThatTakesLongDelaysNothingAndCanBeCancelled(t *testing.T) {
	began := make(chan struct{}, 1)
	e := edit(t, lsp.Options{Flips: func(ctx context.Context, _, _, _ string) (int, int, error) {
		began <- struct{}{}
		<-ctx.Done()
		return 0, 0, ctx.Err()
	}})
	uri := e.open(filepath.Join(t.TempDir(), "mine.policy.hcl"), mine)
	e.diagnostics(1)
	where, _ := at(uri, marked(mine, "0.3"))
	e.send(map[string]any{"id": 900, "method": "textDocument/hover", "params": where})
	<-began
	e.change(uri, 7, mine+"x")
	assert.NotEmpty(t, e.diagnostics(7), "while the hover is at work")
	e.tell("$/cancelRequest", map[string]any{"id": 900})
	m := e.receive()
	require.NotNil(t, m.ID)
	assert.Equal(t, 900, *m.ID)
	require.NotNil(t, m.Error)
}
