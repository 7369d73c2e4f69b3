package model

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/big"
	"path"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/internal/bounded"
)

//go:embed prices.json
var defaultPrices []byte

// Prices are rates by model, from a dated file. The first entry whose pattern matches counts, so that exceptions
// come before the rule.
type Prices struct{ entries []priceEntry }

// priceEntry is a line of the file: USD per million tokens. Cache classes that it leaves out cost what reading does.
type priceEntry struct {
	Model      string `json:"model"` // a pattern of path.Match
	AsOf       string `json:"as_of"` // a day
	In         price  `json:"in"`
	CacheRead  *price `json:"cache_read,omitempty"`
	CacheWrite *price `json:"cache_write,omitempty"`
	Out        price  `json:"out"`
	Free       bool   `json:"free,omitempty"`
	Encoder    bool   `json:"encoder,omitempty"`    // it writes nothing, so that out is left out
	Context    int64  `json:"context,omitempty"`    // tokens read and written together
	MaxOutput  int64  `json:"max_output,omitempty"` // tokens written
	Note       string `json:"note,omitempty"`
}

// DefaultPrices returns the list prices that this version was built with. A model that is not in them has no known price.
func DefaultPrices() Prices {
	p, err := ParsePrices(defaultPrices)
	if err != nil {
		return Prices{} // the embedded file is checked by a test
	}
	return p
}

// ReadPrices reads an operator's file, whose entries come before the default ones. An empty path means no file.
func ReadPrices(file string) (Prices, error) {
	if file == "" {
		return DefaultPrices(), nil
	}
	b, err := bounded.ReadFile(file, bounded.Settings)
	if errors.Is(err, fs.ErrNotExist) {
		return Prices{}, fmt.Errorf("model prices: there is no file %s: docs/models.md shows one, under Money", file)
	}
	if err != nil {
		return Prices{}, fmt.Errorf("model prices: %w", err)
	}
	own, err := ParsePrices(b)
	if err != nil {
		return Prices{}, fmt.Errorf("%s: %w", file, err)
	}
	return Prices{append(own.entries, DefaultPrices().entries...)}, nil
}

// mostUSD per million tokens is beyond any price; what is above is a wrong unit.
const mostUSD = 100_000

