package budget

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
)

//go:embed prices.json
var defaultPrices []byte

// Prices say what one unit of a provider costs, in micro-USD: a request to a source,
// by its name ("brave"), or a million tokens of a model ("anthropic/<model>:input").
// What is not listed costs nothing, as local work does.
type Prices map[string]int64

// DefaultPrices returns the list prices that this version was built with; they are data
// (prices.json), and a caller may change the map it gets.
func DefaultPrices() Prices {
	p, err := ParsePrices(defaultPrices)
	if err != nil {
		return Prices{} // the embedded file is checked by a test
	}
	return p
}

// ParsePrices reads a JSON object of names and prices in micro-USD.
func ParsePrices(b []byte) (Prices, error) {
	var p Prices
	if err := json.Unmarshal(b, &p); err != nil {
		return nil, fmt.Errorf("prices: %w", err)
	}
	for name, price := range p {
		if price < 0 {
			return nil, fmt.Errorf("prices: %s: %d is negative", name, price)
		}
	}
	return p, nil
}

// Cost returns the price of that many units, in micro-USD; never negative.
func (p Prices) Cost(provider string, units int64) int64 {
	price := p[provider]
	if units <= 0 || price <= 0 {
		return 0
	}
	if units > math.MaxInt64/price {
		return math.MaxInt64
	}
	return price * units
}
