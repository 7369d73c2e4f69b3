package fetch

import (
	"net"
	"net/url"
	"strings"

	"oras.land/oras-go/v2/registry"
)

// A Scheme says what kind of place a reference names.
type Scheme string

// The schemes.
const (
	SchemeBuiltin Scheme = "builtin" // carried by this binary
	SchemePath    Scheme = "path"    // a file, or the folder of a plugin project
	SchemeHTTPS   Scheme = "https"   // an address; http on loopback only
	SchemeOCI     Scheme = "oci"     // an artifact of a registry
)

// A Reference is a parsed reference.
type Reference struct {
	Text   string // as it was written
	Scheme Scheme
	Name   string             // of a built-in plugin; empty: the name that the policy uses
	Path   string             // of a file or folder
	URL    *url.URL           // of an https address
	Remote registry.Reference // of an artifact: registry, repository, tag or manifest digest
}

// Outside says whether the module comes from anywhere but this binary.
func (r Reference) Outside() bool { return r.Scheme != SchemeBuiltin }

// Network says whether reading the module may need the network.
func (r Reference) Network() bool { return r.Scheme == SchemeHTTPS || r.Scheme == SchemeOCI }

// forms lists the valid forms of a reference, as the next step after a wrong one.
const forms = `write builtin, builtin:NAME, a file, a folder, https://HOST/FILE.wasm or oci://REGISTRY/REPOSITORY:TAG`

// Parse reads a reference. Whatever has no scheme is a path. The error is an [*Error] that lists
// the forms.
func Parse(text string) (Reference, error) {
	r := Reference{Text: text, Scheme: SchemePath, Path: text}
	if text == "" || strings.ContainsAny(text, "\x00\r\n") {
		return r, &Error{Reference: text, Reason: "is no reference to a plugin", Next: forms}
	}
	if text == "builtin" || strings.HasPrefix(text, "builtin:") {
		r.Scheme, r.Path, r.Name = SchemeBuiltin, "", strings.TrimPrefix(text[len("builtin"):], ":")
		return r, nil
	}
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		return r, nil
	}
	r.Path = ""
	switch scheme {
	case "https", "http":
		return r.web()
	case "oci":
		return r.artifact(rest)
	}
	return r, &Error{Reference: clean(text), Reason: "has the unknown scheme " + scheme, Next: forms}
}

func (r Reference) web() (Reference, error) {
	u, err := url.Parse(r.Text)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return r, &Error{Reference: clean(r.Text), Reason: "is no address of a module", Next: "write https://HOST/PATH.wasm, without a user or a fragment"}
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		return r, &Error{Reference: r.Text, Reason: "is not encrypted", Next: "write https://; http:// is for this machine only"}
	}
	r.Scheme, r.URL = SchemeHTTPS, u
	return r, nil
}

func (r Reference) artifact(rest string) (Reference, error) {
	remote, err := registry.ParseReference(rest)
	if err != nil {
		e := &Error{Reference: clean(r.Text), Reason: "is no artifact of a registry", Next: "write oci://REGISTRY/REPOSITORY:TAG or oci://REGISTRY/REPOSITORY@sha256:HEX", Err: err}
		if e.Reference != r.Text { // the cause repeats the password
			e.Err, e.Next = nil, e.Next+", without a user: credentials are those of `docker login`"
		}
		return r, e
	}
	if remote.Reference == "" {
		return r, &Error{Reference: r.Text, Reason: "names no version", Next: "add a tag, as in " + r.Text + ":1.0.0"}
	}
	r.Scheme, r.Remote = SchemeOCI, remote
	return r, nil
}

// clean hides the password of an address, also of one that is no URL, such as oci://user:password@host:tag.
func clean(text string) string {
	if u, err := url.Parse(text); err == nil {
		if u.User == nil {
			return text
		}
		return u.Redacted()
	}
	scheme, rest, _ := strings.Cut(text, "://")
	place, _, _ := strings.Cut(rest, "@sha256:")
	at := strings.LastIndex(place, "@")
	if at < 0 {
		return text
	}
	user, _, _ := strings.Cut(place[:at], ":")
	return scheme + "://" + user + ":xxxxx" + rest[at:]
}

// loopback says whether host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
