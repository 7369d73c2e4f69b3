//go:build keyless

package sign_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sigstore/sigstore-go/pkg/testing/data"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/host/sign/keyless"
	"github.com/sparkhost/sparkhost/host/sign/signtest"
)

const (
	workflow = "https://forge.example/team/brevity/.github/workflows/release.yml@refs/tags/v1.2.0"
	issuer   = "https://token.forge.example"
)

// certified signs a module, its bytes or a statement about it.
func certified(t *testing.T, at *signtest.Instance, statement bool, module []byte) []byte {
	t.Helper()
	s, err := keyless.New(signtest.Token(issuer, workflow), at.Root, keyless.Services{Authority: at.URL, Log: at.URL})
	require.NoError(t, err)
	var b *sign.Bundle
	if statement {
		b, err = s.SignStatement(t.Context(), sign.PredicateSignature, nil, sign.SubjectOf("m.wasm", sign.ArtifactOf(module).Digest))
	} else {
		b, err = s.SignBytes(t.Context(), module)
	}
	return text(t, b, err)
}

func identity(t *testing.T, issuer, subject string, root []byte) *sign.Identity {
	t.Helper()
	i, err := sign.NewIdentity(issuer, subject, root)
	require.NoError(t, err)
	return i
}

// with replaces a part of a bundle by that of another.
func with(t *testing.T, bundle []byte, part string, of []byte) []byte {
	t.Helper()
	var b, other map[string]any
	require.NoError(t, json.Unmarshal(bundle, &b))
	require.NoError(t, json.Unmarshal(of, &other))
	b[part] = other[part]
	out, err := json.Marshal(b)
	require.NoError(t, err)
	return out
}

func TestASignatureWithACertificateCountsForItsIdentityAlone(t *testing.T) {
	module, another := []byte("a module"), []byte("another")
	here, elsewhere := signtest.Start(t), signtest.Start(t)
	for content, statement := range map[string]bool{"messageSignature": false, "dsseEnvelope": true} {
		good, other := certified(t, here, statement, module), certified(t, here, statement, another)
		trusted := []*sign.Identity{identity(t, issuer, workflow, here.Root)}
		tests := []struct {
			name   string
			bundle []byte
			by     []*sign.Identity
			want   error
		}{
			{"its identity", good, trusted, nil},
			{"any tag of its workflow", good, []*sign.Identity{identity(t, issuer, "https://forge.example/team/brevity/.github/workflows/release.yml@refs/tags/*", here.Root)}, nil},
			{"one of several roots", good, append([]*sign.Identity{identity(t, issuer, workflow, elsewhere.Root)}, trusted...), nil},
			{"nobody", good, nil, sign.ErrKeyless},
			{"another subject", good, []*sign.Identity{identity(t, issuer, "https://forge.example/other/*", here.Root)}, sign.ErrUnknown},
			{"a longer subject", good, []*sign.Identity{identity(t, issuer, workflow+"/more", here.Root)}, sign.ErrUnknown},
			{"another issuer", good, []*sign.Identity{identity(t, "https://login.example", workflow, here.Root)}, sign.ErrUnknown},
			{"the same names by another instance", certified(t, elsewhere, statement, module), trusted, sign.ErrInvalid},
			{"the certificate and log of another signature", with(t, good, "verificationMaterial", other), trusted, sign.ErrInvalid},
			{"the signature of another module", with(t, good, content, other), trusted, map[bool]error{false: sign.ErrOther, true: sign.ErrInvalid}[statement]},
			{"of another module", other, trusted, sign.ErrOther},
			{"no log", with(t, good, "verificationMaterial", []byte(`{"verificationMaterial":{"certificate":{"rawBytes":"AA=="}}}`)), trusted, sign.ErrMalformed},
		}
		for _, test := range tests {
			t.Run(content+"/"+test.name, func(t *testing.T) {
				s, err := sign.Verify([][]byte{test.bundle}, sign.Signers{Identities: test.by}, sign.ArtifactOf(module), sign.PredicateSignature)
				if test.want != nil {
					require.ErrorIs(t, err, test.want)
					return
				}
				require.NoError(t, err)
				assert.Equal(t, test.by[len(test.by)-1].ID, s.Signer)
				assert.Equal(t, statement, s.Statement != nil)
			})
		}
	}
}

// The statement whose subjects are compared is the signed one, in whatever way a reader of JSON picks among names that mean the same.
func TestABundleThatReadsInTwoWaysIsRefused(t *testing.T) {
	module, at := []byte("a module"), signtest.Start(t)
	by := sign.Signers{Identities: []*sign.Identity{identity(t, issuer, workflow, at.Root)}}
	signed, about := certified(t, at, true, []byte("another")), certified(t, signtest.Start(t), true, module)
	var good, bad map[string]any
	require.NoError(t, json.Unmarshal(signed, &good))
	require.NoError(t, json.Unmarshal(about, &bad))
	for _, names := range [][2]string{{"dsse_envelope", "dsseEnvelope"}, {"dsseEnvelope", "DSSEEnvelope"}, {"dsse_envelope", "dsseenvelope"}} {
		text, err := json.Marshal(map[string]any{"mediaType": good["mediaType"], "verificationMaterial": good["verificationMaterial"],
			names[0]: good["dsseEnvelope"], names[1]: bad["dsseEnvelope"]})
		require.NoError(t, err)
		_, err = sign.Verify([][]byte{text}, by, sign.ArtifactOf(module), sign.PredicateSignature)
		require.ErrorIs(t, err, sign.ErrMalformed, "%v", names)
	}
}

