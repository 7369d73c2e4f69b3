package contract

import "strconv"

// What a message may hold at most. Host and guest check the same numbers: [Manifest.Validate] and
// [Request.Validate] before anything is used, [Response.Check] before an answer is, the Unmarshal methods
// before they decode. A host may set lower limits of its own.
const (
	MaxMessageBytes  = 256 << 20 // one encoded message
	MaxManifestBytes = 256 << 10 // an encoded manifest
	MaxNameBytes     = 64        // every name of a plugin, table, column, parameter, output or setting
	MaxDocBytes      = 4 << 10   // a summary or doc, or one text of a choice
	MaxDeclared      = 256       // inputs, parameters, outputs, settings; texts of a choice
	MaxTables        = 64        // tables of a request
	MaxColumns       = 256       // columns of a table
	MaxRows          = 1 << 22   // rows of a table
	MaxListed        = 1 << 16   // elements of a setting that is a list
	MaxFindings      = 100_000   // findings of a response
	MaxLines         = 1_000     // queries, or reasons, of a response
	MaxTextBytes     = 64 << 10  // a finding's text, a query, a reason
)

// most says that there are more than may be, or "".
func most(n int, what string, limit int) string {
	if n <= limit {
		return ""
	}
	return strconv.Itoa(n) + " " + what + ", the most are " + strconv.Itoa(limit)
}

// tooLong refuses a message before it is decoded.
func tooLong(message string, b []byte) error {
	if reason := most(len(b), "bytes", MaxMessageBytes); reason != "" {
		return &DecodeError{Message: message, Reason: reason}
	}
	return nil
}
