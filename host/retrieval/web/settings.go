package web

import (
	"errors"
	"fmt"
	"math"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// Settings hold what a policy can tell every source that speaks HTTP, in its `source` block.
// Sources embed it in settings of their own.
type Settings struct {
	BaseURL  string        // base_url: where the service is; http or https, without a slash at the end
	Interval time.Duration // interval: least time between two requests
	InFlight int           // in_flight: most requests at once
	MaxBytes int64         // max_bytes: most bytes of an answer, unpacked
	Tries    int           // tries: most requests for one answer; 0: the transport's
	Timeout  time.Duration // timeout: most time of a request, to its last byte; 0: the transport's
}

// A Setting is a name that a `source` block may use, and where its value goes.
type Setting struct {
	Name string
	set  func(any) error
}

// Common returns the settings of s by name.
func (s *Settings) Common() []Setting {
	return []Setting{
		Text("base_url", &s.BaseURL), Duration("interval", &s.Interval),
		Whole("in_flight", &s.InFlight, 1, 100), Whole("max_bytes", &s.MaxBytes, 1<<10, 1<<30),
		Whole("tries", &s.Tries, 1, 10), Duration("timeout", &s.Timeout),
	}
}

// Shared returns the settings that every source has.
func (s Settings) Shared() Settings { return s }

// Limits returns the settings as the governor takes them.
func (s *Settings) Limits() outbound.Limits {
	return outbound.Limits{Interval: s.Interval, InFlight: s.InFlight}
}

// Check holds s to what its provider allows, which defaults says: a policy may be more careful
// than the provider asks, never less, unless it has a service of its own at another base_url.
func (s *Settings) Check(defaults Settings) error {
	var wrong []error
	base, err := url.Parse(s.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.User != nil || base.RawQuery != "" {
		wrong = append(wrong, errors.New("base_url: an address such as https://host/path is wanted, without user and query"))
	}
	s.BaseURL = strings.TrimRight(s.BaseURL, "/")
	if s.BaseURL == defaults.BaseURL && s.Interval < defaults.Interval {
		wrong = append(wrong, fmt.Errorf("interval: the provider asks for %v or more, so %v would get you blocked", defaults.Interval, s.Interval))
	}
	if s.BaseURL == defaults.BaseURL && s.InFlight > defaults.InFlight {
		wrong = append(wrong, fmt.Errorf("in_flight: the provider takes %d at once, not %d", defaults.InFlight, s.InFlight))
	}
	return errors.Join(wrong...)
}

// Decode reads the `source` block of that name into the settings; what it does not name keeps its value.
// Values are float64, string or bool. All mistakes are reported at once, in the order of their
// names; a value is never part of the message, as it may be a secret.
func Decode(source string, config map[string]any, settings []Setting) error {
	var names, wrong []string
	for _, s := range settings {
		names = append(names, s.Name)
		if v, ok := config[s.Name]; ok {
			if err := s.set(v); err != nil {
				wrong = append(wrong, s.Name+": "+err.Error())
			}
		}
	}
	slices.Sort(names)
	for name := range config {
		if !slices.Contains(names, name) {
			wrong = append(wrong, name+": no such setting; there are "+strings.Join(names, ", "))
		}
	}
	if wrong == nil {
		return nil
	}
	slices.Sort(wrong)
	return fmt.Errorf("source %s: %s", source, strings.Join(wrong, "; "))
}

// Text returns a setting that is a text, secrets among them; white space around it does not count.
func Text(name string, to *string) Setting {
	return Setting{name, func(v any) error {
		s, ok := v.(string)
		if !ok {
			return fmt.Errorf("a string is wanted, not %T", v)
		}
		*to = strings.TrimSpace(s)
		return nil
	}}
}

// Texts returns a setting that is a list of texts.
func Texts(name string, to *[]string) Setting {
	return Setting{name, func(v any) error {
		list, ok := v.([]string)
		if !ok {
			return fmt.Errorf("a list of strings is wanted, not %T", v)
		}
		*to = slices.Clone(list)
		return nil
	}}
}

// CheckMail holds a mail address, which the variable may have given, to being one; empty: there is none.
func CheckMail(mail, variable string) error {
	if mail != "" && (!strings.Contains(mail, "@") || strings.ContainsAny(mail, " <>")) {
		return fmt.Errorf("mail: an address such as you@example.org is wanted, here or in %s", variable)
	}
	return nil
}

// Duration returns a setting such as "200ms" or "3s", at most an hour.
func Duration(name string, to *time.Duration) Setting {
	return Setting{name, func(v any) error {
		s, _ := v.(string)
		d, err := time.ParseDuration(s)
		if err != nil || d < 0 || d > time.Hour {
			return errors.New(`a duration such as "3s" is wanted, at most "1h"`)
		}
		*to = d
		return nil
	}}
}

// Whole returns a setting that is a whole number from least to most.
func Whole[N int | int64](name string, to *N, least, most N) Setting {
	return Setting{name, func(v any) error {
		f, ok := v.(float64)
		if !ok || f != math.Trunc(f) || f < float64(least) || f > float64(most) {
			return fmt.Errorf("a whole number from %d to %d is wanted", least, most)
		}
		*to = N(f)
		return nil
	}}
}

// ParseSettings reads the block of a source that has the common settings only.
func ParseSettings(source string, config map[string]any, defaults Settings) (Settings, error) {
	s := defaults
	if err := Decode(source, config, s.Common()); err != nil {
		return defaults, err
	}
	if err := s.Check(defaults); err != nil {
		return defaults, fmt.Errorf("source %s: %w", source, err)
	}
	return s, nil
}

// OnThisMachine tells whether the service is a program of this machine, such as a stand-in.
func (s Settings) OnThisMachine() bool {
	base, err := url.Parse(s.BaseURL)
	if err != nil {
		return false
	}
	ip := net.ParseIP(base.Hostname())
	return base.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
