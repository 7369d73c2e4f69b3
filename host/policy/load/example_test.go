package load_test

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

// A shipped policy is loaded with another threshold, as --var does.
func ExampleLoad() {
	set, diags := load.Load(load.Options{
		Path:    "standard",
		Shipped: policies.FS,
		Vars:    map[string]string{"min_confidence": "0.6"},
	})
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	p := set.Policies["standard"]
	for _, r := range p.Rounds {
		fmt.Println(r.Name)
	}
	// Output:
	// primary
	// methods
	// adversarial
}

// Mistakes are diagnostics with a position; all of a file come at once.
func ExampleLoad_mistakes() {
	_, diags := load.Load(load.Options{
		Path:    "standard",
		Shipped: policies.FS,
		Vars:    map[string]string{"min_confidense": "0.6"},
	})
	fmt.Println(diags[0].Summary)
	fmt.Println(diags[0].Detail)
	// Output:
	// P301 undeclared-variable: --var sets "min_confidense", which no policy declares
	// Did you mean "min_confidence"?
}
