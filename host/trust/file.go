package trust

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2/hclsimple"

	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// Variable names the environment variable of the machine's trust file.
const Variable = "SPARKHOST_TRUST"

// ErrFile says that the machine's trust file, or a key that it names, cannot be used.
var ErrFile = errors.New("T001 trust-file")

// maxFile bounds a key or a trusted root, in bytes.
const maxFile = 1 << 20

// fileForm is the form of a trust file.
type fileForm struct {
	Require bool `hcl:"require_signature,optional"`
	Keys    []struct {
		Name  string  `hcl:"name,label"`
		File  string  `hcl:"file"`
		Until *string `hcl:"until,optional"`
	} `hcl:"key,block"`
	Identities []struct {
		Name    string  `hcl:"name,label"`
		Issuer  string  `hcl:"issuer"`
		Subject string  `hcl:"subject"`
		Root    string  `hcl:"root"`
		Until   *string `hcl:"until,optional"`
	} `hcl:"identity,block"`
}

// Read reads a trust file: require_signature, key and identity blocks, as in the trust block of a policy. Paths start from
// its folder. The error matches [ErrFile].
func Read(path string) (*Trust, error) {
	text, err := bounded.ReadRegular(path, bounded.Blocks)
	if err != nil {
		return nil, fmt.Errorf("%w: %s cannot be read: %w", ErrFile, path, err)
	}
	var form fileForm
	if err := hclsimple.Decode(filepath.Base(path)+".hcl", text, nil, &form); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	}
	t := &Trust{Where: path, Require: form.Require}
	for _, k := range form.Keys {
		one, err := readKey(k.Name, filepath.Join(filepath.Dir(path), filepath.FromSlash(k.File)), k.Until)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: key %q: %w", ErrFile, path, k.Name, err)
		}
		t.Keys = append(t.Keys, one)
	}
	for _, i := range form.Identities {
		one, err := readIdentity(i.Name, i.Issuer, i.Subject, filepath.Join(filepath.Dir(path), filepath.FromSlash(i.Root)), i.Until)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: identity %q: %w", ErrFile, path, i.Name, err)
		}
		t.Keys = append(t.Keys, one)
	}
	if len(t.Keys) == 0 {
		return nil, fmt.Errorf("%w: %s names no key; add one, as in key \"team\" { file = \"team.pub\" }", ErrFile, path)
	}
	return t, nil
}

// readKey reads a key from its own file.
func readKey(name, path string, until *string) (Key, error) {
	last, text, err := readUntil(path, until)
	if err != nil {
		return Key{}, err
	}
	public, err := sign.ParsePublicKey(text)
	if err != nil {
		return Key{}, fmt.Errorf("%s: %w", path, err)
	}
	return Key{Name: name, Public: public, Until: last}, nil
}

// readIdentity makes an identity with the trusted root in a file.
func readIdentity(name, issuer, subject, root string, until *string) (Key, error) {
	last, text, err := readUntil(root, until)
	if err != nil {
		return Key{}, err
	}
	identity, err := sign.NewIdentity(issuer, subject, text)
	if err != nil {
		return Key{}, fmt.Errorf("%s: %w", root, err)
	}
	return Key{Name: name, Identity: identity, Until: last}, nil
}

// readUntil checks a last day and reads a file.
func readUntil(path string, until *string) (last string, text []byte, err error) {
	if until != nil {
		last = *until
		if err := day(last); err != nil {
			return "", nil, err
		}
	}
	text, err = bounded.ReadRegular(path, maxFile)
	return last, text, err
}

// AddIdentity trusts an identity as well; root is the file of its trusted root.
func (t *Trust) AddIdentity(name, issuer, subject, root string) error {
	k, err := readIdentity(name, issuer, subject, root, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	t.Keys = append(t.Keys, k)
	return nil
}

// Keys trusts the keys in files, and requires a signature by one of them.
func Keys(where string, paths []string) (*Trust, error) {
	t := &Trust{Where: where, Require: true}
	for _, path := range paths {
		k, err := readKey(path, path, nil)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFile, err)
		}
		t.Keys = append(t.Keys, k)
	}
	return t, nil
}

// FromEnviron reads the trust file that a list of NAME=VALUE names; nil without one.
func FromEnviron(look func(string) (string, bool)) (*Trust, error) {
	path, _ := look(Variable)
	if path == "" {
		return nil, nil
	}
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%w: $%s: %w", ErrFile, Variable, err)
	}
	return Read(path)
}
