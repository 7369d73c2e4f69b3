package crossref

import (
	"errors"
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// The names of the credentials, none of which is required.
const (
	MailVariable = "CROSSREF_MAILTO"         // a mail address, for the polite pool
	KeyVariable  = "CROSSREF_PLUS_API_TOKEN" // of a Metadata Plus subscription
)

// Settings hold what a policy can tell the source.
type Settings struct {
	web.Settings
	Mail string // mail: sent with each request, so that Crossref can write before it blocks
	Key  string // key: of Metadata Plus
}

// DefaultSettings returns those of an operator who sets none: the rules of the public pool, or those of the
// polite pool for who says a mail address.
func DefaultSettings(polite bool) Settings {
	s := web.Settings{BaseURL: "https://api.crossref.org", Interval: time.Second, InFlight: 1, MaxBytes: 16 << 20}
	if polite {
		s.Interval, s.InFlight = 334*time.Millisecond, 3
	}
	return Settings{Settings: s}
}

// ParseSettings reads a policy's source "crossref" block: base_url, interval, in_flight, max_bytes, mail, key. What
// it does not say of the latter two comes from the credentials.
func ParseSettings(config map[string]any, c outbound.Credentials) (Settings, error) {
	mail, _ := config["mail"].(string)
	defaults := DefaultSettings(mail+c.Value(MailVariable) != "")
	s := defaults
	s.Mail, s.Key = c.Value(MailVariable), c.Value(KeyVariable)
	if err := web.Decode(Name, config, append(s.Common(), web.Text("mail", &s.Mail), web.Text("key", &s.Key))); err != nil {
		return defaults, err
	}
	if err := errors.Join(s.Check(defaults.Settings), web.CheckMail(s.Mail, MailVariable)); err != nil {
		return defaults, fmt.Errorf("source %s: %w", Name, err)
	}
	return s, nil
}
