package serve_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/policies"
)

// A folder is one of policies that a service watches.
type folder struct {
	t   *testing.T
	dir string
}

// put writes a file in one go: looked at every 5 ms, a file that is half written is the same twice.
func (f folder) put(name, text string) {
	f.t.Helper()
	whole := filepath.Join(f.t.TempDir(), "whole")
	require.NoError(f.t, os.WriteFile(whole, []byte(text), 0o600))
	require.NoError(f.t, os.Rename(whole, filepath.Join(f.dir, name)))
}

// says waits until the service says that the folder is wrong, or right.
func (f folder) says(s *service, wrong bool) (now api.Policies) {
	f.t.Helper()
	require.Eventually(f.t, func() bool { now = api.Policies{}; s.get("/v1/policies", &now); return (now.Problem != nil) == wrong }, time.Minute, 5*time.Millisecond)
	return now
}

func TestAPolicyFileThatIsEmptyTakesNothingOutOfServiceAndThePageSaysSo(t *testing.T) {
	for name, text := range map[string]string{"no bytes": "", "comments alone": "# policy \"mine\" {}\n"} {
		t.Run(name, func(t *testing.T) {
			f := folder{t, t.TempDir()}
			f.put("mine.policy.hcl", "policy \"mine\" { extends = [baseline] }\n")
			f.put("other.policy.hcl", "policy \"other\" { extends = [baseline] }\n")
			s := start(t, serve.Options{Config: config("other"), Folder: f.dir, Watch: 5 * time.Millisecond})
			asks := func() int {
				status, _, _ := s.do("POST", "/v1/ask?policy=mine", "application/json", rapamycin)
				return status
			}
			require.Equal(t, 200, asks())
			f.put("mine.policy.hcl", text)
			now := f.says(s, true)
			assert.Contains(t, now.Problem.Diagnostics[0].Summary, `The file is empty, and held policy "mine"`)
			assert.Equal(t, 200, asks(), "the version before goes on")
			_, _, page := s.do("GET", "/policies", "", "")
			assert.Contains(t, string(page), "the version before stays in force")
			assert.Contains(t, string(page), "The file is empty")
			require.NoError(t, os.Remove(filepath.Join(f.dir, "mine.policy.hcl")))
			f.says(s, false)
			assert.Equal(t, 404, asks(), "who deletes a file means it")
		})
	}
}

func TestAChangeBeforeTheServiceListensIsNoticed(t *testing.T) {
	f := folder{t, t.TempDir()}
	f.put("mine.policy.hcl", "policy \"mine\" { extends = [baseline] }\n")
	o := serve.Options{Config: config("mine"), Folder: f.dir, Watch: 5 * time.Millisecond}
	o.Config.Corpus, o.Config.Home = []string{corpus}, home(t)
	s, err := serve.New(context.Background(), o)
	require.NoError(t, err)
	f.put("mine.policy.hcl", "policy \"mine\" { selct {} }\n")
	now := f.says(listen(t, s, o.Config.Home), true)
	assert.NotEmpty(t, now.Problem.Diagnostics)
}

func TestEachShippedPolicyIsListedAsItIsLoadedAlone(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline")})
	var list api.Policies
	s.get("/v1/policies", &list)
	files, err := fs.Glob(policies.FS, "*.policy.hcl")
	require.NoError(t, err)
	require.Len(t, list.Policies, len(files))
	for _, listed := range list.Policies {
		set, diags := load.Load(load.Options{Path: listed.Name, Shipped: policies.FS, Version: host.Version})
		require.Empty(t, diags, listed.Name)
		p, diags := set.Policy("")
		require.Empty(t, diags, listed.Name)
		assert.Equal(t, p.Digest, listed.Digest, listed.Name)
		assert.Equal(t, p.Description, listed.Description, listed.Name)
	}
}
