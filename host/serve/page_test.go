package serve_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/auth"
)

// runtimeParams are those of an evaluation in the browser.
type runtimeParams = runtime.EvaluateParams

func stringsOf(all [][]byte) []string {
	var out []string
	for _, one := range all {
		out = append(out, string(one))
	}
	return out
}

func TestThePageIsSmallAndHasNoInlineScriptOrStyle(t *testing.T) {
	var size int64
	require.NoError(t, fs.WalkDir(os.DirFS("page"), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile("page/" + path)
		size += int64(len(text))
		for _, bad := range []string{"<style", " style=", "onclick=", "<script>", "javascript:"} {
			assert.NotContains(t, string(text), bad, path)
		}
		return err
	}))
	assert.Less(t, size, int64(150<<10))
}

func TestHostileTextsDoNotBecomeMarkup(t *testing.T) {
	s := start(t, serve.Options{Config: config("baseline")})
	hostile := `{"id":"h","question":"<script>alert(1)</script><img src=x onerror=alert(1)> rapamycin?","options":["<b>x</b>","\"><svg onload=alert(1)>"]}`
	status, _, _ := s.do("POST", "/v1/ask", "application/json", hostile)
	require.Equal(t, 200, status)
	_, _, list := s.do("GET", "/?q=%3Cscript%3E&verdict=%22%3E%3Cscript%3E", "", "")
	_, _, home := s.do("GET", "/", "", "")
	for _, page := range [][]byte{list, home} {
		assert.NotContains(t, string(page), "<script>alert")
		assert.NotContains(t, string(page), "<img src=x")
		assert.NotContains(t, string(page), `"><script>`)
	}
	assert.Contains(t, string(home), "&lt;script&gt;alert(1)")
}

func TestWithoutATokenThePageShowsTheLoginAlone(t *testing.T) {
	keys, secrets := keyring(t, auth.Token{Name: "one", Role: auth.Ask})
	s := start(t, serve.Options{Config: config("baseline"), Keys: keys})
	for _, path := range []string{"/", "/policies", "/what-if", "/runs/x"} {
		status, _, body := s.do("GET", path, "", "")
		assert.Equal(t, 401, status, path)
		assert.Contains(t, string(body), `action="/login"`)
		assert.NotContains(t, string(body), "standard")
	}
	status, _, _ := s.do("GET", "/policies", "", "", "Cookie", "sparkhost_token="+secrets[0])
	assert.Equal(t, 200, status)
	status, _, body := s.do("GET", "/runs/nonesuch", "", "", "Cookie", "sparkhost_token="+secrets[0])
	assert.Equal(t, 404, status)
	assert.Contains(t, string(body), "Back to the start")
}

func TestAPageSaysWhatSidesAndSummandsAreAbout(t *testing.T) {
	s := start(t, serve.Options{Config: config("standard")})
	for question, sided := range map[string]bool{
		`{"id":"d","type":"claim","question":"Beta-carotene supplements reduce the risk of lung cancer in smokers."}`: true,
		`{"id":"m","question":"What does rapamycin inhibit?","options":["mTORC1","telomerase"]}`:                      false,
	} {
		_, _, body := s.do("POST", "/v1/ask", "application/json", question)
		var res record.Result
		require.NoError(t, json.Unmarshal(body, &res))
		_, _, page := s.do("GET", "/runs/"+res.Run, "", "")
		assert.Contains(t, string(page), "value × weight, before link, floor and cap")
		assert.Equal(t, sided, strings.Contains(string(page), "“Supports” and “contradicts” are about what the question claims, not about the answer."), question)
		assert.Equal(t, sided, strings.Contains(string(page), "Disputed: for and against what the question claims"), question)
	}
}

func TestATermOfASumLeadsToItsLineInThePolicy(t *testing.T) {
	s := start(t, serve.Options{Config: config("standard")})
	_, _, _ = s.do("POST", "/v1/ask", "application/json", rapamycin)
	var runs api.Runs
	s.get("/v1/runs", &runs)
	_, _, run := s.do("GET", "/runs/"+runs.Runs[0].ID, "", "")
	link := regexp.MustCompile(`/policies/standard#([^"]+)`).FindSubmatch(run)
	require.NotNil(t, link)
	_, _, policy := s.do("GET", "/policies/standard", "", "")
	assert.Contains(t, string(policy), `id="`+string(link[1])+`"`)
}
