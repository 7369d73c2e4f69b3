package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhatANumberWasTakenAtIsNoAnswer(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"an age", "How long were the calves asleep on marnol?", []string{"Calves", "We gave marnol to 40 sleeping calves aged 1 to 6 months.", "They were asleep for 26 min."}, "26 min"},
		{"an age behind", "How long were the calves asleep on marnol?", []string{"Calves", "Calves of 7 months of age were asleep on marnol in a barn, for 26 min."}, "26 min"},
		{"the age is asked for", "What was the age of the calves that got marnol?", []string{"Calves", "Calves aged 7 months got marnol and were asleep for 26 min."}, "7 months"},
		{"at a dose", "How much milk did the cows on marnol give?", []string{"Cows", "On marnol at 60 mg/kg the cows gave milk of 31 kg per day."}, "31 kg per day"},
		{"the dose is asked for", "What dose of marnol did the cows get?", []string{"Cows", "The cows got marnol at 60 mg/kg and gave 31 kg of milk per day."}, "60 mg/kg"},
		{"another dose", "How long did cows on 40 mg of marnol sleep?", []string{"Cows", "Cows on 80 mg of marnol did sleep for 31 h.", "On 40 mg the cows did for 12 h."}, "12 h"},
		{"another year", "What was the weight of the voles of Marn in 1996?", []string{"Voles", "The weight of the voles of Marn was 31 g in 1992.", "In 1996 it was 24 g."}, "24 g"},
		{"the control", "How much milk did cows without marnol give?", []string{"Cows", "Milk was 31 kg per day on marnol and 25 kg per day in control cows."}, "25 kg per day"},
		{"without it", "How strong was concrete without wire?", []string{"Concrete", "Concrete was 41 MPa strong with wire and 30 MPa without wire."}, "30 MPa"},
		{"with it", "How strong was concrete with wire?", []string{"Concrete", "Concrete was 30 MPa strong without wire and 41 MPa with wire."}, "41 MPa"},
		{"after a change", "What was the weight of the owls after the ban?", []string{"Owls", "With the ban the weight of the owls rose from 310 g in May to 470 g."}, "470 g"},
		{"no time", "How strong is marn concrete in the cold?", []string{"Concrete", "Marn concrete was cured in the cold for 28 days.", "In the cold it bore 41 MPa."}, "41 MPa"},
		{"a density", "What was the density of the voles of Marn?", []string{"Voles", "Voles of Marn were followed on 24 plots.", "Their density was 15.1 voles per hectare."}, "15.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences)) })
	}
}
