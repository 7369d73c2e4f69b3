package policy

import "time"

// A Model names a language model at an endpoint. Zero values leave it to the endpoint's defaults (package model).
type Model struct {
	Name            string
	Endpoint        string // "anthropic", "openai" or a form of package flavour: the wire that it speaks
	Flavour         string // of wire "openai": whose dialect
	BaseURL         string
	Model           string // as the endpoint calls it
	KeyEnv          string // the environment variable with the key; empty: none is sent
	Schema          string // how structured answers are asked for: "native", "object" or "prompt"
	Temperature     string // "send" or "omit"
	Thinking        string // "on" or "off"
	Effort          string
	Free            bool          // calls cost nothing
	CeilingMicroUSD int64         // what one exchange is counted at where its price is not known; 0: it is refused
	AllowHTTP       bool          // allow sending the key to another machine without TLS
	Interval        time.Duration // least time between two requests
	InFlight        int           // most requests at once
	Timeout         time.Duration // of one exchange
	Tries           int
	At              Pos
}

// A Role binds what a model is asked to do to one of the policy's models.
type Role struct {
	Role  string
	Model string
	At    Pos
}

// An Unbound is a block that would ask the model of a role which is bound to none; it goes its way without.
type Unbound struct {
	Role  string
	Block string // such as `gap "probe"`
	At    Pos
}
