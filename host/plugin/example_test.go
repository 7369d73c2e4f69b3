package plugin_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/sparkhost/sparkhost/host/plugin"
)

// A module is looked at before it is compiled.
func ExampleInspect() {
	wasm, err := os.ReadFile("../../plugins/authority/authority.wasm")
	if err != nil {
		fmt.Println(err)
		return
	}
	module, err := plugin.Inspect(wasm)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("imports:", len(module.Imports))
	for _, export := range module.Exports {
		if strings.HasPrefix(export.Name, "spark_") {
			fmt.Println(export.Name)
		}
	}
	// Output:
	// imports: 0
	// spark_abi_1
	// spark_alloc
	// spark_describe
	// spark_score
	// spark_assess
	// spark_calibrate
}
