// Command site writes the documents as a site that works without a network. Usage: go run ./scripts/site [DIR, default dist/site]
package main

import (
	"fmt"
	"os"

	"github.com/sparkhost/sparkhost/internal/site"
)

func main() {
	out := "dist/site"
	if len(os.Args) > 1 {
		out = os.Args[1]
	}
	if err := site.Build("docs", out, site.Contents); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Println(out + "/index.html")
}
