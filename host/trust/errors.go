package trust

import (
	"errors"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/sign"
)

// The codes of signatures that do not suffice, as those of policies.
var (
	CodeFile      = diag.Code{ID: "T001", Name: "trust-file", Phase: "I", Doc: "the machine's trust file, or a key that it names, cannot be used"}
	CodeUnsigned  = diag.Code{ID: "T101", Name: "unsigned", Phase: "I", Doc: "a signature is required and there is none"}
	CodeMalformed = diag.Code{ID: "T102", Name: "signature-form", Phase: "I", Doc: "what lies beside the module is no Sigstore bundle"}
	CodeKeyless   = diag.Code{ID: "T103", Name: "keyless", Phase: "I", Doc: "the module is signed with a certificate, and no identity is trusted here or this program verifies keys only"}
	CodeUnknown   = diag.Code{ID: "T104", Name: "unknown-signer", Phase: "I", Doc: "the module is signed by a key or an identity that is not trusted"}
	CodeInvalid   = diag.Code{ID: "T105", Name: "invalid-signature", Phase: "I", Doc: "the signature names a trusted signer, who did not make it"}
	CodeOther     = diag.Code{ID: "T106", Name: "other-module", Phase: "I", Doc: "the signature is of another module"}
	CodeExpired   = diag.Code{ID: "T107", Name: "expired-key", Phase: "I", Doc: "the key or identity that signed the module is past its last day"}
	CodeChanged   = diag.Code{ID: "T108", Name: "signer-changed", Phase: "I", Doc: "the lock pins another signer"}
	CodeNoKey     = diag.Code{ID: "T109", Name: "no-key", Phase: "I", Doc: "the lock pins a signer whose key is not trusted here"}
	CodeBehaviour = diag.Code{ID: "T110", Name: "behaviour", Phase: "I", Doc: "the module does not behave as the signed attestation says"}
)

// Codes lists the codes of this package, by ID.
func Codes() []diag.Code {
	return []diag.Code{CodeFile, CodeUnsigned, CodeMalformed, CodeKeyless, CodeUnknown, CodeInvalid, CodeOther, CodeExpired, CodeChanged, CodeNoKey, CodeBehaviour}
}

// ErrRefused matches every error that says that signatures do not suffice.
var ErrRefused = errors.New("signature refused")

// An Error says which rule refuses a plugin, why, and what to do about it.
type Error struct {
	Code   diag.Code
	What   string // the module, as it was named
	Reason string
	Next   string
}

// Error implements error: code, module, reason, next step.
func (e *Error) Error() string {
	text := e.Code.String() + ": "
	if e.What != "" {
		text += e.What + ": "
	}
	return text + e.Reason + "; " + e.Next
}

// Is makes errors.Is(err, ErrRefused) work.
func (e *Error) Is(target error) bool { return target == ErrRefused }

// nexts are the next steps after a code.
var nexts = map[string]string{
	CodeUnsigned.ID:  "have its publisher sign it with `sparkhost plugin sign`, or do not require signatures",
	CodeMalformed.ID: "replace the signature by that of the publisher",
	CodeKeyless.ID:   "trust its identity in a program built with the tag keyless, or have its publisher sign it with a key",
	CodeUnknown.ID:   "if its signer is to be trusted, add the public key to the trust block",
	CodeInvalid.ID:   "do not use it: the signature was changed or made up",
	CodeOther.ID:     "do not use it: module or signature was swapped",
	CodeExpired.ID:   "have its publisher sign it with the current key",
	CodeChanged.ID:   "ask the publisher; if the change is meant, `sparkhost lock --update NAME`",
	CodeNoKey.ID:     "add the signer's public key to the trust block of the policy, or name a trust file in $" + Variable,
	CodeBehaviour.ID: "do not use it: ask the publisher",
}

func refuse(code diag.Code, what, reason string) *Error {
	return &Error{Code: code, What: what, Reason: reason, Next: nexts[code.ID]}
}

// codes are those of the reasons of package sign.
var codes = []struct {
	err  error
	code diag.Code
}{
	{sign.ErrUnsigned, CodeUnsigned}, {sign.ErrMalformed, CodeMalformed}, {sign.ErrKeyless, CodeKeyless},
	{sign.ErrUnknown, CodeUnknown}, {sign.ErrInvalid, CodeInvalid}, {sign.ErrOther, CodeOther},
}

// Refusal gives an error of package sign its code; others stay as they are.
func Refusal(what string, err error) error {
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return refuse(c.code, what, err.Error())
		}
	}
	return err
}
