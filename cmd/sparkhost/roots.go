//go:build roots

package main

// Releases carry root certificates for machines that have none, such as the container image; those of the system come first.
import _ "golang.org/x/crypto/x509roots/fallback"
