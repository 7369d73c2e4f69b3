package scorer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/flavour"
	"github.com/sparkhost/sparkhost/host/model/internal/wire"
)

// Options say which model is asked and how. Form and Model are required.
type Options struct {
	Form    flavour.Form
	Flavour string // a name of package flavour that has the form; empty: OpenAI's own
	BaseURL string // empty: the flavour's
	Key     string // sent as a bearer token; empty: none, as for a local server
	Model   string
	// HTTP is the client of package internal/wire; nil: one with its defaults.
	HTTP *http.Client
	// Clock tells the time, for dates in Retry-After; nil: time.Now.
	Clock func() time.Time
}

// A Wire asks one model. It is safe for concurrent use.
type Wire struct {
	o    Options
	url  string
	form form
}

var _ model.Encoder = (*Wire)(nil)

// New makes the wire.
func New(o Options) (*Wire, error) {
	f, ok := flavour.Of(o.Flavour)
	if o.BaseURL == "" {
		o.BaseURL = f.Base
	}
	path, speaks := f.Paths[o.Form]
	switch {
	case !ok || !speaks:
		return nil, fmt.Errorf("%s: flavour %q does not have it", o.Form, o.Flavour)
	case o.Model == "":
		return nil, fmt.Errorf("%s: no model named", o.Form)
	case o.BaseURL == "":
		return nil, fmt.Errorf("%s: flavour %q needs a base_url", o.Form, o.Flavour)
	}
	if o.HTTP == nil {
		o.HTTP = wire.Client(wire.Options{})
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return &Wire{o, strings.TrimRight(o.BaseURL, "/") + path, forms[o.Form]}, nil
}

// Describe implements model.Wire.
func (w *Wire) Describe() model.Description {
	return model.Description{Wire: string(w.o.Form), Flavour: w.o.Flavour, Model: w.o.Model}
}

// TokensAtMost implements model.Encoder.
func (w *Wire) TokensAtMost(r model.Request) int64 { return w.form.tokens(message(r)) }

// message returns the JSON that a request of this package carries.
func message(r model.Request) []byte {
	if len(r.Messages) == 0 {
		return nil
	}
	return []byte(r.Messages[0].Text)
}

// Exchange implements model.Wire.
func (w *Wire) Exchange(ctx context.Context, r model.Request) (model.Answer, error) {
	body, err := w.form.ask(w.o, message(r))
	if err != nil {
		return model.Answer{}, &model.Fault{Kind: model.ErrRejected, Detail: fmt.Sprintf("%s is not a task for the form %s: %v", r.Purpose, w.o.Form, err)}
	}
	watched, seen := wire.WatchMany(ctx, mostNumbers)
	header, err := w.post(watched, body, r.Role)
	if err != nil {
		return model.Answer{}, seen.Failed(ctx, err, w.o.Clock())
	}
	a, err := w.answer(finite(seen.Body()), header)
	if err == nil {
		return a, nil
	}
	if fault := seen.InDisguise(); fault != nil {
		return model.Answer{}, fault // says more
	}
	return model.Answer{}, wire.Misshapen(err.Error())
}

// mostNumbers caps the numbers of an answer: MostTexts vectors of 8,192 dimensions.
const mostNumbers = MostTexts * 8200

// post sends a request; what comes back is in the context's Seen.
func (w *Wire) post(ctx context.Context, body []byte, role model.Role) (http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Sparkhost-Role", string(role))
	if w.o.Key != "" {
		req.Header.Set("Authorization", "Bearer "+w.o.Key)
	}
	resp, err := w.o.HTTP.Do(req)
	if err != nil {
		return nil, err
	}
	if err := resp.Body.Close(); err != nil {
		return nil, err
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return nil, errRefused
	}
	return resp.Header, nil
}

var errRefused = errors.New("the server refused the request")

// answer reads what a server says, whatever its form, into the reply that the request's schema asks for.
func (w *Wire) answer(body []byte, header http.Header) (model.Answer, error) {
	reply, err := w.form.read(body)
	if err != nil {
		return model.Answer{}, err
	}
	text, err := json.Marshal(reply)
	if err != nil {
		return model.Answer{}, err
	}
	a := model.Answer{Text: string(text), Stop: model.Complete}
	a.Model, a.Usage = told(body, header)
	return a, nil
}
