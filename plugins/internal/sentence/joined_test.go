package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
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
		{"Does autophagy decline with age?", "Drugs that prevent the age-dependent decline in autophagy might be beneficial.", 1},
		{"Does surgery of lower limb fractures shorten stay?", "Surgery of lower limb fractures shortened stay.", 1},
		{"Do lower limb fractures prolong stay?", "Lower limb fractures shortened stay.", -1},
		{"Does sea ice raise albedo?", "Sea ice decline lowered albedo.", 1},
		{"Does sugar increase caries?", "Sugar decreases caries and pain.", -1},
		{"Do fractures prolong the stay?", "Lower limb fractures prolonged the stay.", 1},
		{"Is autophagy reduced by fasting?", "Fasting caused a decline in autophagy.", 1},
		{"Do blockers reduce mortality?", "Blockers reduced mortality.", 1},
		{"Torvin raises marnosis.", "In ATM deficiency, enhanced torvin raised marnosis.", 1},
		{"Arctic sea ice is falling at an accelerated rate.", "The rate of the decline in Arctic sea ice is accelerating.", 1},
	}
	for _, tt := range tests {
		assert.InDelta(t, tt.want, viewed(tt.hypothesis, tt.sentence).reads(), 1e-9, "%s | %s", tt.hypothesis, tt.sentence)
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
		{"sea-level rise is not accelerating.", "Climate-change–driven accelerated sea-level rise detected in the altimeter era.", -1},
		{"Does insulin raise blood glucose?", "After insulin was given, blood glucose and insulin rose.", 1},
		{"Does torvin raise marnosis?", "Torvin is used with marnosis blockers.", 0},
		{"Is there any approved treatment for NAFLD?", "At present, no specific pharmacotherapy is approved for NAFLD.", -1},
		{"Is there any approved treatment for NAFLD?", "No drug is currently approved for NAFLD.", -1},
		{"Is there any approved treatment for NAFLD?", "No patient was seen with the approved treatment for NAFLD.", 1},
		{"Does glucagon raise blood glucose?", "Glucagon counteracts the blood glucose-lowering action of insulin.", 1},
		{"Do mitochondria produce ATP?", "The cells showed reduced mitochondrial ATP production.", 0},
		{"Do mitochondria produce ATP?", "Mitochondria of the treated cells showed reduced ATP production.", 0},
		{"Does torvin prevent marnosis?", "Patients on torvin had no marnosis.", 1},
		{"Is insulin produced in the pancreas?", "The loss of insulin cells seen in the diabetic pancreas is unlikely to be due to a direct effect of a virus.", 0},
		{"ACE inhibitors and receptor blockers increase the risk of stroke.", "ACE inhibitors and receptor blockers were not associated with stroke.", -1},
		{"Does torvin harm bees?", "No effect of torvin-treated crops on bees: a field experiment.", -1},
		{"Does torvin cause marnosis?", "None of the patients given torvin developed marnosis.", -1},
		{"Does torvin prevent marnosis?", "No patient given torvin developed marnosis.", 1},
		{"Does torvin prevent marnosis?", "Patients on torvin had no less marnosis than others.", -1},
		{"Does torvin prevent marnosis?", "Patients on torvin had no marnosis relief.", 0},
	}
	for _, tt := range tests {
		assert.InDelta(t, tt.want, viewed(tt.hypothesis, tt.sentence).reads(), 1e-9, "%s | %s", tt.hypothesis, tt.sentence)
	}
}

func TestASentenceThatNobodyHadSomethingDeniesNoPrevention(t *testing.T) {
	v := viewed("Torvin prevents marnosis.", "No patient given torvin developed marnosis.")
	assert.Zero(t, v.outright())
	v = viewed("Torvin prevents marnosis.", "Patients had no less marnosis.")
	assert.False(t, v.noneHas(text.Span{End: len(v.Tokens)}))
}

func TestHowAStudyWasMadeTellsNothingOfWhatCameOfIt(t *testing.T) {
	for sentence, want := range map[string]float64{
		"We randomly assigned patients with marnosis to torvin, an antagonist.":          foreseen,
		"Patients with marnosis were randomised to torvin or placebo and were examined.": foreseen,
		"Patients who were assigned to torvin slept.":                                    1,
		"Patients were assigned to torvin, and marnosis was prevented.":                  1,
		"Marnosis was measured and was unrelated to torvin.":                             1,
	} {
		assert.InDelta(t, want, viewed("Torvin prevents marnosis.", sentence).Asserted, 1e-9, sentence)
	}
	assert.InDelta(t, 1, viewed("The seeds are stored at minus 18 degrees.", "Seeds were collected and stored at minus 18 degrees.").Asserted, 1e-9)
}

func TestWhatTellsTheKindOfOneThingTellsNoEffect(t *testing.T) {
	readAll(t, []pair{
		{"Is marnosis caused by a parasite?", "The drug reduced marnosis parasite prevalence.", 0},
		{"Is marnosis caused by a parasite?", "Marnosis is caused by a parasite that ticks spread.", 1},
		{"Is marnosis caused by obesity?", "We assigned obese patients with marnosis to a diet that promoted weight loss.", 0},
		{"Is marnosis caused by obesity?", "Obese patients with marnosis improved.", 0},
		{"Is marnosis caused by obesity?", "Obesity causes marnosis.", 1},
		{"Does torvin lower mortality in marnosis?", "Mortality was lower in torvin users with marnosis than in others.", 1},
		{"Does torvin lower cholesterol?", "In patients with high cholesterol torvin lowered cholesterol.", 1},
	})
}

func TestWhoHasLittleOfTheSubjectLacksIt(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin reduce gout?", "People with little torvin were more likely to have gout.", 1},
		{"Does torvin reduce gout?", "Omission of torvin increased gout.", 1},
		{"Does inflammation cause gout?", "Suppression of inflammation prevented gout.", 1},
		{"Does KLP virus cause gout?", "Vaccination against KLP virus prevented gout.", 1},
		{"Does torvin reduce gout?", "A little torvin reduced gout.", 1},
	})
}

func TestARiskFactorGoesWithTheIll(t *testing.T) {
	readAll(t, []pair{
		{"Is obesity a risk factor for asthma?", "Obesity was independently associated with incident asthma.", 1},
		{"Is obesity a risk factor for asthma?", "Obesity was not associated with incident asthma.", -1},
		{"Is torvin harmful to mental health?", "Torvin was associated with poor mental health.", 1},
		{"Is torvin harmful to mental health?", "Torvin was associated with good mental health.", -1},
	})
	assert.True(t, viewed("Is obesity a risk factor for asthma?", "The relationship between obesity and asthma is poorly understood.").Open)
	assert.False(t, viewed("Is obesity a risk factor for asthma?", "The relationship between obesity and asthma is well understood.").Open)
}
