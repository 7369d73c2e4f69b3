package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOptionsThatSayTheSameAreTold(t *testing.T) {
	q := inhibits
	for name, tt := range map[string]struct {
		options []string
		want    bool
	}{
		"case, spaces and the last point": {[]string{"mTORC1", "telomerase", " MTORC1. "}, true},
		"a sign tells apart":              {[]string{"-5 mV", "5 mV"}, false},
		"a decimal point tells apart":     {[]string{"1.5 mg", "15 mg"}, false},
		"different":                       {[]string{"mTORC1", "mTORC2"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			q.Options = options(tt.options...)
			r := answered(t, partsOf(t, ``, shelfOf(kinase)), q)
			said := 0
			for _, w := range r.Result.Warnings {
				if len(w) > 7 && w[:7] == "options" {
					said++
				}
			}
			assert.Equal(t, tt.want, said == 1, r.Result.Warnings)
		})
	}
}
