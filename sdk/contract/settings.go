package contract

// NumberValue returns a number as a parameter's value.
func NumberValue(v float64) Value { return Value{Type: TypeNumber, Number: v} }

// TextValue returns a text as a parameter's value.
func TextValue(v string) Value { return Value{Type: TypeText, Text: v} }

// FlagValue returns a truth value as a parameter's value.
func FlagValue(v bool) Value { return Value{Type: TypeFlag, Flag: v} }

// NumbersValue returns a list of numbers as a parameter's value.
func NumbersValue(v ...float64) Value { return Value{Type: TypeNumbers, Numbers: v} }

// TextsValue returns a list of texts as a parameter's value.
func TextsValue(v ...string) Value { return Value{Type: TypeTexts, Texts: v} }

// Bound returns an inclusive bound for a [Param].
func Bound(v float64) *float64 { return &v }

// Setting returns the value of the setting with that name; the zero Value when the config has
// none. A config that the host made from the plugin's manifest has them all.
func (r *Request) Setting(name string) Value {
	for i := range r.Config {
		if r.Config[i].Name == name {
			return r.Config[i].Value
		}
	}
	return Value{}
}

// Number returns a setting of [TypeNumber], 0 when there is none.
func (r *Request) Number(name string) float64 { return r.Setting(name).Number }

// Text returns a setting of [TypeText], "" when there is none.
func (r *Request) Text(name string) string { return r.Setting(name).Text }

// Flag returns a setting of [TypeFlag], false when there is none.
func (r *Request) Flag(name string) bool { return r.Setting(name).Flag }

// Numbers returns a setting of [TypeNumbers], a view into the request.
func (r *Request) Numbers(name string) []float64 { return r.Setting(name).Numbers }

// Texts returns a setting of [TypeTexts], a view into the request.
func (r *Request) Texts(name string) []string { return r.Setting(name).Texts }
