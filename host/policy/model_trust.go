package policy

// Trust says whose signatures plugins from outside need. It does not change what a policy means, and so not its digest.
type Trust struct {
	RequireSignature bool
	Keys             []TrustedKey
	At               Pos
}

// A TrustedKey is one whose signatures are accepted.
type TrustedKey struct {
	Name  string
	File  string // as the policy writes it
	PEM   []byte // its content
	Until string // last day, such as 2030-01-31; empty: no end
	At    Pos
}

// Asks says whether the trust demands anything.
func (t Trust) Asks() bool { return t.RequireSignature || len(t.Keys) > 0 }
