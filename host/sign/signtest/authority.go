//go:build keyless

package signtest

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// issuerExtension holds the issuer of the token, in certificates of Fulcio.
var issuerExtension = asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 57264, 1, 8}

type claims struct {
	Issuer  string `json:"iss"`
	Subject string `json:"sub"`
}

func bearer(r *http.Request) (c claims, err error) {
	parts := strings.Split(r.Header.Get("Authorization"), ".")
	if len(parts) != 3 {
		return c, errors.New("no token")
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(text, &c)
}

// certify gives whom the token names a certificate of ten minutes for a key that it has.
func (i *Instance) certify(w http.ResponseWriter, r *http.Request) {
	chain, err := i.chain(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"signedCertificateEmbeddedSct": map[string]any{"chain": map[string]any{"certificates": chain}}})
}

func (i *Instance) chain(r *http.Request) ([]string, error) {
	var asked struct {
		Request struct {
			Key struct {
				Content string `json:"content"`
			} `json:"publicKey"`
			Proof []byte `json:"proofOfPossession"`
		} `json:"publicKeyRequest"`
	}
	who, err := bearer(r)
	if err != nil {
		return nil, err
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		return nil, err
	}
	block, _ := pem.Decode([]byte(asked.Request.Key.Content))
	if block == nil {
		return nil, errors.New("no key")
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(who.Subject))
	if public, ok := key.(*ecdsa.PublicKey); !ok || !ecdsa.VerifyASN1(public, sum[:], asked.Request.Proof) {
		return nil, errors.New("no proof of possession")
	}
	return i.leaf(who, key)
}

func (i *Instance) leaf(who claims, key any) ([]string, error) {
	subject, err := url.Parse(who.Subject)
	if err != nil {
		return nil, err
	}
	issuer, err := asn1.MarshalWithParams(who.Issuer, "utf8")
	if err != nil {
		return nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(10 * time.Minute),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning}, URIs: []*url.URL{subject},
		ExtraExtensions: []pkix.Extension{{Id: issuerExtension, Value: issuer}},
	}, i.cert, key, i.key)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, one := range [][]byte{der, i.cert.Raw} {
		out = append(out, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: one})))
	}
	return out, nil
}
