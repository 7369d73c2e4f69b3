package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/catalog"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// crashing makes a folder with a policy whose plugin crashes whenever it is called.
func crashing(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	module := filepath.Join(dir, "faulty.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-o", module, "../testdata/faulty")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	wasm, err := os.ReadFile(module)
	require.NoError(t, err)
	policy := fmt.Sprintf("plugin \"faulty\" {\n  source = \"faulty.wasm\"\n  digest = %q\n}\npolicy \"crashing\" {\n  extends = [baseline]\n  select {\n"+
		"    stage \"faulty\" { plugin = plugin.faulty }\n  }\n}\n", record.Digest(wasm))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "crashing.policy.hcl"), []byte(policy), 0o600))
	return dir
}

func TestAPluginThatTrapsInEachRequestEndsThatRunAndNoOther(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline"), Folder: crashing(t), Concurrency: 2})
	ask := func(policy string, n int) record.Result {
		var r record.Result
		status, _, body := s.do("POST", "/v1/ask?policy="+policy, "application/json", fmt.Sprintf(`{"id":"%s-%d","type":"claim","question":"Rapamycin inhibits mTORC1."}`, policy, n))
		assert.Equal(t, http.StatusOK, status, "%s", body)
		assert.NoError(t, json.Unmarshal(body, &r), "%s", body)
		return r
	}
	round := func(base, each int) { // four clients ask both policies
		var clients sync.WaitGroup
		for c := range 4 {
			clients.Go(func() {
				for n := range each {
					r := ask("crashing", base+1000*c+n)
					assert.Equal(t, 7, r.ExitCode)
					assert.Contains(t, r.Error, "the dog ate my scores")
					assert.Equal(t, record.VerdictAnswered, ask("baseline", base+1000*c+n).Verdict)
				}
			})
		}
		clients.Wait()
	}
	each := thorough.Number(25, 3)
	round(0, each)
	before, routines := heap(), runtime.NumGoroutine()
	round(10_000, each)
	assert.Less(t, heap(), before+40, "megabytes: a plugin that crashed leaves nothing behind")
	assert.Less(t, runtime.NumGoroutine(), routines+20)
	var health api.Health
	s.get("/v1/health", &health)
	assert.Zero(t, health.Running+health.Waiting)
}

func TestASecondServiceOnATakenFolderSaysWhoHasItAndHarmsNobody(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline")})
	o := serve.Options{Config: config("baseline")}
	o.Config.Corpus, o.Config.Home = []string{corpus}, s.home
	_, err := serve.New(context.Background(), o)
	require.ErrorIs(t, err, record.ErrLocked)
	assert.ErrorContains(t, err, s.home)
	assert.ErrorContains(t, err, fmt.Sprint("process ", os.Getpid(), " (serve)"))
	assert.ErrorContains(t, err, "choose another folder")
	status, _, body := s.do("POST", "/v1/ask", "application/json", rapamycin)
	assert.Equal(t, http.StatusOK, status, "%s", body)
	require.NoError(t, s.stop())
	again, err := serve.New(context.Background(), o)
	require.NoError(t, err, "it is free now")
	require.NoError(t, again.Close())
}

func TestAServiceThatCannotOpenSaysWhy(t *testing.T) {
	_, err := serve.New(context.Background(), serve.Options{Config: host.Config{Policy: "nonesuch", Corpus: []string{corpus}, Home: home(t)}})
	require.ErrorIs(t, err, catalog.ErrUnknown)
	assert.ErrorContains(t, err, `"nonesuch"; there are`)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "bad.policy.hcl"), []byte("policy {"), 0o600))
	_, err = serve.New(context.Background(), serve.Options{Config: config("baseline"), Folder: folder})
	var wrong *host.PolicyError
	require.ErrorAs(t, err, &wrong)
}
