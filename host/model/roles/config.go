// Package roles opens the models that a policy binds to its roles. It is the one place that knows all wires.
package roles

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/flavour"
)

// Config holds a policy's settings of models. The zero value opens none: every step then goes its way without.
type Config struct {
	Endpoints map[string]Endpoint   // by name
	Roles     map[model.Role]string // the name of an endpoint; a role that is not named has none
	// Fallbacks are asked in their order where the endpoint of Roles gives no answer (B-17).
	Fallbacks map[model.Role][]string
	// PricesFile is an operator's file of prices, before the built-in ones; empty: only those.
	PricesFile string
	// KeysFile has NAME=VALUE lines that the environment overrides; empty: none. Others must not be able to read it.
	KeysFile string
}

// Endpoint is an address, a model there, and how it is treated.
type Endpoint struct {
	Wire    string // "anthropic", "openai", or a form of package flavour
	Flavour string // of wire openai: see package flavour
	BaseURL string // empty: the flavour's own
	Model   string
	// KeyEnv names the environment variable, or the line of KeysFile, with the key. Empty: no key is sent.
	KeyEnv string
	// Schema is "native", "object" or "prompt"; empty: the flavour's way.
	Schema string
	// Temperature is "send" or "omit", for models that refuse one; empty: the flavour's way.
	Temperature string
	Thinking    string // "on" or "off", of the flavours that have a switch; empty: not said
	Effort      string // how long the model should think, such as "low"; empty: not said
	// Free says that calls cost nothing. Ollama, llama.cpp and vLLM on this machine are free without it.
	Free bool
	// CeilingMicroUSD is the cost to count for one exchange when the price is not known, in millionths of a USD, at most 1e9; 0: none,
	// and the call is refused.
	CeilingMicroUSD int64
	AllowHTTP       bool          // send the key without TLS to another machine
	Interval        time.Duration // least time between two requests
	InFlight        int           // most requests at once; 0: 4
	Timeout         time.Duration // of one exchange; 0: 60 s
	Tries           int           // 0: 4
}

// Check reports all mistakes at once, in the order of the names.
func (c Config) Check() error {
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(c.Endpoints)) {
		for _, problem := range c.Endpoints[name].problems() {
			wrong = append(wrong, fmt.Errorf("model endpoint %q: %s", name, problem))
		}
	}
	for _, role := range slices.Sorted(maps.Keys(c.Roles)) {
		if !slices.Contains(model.Roles(), role) {
			wrong = append(wrong, fmt.Errorf("model role %q: there is none; there are %s", role, joined(model.Roles())))
		}
		for _, name := range c.endpointsOf(role) {
			if _, ok := c.Endpoints[name]; !ok {
				wrong = append(wrong, fmt.Errorf("model role %q: there is no endpoint %q; there are %s", role, name, joined(slices.Sorted(maps.Keys(c.Endpoints)))))
			} else if wire := c.Endpoints[name].Wire; !flavour.Serves(wire, string(role)) {
				wrong = append(wrong, fmt.Errorf("model role %q: endpoint %q of wire %q cannot serve it", role, name, wire))
			}
		}
	}
	return errors.Join(wrong...)
}

// endpointsOf returns the endpoints of a role in the order in which they are asked.
func (c Config) endpointsOf(role model.Role) []string {
	return append([]string{c.Roles[role]}, c.Fallbacks[role]...)
}

func joined[S ~string](names []S) string {
	if len(names) == 0 {
		return "none"
	}
	var b strings.Builder
	for i, n := range names {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(n))
	}
	return b.String()
}

func (e Endpoint) problems() (list []string) {
	add := func(wrong bool, format string, args ...any) {
		if wrong {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	f, known := flavour.Of(e.Flavour)
	scores := slices.Contains(flavour.Forms(), e.Wire)
	add(scores && known && !f.Has(flavour.Form(e.Wire)), "flavour %q does not have wire %q", e.Flavour, e.Wire)
	add(e.Wire == "openai" && f.OnlyScores, "flavour %q has no chat", e.Flavour)
	add(e.Wire != "anthropic" && e.Wire != "openai" && !scores, `wire is "anthropic", "openai", %s, not %q`, joined(flavour.Forms()), e.Wire)
	add(e.Model == "", "model is missing")
	add(e.Wire == "anthropic" && (e.Flavour != "" || e.Thinking != ""), "flavour and thinking belong to wire openai")
	add(e.Wire != "anthropic" && !known, "no flavour %q; there are %s", e.Flavour, joined(flavour.Names(nil)))
	add(!slices.Contains(append(flavour.SchemaModes(), ""), e.Schema), `schema is "native", "object" or "prompt", not %q`, e.Schema)
	add(e.Wire == "anthropic" && e.Schema == "object", `wire anthropic has no schema "object"`)
	add(!slices.Contains([]string{"", "send", "omit"}, e.Temperature), `temperature is "send" or "omit", not %q`, e.Temperature)
	add(e.CeilingMicroUSD < 0 || e.CeilingMicroUSD > 1e9, "ceiling is what one exchange may cost in USD, from 0 to 1000")
	add(e.Interval < 0 || e.Timeout < 0 || e.InFlight < 0 || e.Tries < 0, "interval, timeout, in_flight and tries are not negative")
	return append(list, e.address()...)
}

// address says what is wrong with the base address.
func (e Endpoint) address() []string {
	if e.BaseURL == "" {
		return nil
	}
	u, err := url.Parse(e.BaseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" {
		return []string{"base_url is an address such as https://host/v1, without user and query"}
	}
	if u.Scheme == "http" && e.KeyEnv != "" && !e.AllowHTTP && !loopback(u.Hostname()) {
		return []string{"base_url has no TLS, so that the key could be read on the way: use https, or allow_http = true"}
	}
	return nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// line names the line in which callers of the endpoint wait; "": one by its name, where the address is the flavour's own.
func (e Endpoint) line(name string) string {
	u, err := url.Parse(e.BaseURL)
	if e.BaseURL == "" || err != nil {
		return ""
	}
	return model.LineOf(name, u)
}

// here tells whether the endpoint is a program of this machine.
func (e Endpoint) here() bool {
	u, err := url.Parse(e.BaseURL)
	return flavour.Local(e.Flavour) && (e.BaseURL == "" || err == nil && loopback(u.Hostname()))
}
