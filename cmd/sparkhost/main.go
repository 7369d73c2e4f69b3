// Command sparkhost answers hard questions from literature and shows its work.
package main

import (
	"os"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
