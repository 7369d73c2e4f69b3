package golden

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

const request = `{"contract":1,"config":{},"tables":{"items":{"rows":1,"columns":{}}}}`

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
}

func TestAFolderOfRequestsHoldsRequestsAndGoldenFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "alone.json", request)
	write(t, dir, "both.json", `{"about":"x","request":`+request+`,"response":{"error":"no"}}`)
	cases, err := ReadRequests(dir)
	require.NoError(t, err)
	require.Len(t, cases, 2)
	assert.Equal(t, "alone", cases[0].Name)
	assert.EqualValues(t, 1, cases[0].Request.Tables[0].Rows)
	assert.Nil(t, cases[0].Response)
	assert.Equal(t, "no", cases[1].Response.Error)

	_, err = Read(dir)
	assert.ErrorContains(t, err, "alone.json", "a golden file has a response")
	_, err = ReadRequests(t.TempDir())
	assert.ErrorContains(t, err, "no requests")
}

func TestCompleteLeavesTheRequestThatItWasGiven(t *testing.T) {
	m := contract.Manifest{Params: []contract.Param{{Name: "share", Type: contract.TypeNumber, Default: contract.NumberValue(0.5)}}}
	given := &contract.Request{Contract: 1}
	c := Case{Request: given}
	require.NoError(t, c.Complete(&m))
	assert.Equal(t, 0.5, c.Request.Number("share"))
	assert.Empty(t, given.Config)
	c = Case{Request: &contract.Request{Config: []contract.Setting{{Name: "shade", Value: contract.NumberValue(1)}}}}
	assert.ErrorContains(t, c.Complete(&m), "did you mean share?")
}
