// Package peers measures what a call into a sandboxed plugin costs beside what a user would otherwise do: the same
// kernel in the host's own Go, as a plugin of the spark ABI with and without metering, as JSON through extism's
// go-sdk, and as a process of HashiCorp's go-plugin over gRPC.
//
//	go test ./host/plugin/peers -run '^$' -bench Peers -benchtime 30x
//
// One iteration calls every peer once, so that what else the machine does falls on all alike. Peers must give equal
// scores before they are timed.
package peers
