package sentence

import "testing"

func TestWhatIsAsGoodAsAnotherTreatmentWorks(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin effective?", "Torvin was as effective as salvane in patients with marnosis.", 1},
		{"Is torvin effective for marnosis?", "Torvin was as effective as salvane for marnosis.", 1},
		{"Is torvin effective for marnosis?", "Torvin was as effective as placebo in patients with marnosis.", -1},
		{"Is torvin effective for marnosis?", "Torvin and salvane were equally effective in marnosis.", 1},
		{"Is torvin effective for marnosis?", "The effect of torvin on marnosis was similar to that of salvane.", 1},
		{"Is torvin effective for marnosis?", "The effect of torvin on marnosis was similar to that of placebo.", -1},
		{"Is torvin effective for marnosis?", "Torvin was not inferior to salvane for marnosis.", 1},
		{"Is torvin effective for marnosis?", "Torvin was noninferior to salvane for marnosis.", 1},
		{"Is torvin effective for marnosis?", "Torvin was non-inferior to salvane for marnosis.", 1},
		{"Is torvin effective for marnosis?", "Torvin was not inferior to placebo for marnosis.", 0},
		{"Is torvin effective for marnosis?", "Torvin was as effective as standard treatment for marnosis.", 1},
		{"Is torvin effective for marnosis?", "Torvin was not inferior to standard treatment for marnosis.", 1},
		{"Is torvin effective for marnosis?", "Torvin was no more effective than usual care for marnosis.", -1},
		{"Is torvin safe for patients?", "Torvin was as safe as salvane in patients.", 1},
		{"Is torvin harmful to patients?", "Torvin was as harmful as salvane to patients.", 1},
	})
}

func TestWhatDoesLessThanAnotherTreatmentMayWork(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin effective for marnosis?", "Torvin was less effective than salvane in marnosis.", 0},
		{"Is torvin effective for marnosis?", "Torvin was less effective than placebo in marnosis.", -1},
		{"Is torvin effective for marnosis?", "Torvin was no more effective than salvane in marnosis.", 0},
		{"Is torvin effective for marnosis?", "Torvin was not as effective as salvane for marnosis.", 0},
		{"Is torvin effective for marnosis?", "Torvin was not effective as the only treatment of marnosis.", -1},
		{"Is torvin effective for marnosis?", "Torvin was inferior to salvane for marnosis.", 0},
		{"Is torvin effective for marnosis?", "Torvin was inferior to placebo for marnosis.", -1},
		{"Is torvin effective for marnosis?", "Salvane was more effective than torvin in marnosis.", 0},
		{"Is torvin effective for marnosis?", "Placebo was more effective than torvin in marnosis.", -1},
		{"Is torvin effective for marnosis?", "Torvin was more effective than salvane in marnosis.", 1},
	})
}

func TestGroupsThatAreAlikeDenyAnEffect(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin effective for marnosis?", "Marnosis scores were similar in the torvin and the placebo group.", -1},
		{"Is torvin effective for marnosis?", "Symptoms of marnosis were similar in both groups after torvin.", -1},
		{"Is torvin effective for marnosis?", "Symptoms of marnosis were similar in the torvin and salvane groups.", 0},
		{"Is torvin effective for marnosis?", "Symptoms of marnosis were not similar in the torvin and placebo groups.", 0},
		{"Is torvin effective for marnosis?", "Marnosis scores were similar with torvin and salvane.", 0},
		{"Is torvin effective for marnosis?", "Symptoms of marnosis at baseline were similar in the torvin and placebo groups.", 0},
		{"Is torvin good for patients?", "Survival of patients was similar in the torvin and placebo groups.", 0},
	})
}

func TestWhatIsShieldedIsNotHarmed(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin good for the liver?", "The liver was protected against alcohol by torvin.", 1},
		{"Is alcohol good for the liver?", "The liver was protected against alcohol by torvin.", -1},
		{"Is torvin good for the liver?", "The liver was protected by torvin against alcohol.", 1},
		{"Is torvin good for the liver?", "The liver was protected from torvin by salvane.", -1},
	})
}

func TestWhatWasDoneSaysNothing(t *testing.T) {
	readAll(t, []pair{
		{"Are line samples reliable for activated thromboplastin time?", "Line samples were taken for activated thromboplastin time.", 0},
		{"Is torvin given to patients with marnosis?", "Torvin was administered to patients with marnosis.", 1},
	})
}