// ParsePrices reads {"version": 1, "models": [{"model", "as_of", "in", "cache_read", "cache_write", "out", "free", "encoder", "context", "max_output"}]} in
// USD per million tokens. A price of zero must say "free": true, since a zero that is not meant spends without limit.
func ParsePrices(b []byte) (Prices, error) {
	var file struct {
		Version int          `json:"version"`
		Unit    string       `json:"unit"`
		Models  []priceEntry `json:"models"`
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return Prices{}, fmt.Errorf("model prices: this is not {\"version\": 1, \"models\": […]}: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Prices{}, errors.New("model prices: more than one JSON object")
	}
	if file.Version != 1 {
		return Prices{}, fmt.Errorf("model prices: version %d, want 1", file.Version)
	}
	for i, e := range file.Models {
		if err := e.check(); err != nil {
			return Prices{}, fmt.Errorf("model prices: models[%d] %q: %w", i, e.Model, err)
		}
	}
	return Prices{file.Models}, nil
}

func (e priceEntry) check() error {
	if _, err := path.Match(e.Model, ""); err != nil || e.Model == "" {
		return fmt.Errorf("the model is a name or a pattern such as %q", "name-*")
	}
	if _, err := time.Parse(time.DateOnly, e.AsOf); err != nil {
		return fmt.Errorf("as_of is the day of the price, such as %q", "2026-11-21")
	}
	for _, v := range []*price{&e.In, e.CacheRead, e.CacheWrite, &e.Out} {
		if v != nil && (*v < 0 || *v > mostUSD*1e6) {
			return fmt.Errorf("%g USD per million tokens is no price", usd(int64(*v)))
		}
	}
	if e.Context < 0 || e.MaxOutput < 0 || e.Context > mostTokens || e.MaxOutput > mostTokens {
		return fmt.Errorf("context and max_output are numbers of tokens, at most %d", mostTokens)
	}
	switch zero := e.In == 0 && e.Out == 0; {
	case e.Free && !zero:
		return fmt.Errorf("it is free and has a price")
	case e.Encoder && (e.Out != 0 || e.In == 0):
		return fmt.Errorf("an encoder has a price for reading and none for writing")
	case !e.Free && !e.Encoder && (e.In == 0 || e.Out == 0):
		return fmt.Errorf("a price of zero must say \"free\": true")
	}
	return nil
}

// mostTokens is beyond any window; what is above is another unit.
const mostTokens = 100_000_000

// Window bounds the input and output of a model, as far as the file says it.
func (p Prices) Window(model string) Window {
	for _, e := range p.entries {
		if e.matches(model) {
			return Window{Context: e.Context, Output: e.MaxOutput}
		}
	}
	return Window{}
}

// Rate returns the price of a model; nil: not known.
func (p Prices) Rate(model string) *Rate {
	for _, e := range p.entries {
		if !e.matches(model) {
			continue
		}
		r := Rate{In: int64(e.In), CacheRead: int64(e.In), CacheWrite: int64(e.In), Out: int64(e.Out), Free: e.Free, Encoder: e.Encoder}
		if e.CacheRead != nil {
			r.CacheRead = int64(*e.CacheRead)
		}
		if e.CacheWrite != nil {
			r.CacheWrite = int64(*e.CacheWrite)
		}
		return &r
	}
	return nil
}

// matches says whether the price is the model's; upper case and lower case are the same.
func (e priceEntry) matches(model string) bool {
	ok, _ := path.Match(strings.ToLower(e.Model), strings.ToLower(model)) // patterns were checked
	return ok
}

// Own returns what the operator's file says of a model where [DefaultPrices] say something else or nothing, in a canonical
// form; empty: the default counts. It decides what a run may spend and what it costs, so that it belongs to the run's
// identity; the default prices are part of the host's version.
func (p Prices) Own(model string) string {
	own, usual := p.Rate(model), DefaultPrices().Rate(model)
	switch {
	case own == nil || usual != nil && *own == *usual:
		return ""
	case own.Free:
		return "free"
	}
	return fmt.Sprintf("in=%g cache_read=%g cache_write=%g out=%g", usd(own.In), usd(own.CacheRead), usd(own.CacheWrite), usd(own.Out))
}

func usd(micro int64) float64 { return float64(micro) / 1e6 }

// AsOf returns the day of a model's price; empty: not known.
func (p Prices) AsOf(model string) string {
	for _, e := range p.entries {
		if e.matches(model) {
			return e.AsOf
		}
	}
	return ""
}

// A price is in micro-USD per million tokens. Files have it in USD, as a JSON number.
type price int64

// UnmarshalJSON reads the digits as they stand, without a binary fraction in between, and rounds up to a micro-USD.
func (p *price) UnmarshalJSON(text []byte) error {
	var n json.Number
	if err := json.Unmarshal(text, &n); err != nil || len(n) > 40 {
		return fmt.Errorf("%.40s is no price", text)
	}
	x, err := n.Float64() // before its digits are counted out
	switch {
	case n == "" || err == nil && x == 0: // null, too
		*p = 0
		return nil
	case err != nil || math.Abs(x) > 2*mostUSD || math.Abs(x) < 1e-9:
		return fmt.Errorf("%s USD per million tokens is no price", n)
	}
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return fmt.Errorf("%s USD per million tokens is no price", n)
	}
	r.Mul(r, big.NewRat(1e6, 1))
	up := new(big.Int).Add(r.Num(), new(big.Int).Sub(r.Denom(), big.NewInt(1)))
	*p = price(up.Div(up, r.Denom()).Int64())
	return nil
}
