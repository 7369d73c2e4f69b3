package stance

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLessOfTheSubjectHasTheContraryEffect(t *testing.T) {
	tests := []struct {
		hypothesis, sentence string
		want                 float64
	}{
		{"Does salt raise blood pressure?", "Salt reduction lowered blood pressure in both groups.", 1},
		{"Does salt raise blood pressure?", "A reduction of salt intake raises blood pressure.", -1},
		{"Does sugar increase caries?", "A decrease in sugar consumption was followed by fewer caries.", 1},
		{"Does sugar increase caries?", "Restricting sugar decreased caries.", 1},
		{"Does sugar increase caries?", "Sugar decreases caries.", -1},
		{"Does vitamin D reduce mortality?", "Lower levels of vitamin D were associated with higher mortality.", 1},
		{"Does vitamin D reduce mortality?", "Reduced vitamin D was linked to increased mortality.", 1},
		{"Lower vitamin D levels are associated with higher mortality.", "Vitamin D lowered mortality.", 1},
		{"Does torvin reduce marnosis?", "Lower doses of torvin reduced marnosis.", 1},
		{"Does torvin reduce marnosis?", "Reduction of the dose of torvin increased marnosis.", 1},
		{"Does torvin reduce marnosis?", "A reduction in marnosis was seen with torvin.", 1},
		{"Does weight reduction lower blood pressure?", "Weight loss lowered blood pressure.", 1},
		{"Does calorie restriction extend lifespan?", "Calorie restriction shortened lifespan in mice.", -1},
		{"Does noise reduction improve sleep?", "Sleep improved when noise was reduced.", 1},
		{"Arctic sea ice is falling at an accelerated rate.", "The rate of the decline in Arctic sea ice is accelerating.", 1},
	}
	for _, tt := range tests {
		assert.InDelta(t, tt.want, viewed(tt.hypothesis, tt.sentence).sight.reads(false), 1e-9, "%s | %s", tt.hypothesis, tt.sentence)
	}
}

func TestWhatBefallsSubjectAndObjectAlikeTellsNothingOfTheOneThroughTheOther(t *testing.T) {
	tests := []struct {
		hypothesis, sentence string
		want                 float64
	}{
		{"Does insulin raise blood glucose?", "Blood glucose and insulin were unchanged with treatment.", 0},
		{"Does insulin raise blood glucose?", "Blood glucose rose with insulin.", 1},
		{"Does torvin reduce marnosis?", "Torvin and marnosis were inversely correlated.", 1},
		{"Does torvin reduce marnosis?", "There was an inverse relation between torvin and marnosis.", 1},
		{"Does obesity reduce the risk of diabetes?", "Taxes could mitigate rising obesity and diabetes.", 0},
		{"Is influenza caused by a virus?", "The drug blocks influenza virus proliferation by inhibiting the initiation of mRNA synthesis.", 0},
		{"Does torvin reduce marnosis?", "The trial showed reduced marnosis on torvin.", 1},
		{"Does torvin reduce marnosis?", "Fewer torvin patients had marnosis.", 1},
		{"Does loss of torvin protect from cancer?", "Fasting improved the survival of torvin-deficient cancer cells.", 0},
		{"sea-level rise is not accelerating.", "Climate-driven accelerated sea-level rise was detected.", -1},
		{"Does glucagon raise blood glucose?", "Glucagon counteracts the blood glucose-lowering action of insulin.", 1},
		{"Do mitochondria produce ATP?", "The cells showed reduced mitochondrial ATP production.", 0},
		{"Does torvin prevent marnosis?", "Patients on torvin had no marnosis.", 1},
		{"Does torvin cause marnosis?", "None of the patients given torvin developed marnosis.", -1},
		{"Does torvin prevent marnosis?", "No patient given torvin developed marnosis.", 1},
		{"Does torvin prevent marnosis?", "Patients on torvin had no less marnosis than others.", -1},
		{"Does torvin prevent marnosis?", "Patients on torvin had no marnosis relief.", 0},
	}
	for _, tt := range tests {
		assert.InDelta(t, tt.want, viewed(tt.hypothesis, tt.sentence).sight.reads(false), 1e-9, "%s | %s", tt.hypothesis, tt.sentence)
	}
}

func TestHowAStudyWasMadeTellsNothingOfWhatCameOfIt(t *testing.T) {
	for sentence, want := range map[string]float64{
		"We randomly assigned patients with marnosis to torvin, an antagonist.":          foreseen,
		"Patients with marnosis were randomised to torvin or placebo and were examined.": foreseen,
		"Patients who were assigned to torvin had no marnosis.":                          1,
		"Patients were assigned to torvin, and marnosis was prevented.":                  1,
		"Marnosis was measured and was unrelated to torvin.":                             1,
	} {
		assert.InDelta(t, want, viewed("Torvin prevents marnosis.", sentence).asserted, 1e-9, sentence)
	}
	assert.InDelta(t, 1, viewed("The seeds are stored at minus 18 degrees.", "Seeds were collected and stored at minus 18 degrees.").asserted, 1e-9)
}
