package openalex

import (
	"errors"
	"fmt"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// The names of the credentials, none of which is required.
const (
	KeyVariable  = "OPENALEX_API_KEY" // free; ten times the budget
	MailVariable = "OPENALEX_MAILTO"  // a mail address, which the service may write to
)

// Settings hold what a policy can tell the source.
type Settings struct {
	web.Settings
	Key  string // key
	Mail string // mail
}

// DefaultSettings returns those of an operator who sets none. The service takes a hundred requests a second; five are
// plenty for a budget of a thousand searches a day.
func DefaultSettings() Settings {
	return Settings{Settings: web.Settings{
		BaseURL: "https://api.openalex.org", Interval: 200 * time.Millisecond, InFlight: 4, MaxBytes: 16 << 20,
	}}
}

// ParseSettings reads a policy's source "openalex" block: base_url, interval, in_flight, max_bytes, key, mail. What it
// does not say of the latter two comes from the credentials.
func ParseSettings(config map[string]any, c outbound.Credentials) (Settings, error) {
	defaults := DefaultSettings()
	s := defaults
	s.Key, s.Mail = c.Value(KeyVariable), c.Value(MailVariable)
	if err := web.Decode(Name, config, append(s.Common(), web.Text("key", &s.Key), web.Text("mail", &s.Mail))); err != nil {
		return defaults, err
	}
	if err := errors.Join(s.Check(defaults.Settings), web.CheckMail(s.Mail, MailVariable)); err != nil {
		return defaults, fmt.Errorf("source %s: %w", Name, err)
	}
	return s, nil
}
