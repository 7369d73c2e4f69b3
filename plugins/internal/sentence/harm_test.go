package sentence

import "testing"

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
