package policy

// Trust says whose signatures plugins from outside need. It does not change what a policy means, and so not its digest.
type Trust struct {
	RequireSignature bool
	Keys             []TrustedKey
	Identities       []TrustedIdentity
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

// A TrustedIdentity is one whose signatures with certificates are accepted.
type TrustedIdentity struct {
	Name    string
	Issuer  string // URL of the issuer of its tokens
	Subject string // as certificates have it
	Root    string // file of the trusted root, as the policy writes it
	JSON    []byte // its content
	Until   string // last day, such as 2030-01-31; empty: no end
	At      Pos
}

// Asks says whether the trust demands anything.
func (t Trust) Asks() bool { return t.RequireSignature || len(t.Keys)+len(t.Identities) > 0 }
