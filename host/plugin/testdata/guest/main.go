// Command guest is the module that the tests of host/plugin build with stock Go.
package main

import (
	"github.com/sparkhost/sparkhost/host/plugin/internal/specimen"
	"github.com/sparkhost/sparkhost/sdk"
)

func init() { sdk.Serve(specimen.Plugin()) }

func main() {}