// The fixtures of sigstore-go are of the public instance, whose root also names logs of certificates.
func TestASignatureOfThePublicInstanceVerifiesUnderItsRoot(t *testing.T) {
	const provenance = "https://slsa.dev/provenance/v1"
	bundle, err := data.Bundle(t, "sigstore.js@2.0.0-provenance.sigstore.json").MarshalJSON()
	require.NoError(t, err)
	root, err := data.TrustedRoot(t, "public-good.json").MarshalJSON()
	require.NoError(t, err)
	by := func(root []byte) error {
		js := identity(t, "https://token.actions.githubusercontent.com", "https://github.com/sigstore/sigstore-js/*", root)
		_, err := sign.Verify([][]byte{bundle}, sign.Signers{Identities: []*sign.Identity{js}}, sign.ArtifactOf([]byte("no package of npm")), provenance)
		return err
	}
	require.ErrorIs(t, by(root), sign.ErrOther, "everything holds, and it is of another artifact")
	require.ErrorIs(t, by(signtest.Start(t).Root), sign.ErrInvalid)
	at := signtest.Start(t)
	_, err = sign.Verify([][]byte{certified(t, at, false, []byte("a module"))}, sign.Signers{Identities: []*sign.Identity{
		identity(t, issuer, workflow, with(t, at.Root, "ctlogs", root))}}, sign.ArtifactOf([]byte("a module")), sign.PredicateSignature)
	require.ErrorIs(t, err, sign.ErrInvalid, "the root names a log of certificates, and this one is in none")
	noLogs, err := data.TrustedRoot(t, "scaffolding.json").MarshalJSON()
	require.NoError(t, err)
	require.ErrorIs(t, by(noLogs), sign.ErrInvalid)
}

func TestADamagedBundleNeverCountsForAnotherModule(t *testing.T) {
	at := signtest.Start(t)
	by := sign.Signers{Identities: []*sign.Identity{identity(t, issuer, workflow, at.Root)}}
	for _, statement := range []bool{false, true} {
		good := certified(t, at, statement, []byte("a module"))
		for i := range good {
			damaged := slices.Clone(good)
			damaged[i] ^= 1 << (i % 8)
			_, err := sign.Verify([][]byte{damaged}, by, sign.ArtifactOf([]byte("another")), sign.PredicateSignature)
			require.Error(t, err, "byte %d", i)
		}
	}
}

func TestARootThatNobodyCanVerifyUnderIsNoIdentity(t *testing.T) {
	good := signtest.Start(t).Root
	for name, root := range map[string][]byte{
		"a field that is unknown": with(t, good, "tlog", good), "no authority": with(t, good, "certificateAuthorities", []byte("{}")),
		"no time": with(t, good, "tlogs", []byte("{}")), "nothing": []byte(`{"mediaType":"application/vnd.dev.sigstore.trustedroot+json;version=0.1"}`),
	} {
		if name == "a field that is unknown" {
			root = []byte(strings.Replace(string(good), `"tlogs"`, `"tlog"`, 1))
		}
		_, err := sign.NewIdentity(issuer, workflow, root)
		require.ErrorIs(t, err, sign.ErrIdentity, name)
	}
}

// sigstore-go verifies an entry by the key that it holds before it knows whether the log is trusted.
func TestWhatABundleMakesUsDoIsBounded(t *testing.T) {
	at := signtest.Start(t)
	by := sign.Signers{Identities: []*sign.Identity{identity(t, issuer, workflow, at.Root)}}
	good := certified(t, at, false, []byte("a module"))
	for name, change := range map[string]func(material map[string]any, entry map[string]any){
		"a large entry": func(_, entry map[string]any) { entry["canonicalizedBody"] = make([]byte, 16<<10+1) },
		"many entries": func(material, entry map[string]any) {
			material["tlogEntries"] = slices.Repeat([]any{entry}, 9)
		},
		"a large timestamp": func(material, _ map[string]any) {
			material["timestampVerificationData"] = map[string]any{"rfc3161Timestamps": []any{map[string]any{"signedTimestamp": make([]byte, 32<<10+1)}}}
		},
		"a large bundle": func(material, _ map[string]any) { material["publicKey"] = strings.Repeat(" ", 512<<10) },
	} {
		var b map[string]any
		require.NoError(t, json.Unmarshal(good, &b))
		material := b["verificationMaterial"].(map[string]any)
		change(material, material["tlogEntries"].([]any)[0].(map[string]any))
		text, err := json.Marshal(b)
		require.NoError(t, err)
		_, err = sign.Verify([][]byte{text}, by, sign.ArtifactOf([]byte("a module")), sign.PredicateSignature)
		require.ErrorIs(t, err, sign.ErrMalformed, name)
		if name != "a large bundle" {
			assert.ErrorContains(t, err, "more than", name)
		}
	}
}
