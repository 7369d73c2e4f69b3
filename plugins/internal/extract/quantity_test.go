package extract

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestQuantitiesHaveTheirUnitAndRole(t *testing.T) {
	x := New()
	tests := []struct {
		text string
		want []quantity // value, unit and role count
	}{
		{"a length of 33 to 43 bp", []quantity{{value: 33, unit: unit{dimSequence, 1}}, {value: 43, unit: unit{dimSequence, 1}}}},
		{"a 56-kDa protein", []quantity{{value: 56, unit: unit{dimMolecular, 1e3}}}},
		{"did not surpass 480 ng/ml", []quantity{{value: 480, unit: unit{dimDensity, 1e-9 / 1e-3}, rate: true}}},
		{"RR=0·62, 95 % CI 0·45-0·85; p=0·003", []quantity{{value: 0.62, unit: unit{dimNone, 1}, role: roleRatio}, {value: 95, unit: unit{dimPercent, 1}, role: roleBound},
			{value: 0.45, unit: unit{dimNone, 1}, role: roleBound}, {value: 0.85, unit: unit{dimNone, 1}, role: roleBound}, {value: 0.003, unit: unit{dimNone, 1}, role: rolePValue}}},
		{"14.9 (12.2-17.8) months", []quantity{{value: 14.9, unit: unit{dimTime, 2629746}}, {value: 12.2, unit: unit{dimNone, 1}, role: roleBound}, {value: 17.8, unit: unit{dimNone, 1}, role: roleBound}}},
		{"1800 W/(m K) for clean bridges", []quantity{{value: 1800, unit: unit{dimOther, 1}, rate: true}}},
		{"$2.17bn in all", []quantity{{value: 2.17e9, unit: unit{dimMoney, 1}}}},
		{"1.2 million people", []quantity{{value: 1.2e6, unit: unit{dimNone, 1}}}},
		{"approved in July 2019", []quantity{{value: 2019, unit: unit{dimNone, 1}, role: roleYear}}},
		{"seven groups (n = 12)", []quantity{{value: 7, unit: unit{dimNone, 1}}, {value: 12, unit: unit{dimNone, 1}, role: roleSample}}},
		{"type 2 diabetes and IL-6", nil},
		{"Twenty-one residents", []quantity{{value: 21, unit: unit{dimNone, 1}}}},
		{"One thousand two hundred forty-eight patients", []quantity{{value: 1248, unit: unit{dimNone, 1}}}},
		{"two hundred and six bones", []quantity{{value: 206, unit: unit{dimNone, 1}}}},
		{"three million five hundred thousand and two rats", []quantity{{value: 3500002, unit: unit{dimNone, 1}}}},
		{"five to six days, seven and eight days", []quantity{{value: 5, unit: unit{dimTime, 86400}}, {value: 6, unit: unit{dimTime, 86400}}, {value: 7, unit: unit{dimTime, 86400}},
			{value: 8, unit: unit{dimTime, 86400}}}},
		{"one hundred and two hundred rats", []quantity{{value: 100, unit: unit{dimNone, 1}}, {value: 200, unit: unit{dimNone, 1}}}},
		{"two thousand and three thousand rats", []quantity{{value: 2000, unit: unit{dimNone, 1}}, {value: 3000, unit: unit{dimNone, 1}}}},
		{"two hundred and three thousand rats", []quantity{{value: 203000, unit: unit{dimNone, 1}}}},
		{"one thousand and two hundred rats", []quantity{{value: 1200, unit: unit{dimNone, 1}}}},
		{"read at 100 200 300 400", []quantity{{value: 100, unit: unit{dimNone, 1}}, {value: 200, unit: unit{dimNone, 1}}, {value: 300, unit: unit{dimNone, 1}}, {value: 400, unit: unit{dimNone, 1}}}},
		{"152 000 000 people", []quantity{{value: 152e6, unit: unit{dimNone, 1}}}},
		{"152 000 people in 32 000 households", []quantity{{value: 152000, unit: unit{dimNone, 1}}, {value: 32000, unit: unit{dimNone, 1}}}},
		{"1 234 567 km and 12 537 patients", []quantity{{value: 1234567, unit: unit{dimLength, 1e3}}, {value: 12537, unit: unit{dimNone, 1}}}},
		{"in 1998 120 rats, 0 100 and 12 50", []quantity{{value: 1998, unit: unit{dimNone, 1}, role: roleYear}, {value: 120, unit: unit{dimNone, 1}}, {value: 0, unit: unit{dimNone, 1}},
			{value: 100, unit: unit{dimNone, 1}}, {value: 12, unit: unit{dimNone, 1}}, {value: 50, unit: unit{dimNone, 1}}}},
		{"at 56C for 30 min, with 2 C atoms", []quantity{{value: 56, unit: unit{dimTemperature, 1}}, {value: 30, unit: unit{dimTime, 60}}, {value: 2, unit: unit{dimNone, 1}}}},
		{"3 of 64, 5%", []quantity{{value: 3, unit: unit{dimNone, 1}}, {value: 64, unit: unit{dimNone, 1}}, {value: 5, unit: unit{dimPercent, 1}}}},
		{"doses of 4, 5 %", []quantity{{value: 4, unit: unit{dimPercent, 1}}, {value: 5, unit: unit{dimPercent, 1}}}},
		{"a mass of 1.5 × 10^7 g", []quantity{{value: 1.5e7, unit: unit{dimMass, 1}}}},
		{"a Kd of 2 x 10-3 M or 2 × 10−3 M", []quantity{{value: 2e-3, unit: unit{dimMolar, 1}}, {value: 2e-3, unit: unit{dimMolar, 1}}}},
		{"2 × 10⁶ g and 2 × 10⁻³ g", []quantity{{value: 2e6, unit: unit{dimMass, 1}}, {value: 2e-3, unit: unit{dimMass, 1}}}},
		{"2 x 10(6) cells", []quantity{{value: 2e6, unit: unit{dimNone, 1}}}},
		{"plots of 6 x 10 m", []quantity{{value: 6, unit: unit{dimNone, 1}}, {value: 10, unit: unit{dimLength, 1}}}},
		{"a factor of 6 × ", []quantity{{value: 6, unit: unit{dimNone, 1}}}},
		{"6 × 10 5 times", []quantity{{value: 6, unit: unit{dimNone, 1}}, {value: 10, unit: unit{dimNone, 1}}, {value: 5, unit: unit{dimNone, 1}}}},
		{"between one hundred and twenty rats", []quantity{{value: 100, unit: unit{dimNone, 1}}, {value: 20, unit: unit{dimNone, 1}}}},
		{"between twenty and thirty, a hundred and five in all", []quantity{{value: 20, unit: unit{dimNone, 1}}, {value: 30, unit: unit{dimNone, 1}}, {value: 105, unit: unit{dimNone, 1}}}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			l := x.line(tt.text)
			got := x.quantities(&l)
			require.Len(t, got, len(tt.want))
			for i, want := range tt.want {
				assert.InDelta(t, want.value, got[i].value, 1e-9)
				assert.Equal(t, want.unit.dim, got[i].unit.dim, "dimension of number %d", i)
				assert.InEpsilon(t, want.unit.factor, got[i].unit.factor, 1e-9, "factor of number %d", i)
				assert.Equal(t, want.role, got[i].role, "role of number %d", i)
				assert.Equal(t, want.rate, got[i].rate, "rate of number %d", i)
			}
		})
	}
}

