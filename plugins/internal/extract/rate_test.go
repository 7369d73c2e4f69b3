package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestARateOrAYieldNeedBeNoPercentage(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"a bare rate", "What was the annual rate of falls with training?", []string{"Training of the old", "The annual rate of falls was 0.62 with training and 1.14 without.", "Training reduced falls by 46 % in those with training."}, "0.62"},
		{"per something", "What is the incidence of gout in Marn?", []string{"Gout in Marn", "The incidence of gout in Marn was 3.1 per 1000 people; of those with gout 14 % died."}, "3.1"},
		{"of another unit", "What was the yield of rye on sand?", []string{"Rye on sand", "Rust was seen on 12 % of the rye on sand.", "The yield of rye was 2.4 t/ha on sand."}, "2.4 t/ha"},
		{"a percentage", "What was the rate of relapse with zelvatinib?", []string{"Zelvatinib", "The rate of relapse with zelvatinib was 14 % after 3.5 years."}, "14 %"},
		{"the sort that is asked for", "What was the tensile strength of the wire?", []string{"Wire", "Shear strength of the wire was 310 MPa.", "The tensile strength was 470 MPa."}, "470 MPa"},
		{"of a range", "What was the incidence of gout in Marn?", []string{"Gout", "The incidence of gout in Marn was 8.4 to 9.1 cases per 1000 people; of the cases 12 % died."}, "8.4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences)) })
	}
}
