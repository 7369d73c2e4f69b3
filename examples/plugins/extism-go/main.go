//go:build wasip1

// Command brevity_json is a sparkhost plugin on the Extism PDK: messages are JSON, a function returns 0, or 1
// after it has set an error. The spark ABI is many times faster (sparkhost plugin new --lang go); this
// is the way for languages that have a PDK and no SDK.
package main

import "github.com/extism/go-pdk"

func main() {} // a plugin is a library: main never runs

//go:wasmexport describe
func describe() int32 {
	pdk.OutputString(manifest)
	return 0
}

//go:wasmexport score
func export() int32 {
	answer, err := respond(pdk.Input())
	if err != nil {
		pdk.SetError(err)
		return 1
	}
	pdk.Output(answer)
	return 0
}
