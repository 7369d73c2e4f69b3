package fetch

import (
	"net/url"
	"path/filepath"
	"strings"
)

// EnvProxy is the environment variable with the proxy that https goes through. The usual names
// are not read: a proxy that another program needs must not change where plugins come from.
const EnvProxy = "SPARKHOST_PROXY"

// EnvMirror is the environment variable with the folders of mirrors, separated as in PATH.
const EnvMirror = "SPARKHOST_MIRROR"

// FromEnviron completes options from a list of NAME=VALUE: the proxy, mirrors, and Docker's config file,
// which is $DOCKER_CONFIG/config.json, else .docker/config.json in the home folder.
func FromEnviron(environ []string, o Options) (Options, error) {
	values := map[string]string{}
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		values[name] = value
	}
	if text := values[EnvProxy]; text != "" {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" {
			return o, &Error{Reference: EnvProxy, Reason: "is no address of a proxy", Next: "write http://HOST:PORT"}
		}
		o.Proxy = u
	}
	if list := values[EnvMirror]; list != "" {
		o.Mirrors = filepath.SplitList(list)
	}
	home := values["HOME"]
	if home == "" {
		home = values["USERPROFILE"]
	}
	switch {
	case values["DOCKER_CONFIG"] != "":
		o.Credentials = filepath.Join(values["DOCKER_CONFIG"], "config.json")
	case home != "":
		o.Credentials = filepath.Join(home, ".docker", "config.json")
	}
	return o, nil
}
