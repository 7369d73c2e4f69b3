// Package docs carries the documents that programs read too.
package docs

import _ "embed"

// ResultSchema is the JSON schema of a result line.
//
//go:embed result.schema.json
var ResultSchema []byte