func TestQuantitiesAreEqualByValueAndUnit(t *testing.T) {
	x := New()
	read := func(s string) *quantity {
		l := x.line(s)
		all := x.quantities(&l)
		require.Len(t, all, 1, s)
		return &all[0]
	}
	for _, pair := range [][2]string{{"0.5 g", "500 mg"}, {"2 µM", "2000 nM"}, {"ten", "10"}, {"1,200 mg", "1.2 g"}, {"90 min", "1.5 hours"}, {"61·4%", "61.4 %"}, {"14.80", "14.8 minutes"}} {
		assert.True(t, read(pair[0]).equals(read(pair[1])), pair)
	}
	for _, pair := range [][2]string{{"7.9 µM", "7.9 mmol"}, {"7.9 µM", "79 µM"}, {"5 %", "5 mg"}, {"12 nM", "1 nM"}, {"2 days", "2 hours"}} {
		assert.False(t, read(pair[0]).equals(read(pair[1])), pair)
	}
}

func TestWordsOfOneMeaningOrSpellingMeet(t *testing.T) {
	x := New()
	word := func(s string) *word {
		l := x.line(s)
		require.Len(t, l.words, 1, s)
		return &l.words[0]
	}
	for _, pair := range [][2]string{
		{"tumour", "tumors"}, {"haemoglobin", "hemoglobin"}, {"remodeller", "remodelers"}, {"stabilise", "stabilized"}, {"IL-6", "IL6"}, {"TGF-β", "TGF-beta"}, {"killed", "deaths"},
		{"kidney", "renal"}, {"phosphorylation", "hyperphosphorylated"}, {"deaminates", "deaminase"}, {"four", "4"},
	} {
		a, b := word(pair[0]), word(pair[1])
		assert.Positive(t, (&term{key: a.key, bare: a.bare, kin: a.kin}).meets(b), pair)
	}
	for _, pair := range [][2]string{{"IL-6", "IL-8"}, {"four", "5"}, {"kidney", "hepatic"}, {"BRCA1", "BRCA2"}} {
		a, b := word(pair[0]), word(pair[1])
		assert.Zero(t, (&term{key: a.key, bare: a.bare, kin: a.kin}).meets(b), pair)
	}
}
