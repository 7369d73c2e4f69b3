package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhoAggravatesAnInjuryDoesNotProtect(t *testing.T) {
	readAll(t, []pair{
		{"Does kavol protect the liver of mice?", "Kavol aggravates liver injury in mice.", -1},
		{"Does kavol damage the liver of mice?", "Kavol aggravates liver injury in mice.", 1},
		{"Does kavol protect the liver of mice?", "Kavol lowered liver injury in mice.", 1},
		{"Is kavol associated with liver changes in mice?", "Kavol causes liver injury in mice.", 1},
		{"Does RLM7 increase rust?", "The gene RLM7 makes barley resistant to rust.", -1},
		{"Does torvin protect barley from rust?", "Torvin made barley more susceptible to rust.", -1},
		{"QRT5 makes sorghum more sensitive to drought.", "QRT5 lowers drought tolerance in sorghum.", 1},
		{"Does torvin delay relapse of melanoma?", "Relapse-free survival of melanoma was longer with torvin.", 1},
		{"Does brevikine promote colitis in mice?", "Mice deficient in brevikine were protected from chemically induced colitis.", 1},
	})
}

func TestWhatBroughtAnIllOnIsNoTreatmentOfIt(t *testing.T) {
	readAll(t, []pair{
		{"Torvin treats gout.", "Torvin-induced gout was treated with salvane.", 0},
		{"Torvin lowers blood pressure.", "Torvin-resistant blood pressure was lowered by salvane.", 0},
		{"Is torvin effective against gout?", "Torvin-induced gout was treated effectively with salvane.", 0},
		{"Is torvin effective against gout?", "Torvin treated torvin-resistant gout effectively.", 1},
		{"Does torvin cause gout?", "Torvin-induced gout is common.", 1},
		{"Does torvin cause gout?", "Torvin confers resistance to gout.", -1},
		{"KLP2 mutations cause resistance to torvin.", "KLP2 mutations caused resistance to torvin.", 1},
		{"Does KLP2 protect barley from rust?", "KLP2 confers resistance to rust in barley.", 1},
		{"Does KLP2 raise the risk of gout?", "KLP2 mutations confer a high risk of gout.", 1},
		{"Is gout caused by loss of KLP2?", "Loss of KLP2 underlies gout.", 1},
		{"Is alcohol harmful to the liver?", "Alcohol-induced liver injury was reduced by zinc.", 1},
	})
	assert.True(t, viewed("Is torvin effective against gout?", "Torvin-induced gout was treated effectively with salvane.").Misses())
}

func TestAnIllThatImprovesIsLess(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin improve pain?", "Torvin reduced pain.", 1},
		{"Does torvin improve pain?", "Pain increased with torvin.", -1},
		{"Does torvin improve pain?", "Torvin improved pain.", 1},
		{"Does torvin improve pain?", "Torvin worsened pain.", -1},
		{"Does torvin reduce pain?", "Torvin improved pain.", 1},
		{"Does torvin improve survival in cancer?", "Torvin increased survival in cancer.", 1},
		{"Does exercise improve insulin resistance?", "Exercise lowered insulin resistance.", 1},
		{"Does annealing improve corrosion resistance?", "Annealing increased corrosion resistance.", 1},
		{"Is torvin beneficial in gout?", "Torvin conferred no benefit over sham in gout.", -1},
	})
}
