package plugincmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance"
	"github.com/sparkhost/sparkhost/internal/atomicfile"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// A goldenFile is a golden file as it is written.
type goldenFile struct {
	About    string          `json:"about"`
	Request  json.RawMessage `json:"request"`
	Response json.RawMessage `json:"response"`
}

// updateGolden writes the plugin's answers into those golden files that hold others. Requests stay as they are written.
func (f *testFlags) updateGolden(c *cobra.Command, dir string, s conformance.Subject) error {
	if len(s.Golden) == 0 {
		return shell.Fail(shell.ExitFailed, "--update: there are no golden files; make one with: sparkhost plugin run --save %s", filepath.Join(dir, "NAME.json"))
	}
	return f.Sandboxed(c.Context(), func(box *plugin.Sandbox) error {
		p, err := box.Load(c.Context(), plugin.Source{Name: s.Name, Wasm: s.Wasm}, plugin.Limits{Instances: 1})
		if err != nil {
			return flags.Blame(c.Context(), err)
		}
		for _, one := range s.Golden {
			path := filepath.Join(dir, one.Name+".json")
			changed, err := answerAnew(c, p, one, path)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if changed {
				fmt.Fprintf(c.ErrOrStderr(), "updated %s\n", path)
			}
		}
		return nil
	})
}

// answerAnew writes the plugin's answer into a golden file if it is another one.
func answerAnew(c *cobra.Command, p *plugin.Plugin, one golden.Case, path string) (bool, error) {
	if err := one.Complete(p.Manifest()); err != nil {
		return false, err
	}
	response, call, err := p.Call(c.Context(), one.Request)
	if err != nil {
		return false, err
	}
	if one.Compare(p.Manifest(), call.Output) == nil {
		return false, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	var file goldenFile
	if err := json.Unmarshal(text, &file); err != nil {
		return false, err
	}
	if file.Response, err = contractjson.MarshalResponse(response); err != nil {
		return false, err
	}
	return true, atomicfile.Write(path, 0o644, file.write)
}

// write writes the file: the request as it was written, the response indented.
func (g *goldenFile) write(w io.Writer) error {
	about, err := json.Marshal(g.About)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "{\n  \"about\": %s,\n  \"request\": %s,\n  \"response\": %s\n}\n", about, g.Request, indented(g.Response))
	return err
}

// scalars matches an indented list without lists and objects.
var scalars = regexp.MustCompile(`\[\n[^\[\]{}]*\n *\]`)

// indented lays JSON out, with lists of numbers and texts on one line.
func indented(text json.RawMessage) []byte {
	var out bytes.Buffer
	if err := json.Indent(&out, text, "  ", "  "); err != nil {
		return text
	}
	return scalars.ReplaceAllFunc(out.Bytes(), func(list []byte) []byte {
		lines := bytes.Split(list, []byte("\n"))
		for i := range lines {
			lines[i] = bytes.TrimSpace(lines[i])
		}
		inner := bytes.Join(lines[1:len(lines)-1], []byte(" "))
		return slices.Concat([]byte("["), inner, []byte("]"))
	})
}

// writeGolden writes a request and its answer as a golden file.
func writeGolden(w io.Writer, asked golden.Case, response *contract.Response) error {
	request, err := contractjson.MarshalRequest(asked.Request)
	if err != nil {
		return err
	}
	file := goldenFile{About: asked.About, Request: indented(request)}
	if file.Response, err = contractjson.MarshalResponse(response); err != nil {
		return err
	}
	return file.write(w)
}
