package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhatIsAskedOfTheSubjectMustBeSaid(t *testing.T) {
	readAll(t, []pair{
		{"Is the complex stable in air?", "The complex decomposes in moist air.", -1},
		{"Is the complex stable in air?", "The complex is stable in air for weeks.", 1},
		{"Is the drug stored in the liver?", "The drug was not stored in the liver.", -1},
		{"Is actin present in the nucleus?", "Nuclear actin shapes chromatin in the nucleus.", 1},
		{"Does the signal remain after washing?", "The signal disappeared after washing.", -1},
		{"Does torvin work in patients with low eosinophil counts?", "Torvin worked in patients with eosinophil counts of at least 300 cells.", 0},
		{"Does torvin work in patients with low eosinophil counts?", "Torvin worked in patients with low eosinophil counts.", 1},
		{"Is the infusion free of caffeine?", "The infusion was free of caffeine.", 1},
		{"Is the infusion free of caffeine?", "The infusion contained caffeine.", -1},
	})
}

func TestASentenceThatLeavesOutTheVerbSaysLess(t *testing.T) {
	for _, p := range [][2]string{
		{"Is the drug stored in the liver?", "The drug is metabolised in the liver."},
		{"Does bralinate replace lead in solar cells?", "A bralinate layer increased the efficiency of solar cells."},
	} {
		assert.EqualValues(t, float32(BesideShare), viewed(p[0], p[1]).Features[fReads], p)
	}
}

func TestAnotherDoerOrPlaceIsNoAnswer(t *testing.T) {
	readAll(t, []pair{
		{"Is bile made by the gallbladder?", "Bile is produced by the liver and stored in the gallbladder.", 0},
		{"Is urea made in the kidneys?", "Urea is made in the liver and merely excreted by the kidneys.", 0},
		{"Is urea made in the liver?", "Urea is made in the liver and merely excreted by the kidneys.", 1},
		{"Does juice increase exposure to torvin?", "Juice raises exposure to many drugs.", 0},
		{"Does torvin reduce deaths in heart failure?", "Torvin in patients with heart failure: main results", 0},
	})
}

func TestACaseThatIsSetApartByCommasOrAheadOfItsVerb(t *testing.T) {
	readAll(t, []pair{
		{"Does injection protect salmon against gill rot?", "Injection but not bath vaccination protects farmed salmon from gill rot.", 1},
		{"Does bath vaccination protect salmon against gill rot?", "Injection but not bath vaccination protects farmed salmon from gill rot.", -1},
		{"Does salvane lower mortality?", "Torvin but not salvane lowered mortality.", -1},
		{"Does fishing drive coral decline?", "Nutrients, not fishing, drive coral decline.", -1},
		{"Does torvin thin the skin?", "Skin thinning was observed in 12% of the salvane group and in none of the torvin group.", -1},
	})
}

func TestItTakesUpTheObject(t *testing.T) {
	const both = "Doping with aluminium increased the conductivity, whereas doping with magnesium decreased it."
	readAll(t, []pair{
		{"Does magnesium doping increase the conductivity?", both, -1},
		{"Does aluminium doping increase the conductivity?", both, 1},
		{"Does torvin lower blood pressure?", "Salvane lowered blood pressure, and torvin raised it.", -1},
		{"Does torvin lower blood pressure?", "Salvane lowered blood pressure, but torvin did not affect it.", -1},
	})
}

func TestANotionThatIsRefutedIsDenied(t *testing.T) {
	readAll(t, []pair{
		{"Does music improve reading?", "These results refute the notion that music improves reading.", -1},
		{"Does torvin lower blood pressure?", "Blood pressure fell more with torvin; heart rate did not change significantly.", 1},
		{"Does torvin prolong survival?", "Survival was longer with torvin, a difference that failed to reach significance.", -1},
		{"Does torvin improve children's reading?", "Torvin improves the reading of children.", 1},
	})
}

func TestADenialEndsWhereAnotherVerbBegins(t *testing.T) {
	const both = "Dorvexate failed to prevent exacerbations and increased the risk of pneumonia."
	readAll(t, []pair{
		{"Does dorvexate prevent exacerbations?", both, -1},
		{"Does dorvexate increase the risk of pneumonia?", both, 1},
		{"Does uric acid cause decline of kidney function?", "Mendelian randomisation gave no support for a causal effect of uric acid on the decline of kidney function.", -1},
		{"Does music improve reading?", "Music may improve reading, which cannot be excluded.", 0},
	})
}

func TestTheLastWordOfContrariesIsOfBoth(t *testing.T) {
	const both = "Deeper snow raised methane emission from wet but not from dry tundra."
	readAll(t, []pair{
		{"Does deeper snow increase methane emission from wet tundra?", both, 1},
		{"Does deeper snow increase methane emission from dry tundra?", both, -1},
		{"Do flatfishes keep their swim bladder?", "Flatfishes lose their swim bladder as adults.", -1},
		{"Does silencing KLORP2 slow proliferation of cancer cells?", "KLORP2 is an independent marker of poor prognosis and promotes proliferation of cancer cells.", 1},
		{"Are students more satisfied with a flipped than a traditional course?", "Students of the flipped course were less satisfied with the course (3.1 vs 3.7 out of 5).", -1},
	})
}

func TestAnAimAndADisagreementTellLittle(t *testing.T) {
	for _, p := range [][2]string{
		{"Is low weight a risk factor for retinopathy?", "To analyze prevalence and risk factors for retinopathy among infants of low weight (LW) and of normal weight."},
		{"Should fractures be treated surgically?", "There is currently no consensus whether fractures should be treated surgically."},
	} {
		assert.LessOrEqual(t, viewed(p[0], p[1]).Asserted, foreseen, p)
	}
	assert.EqualValues(t, 1, viewed("Should fractures be treated surgically?", "There is consensus that fractures should be treated surgically.").Asserted)
}
