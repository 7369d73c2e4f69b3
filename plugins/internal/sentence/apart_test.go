package sentence

import "testing"

func TestOfWhatIsSetApartTheContraryIsTold(t *testing.T) {
	const both = "Fencoxil relieved pain in patients with arthritis but not in patients without arthritis."
	readAll(t, []pair{
		{"Does fencoxil relieve pain in patients with arthritis?", both, 1},
		{"Does fencoxil relieve pain in patients without arthritis?", both, -1},
		{"Does velunostat reduce proteinuria in patients with diabetes?", "Proteinuria was reduced by velunostat in patients with diabetes but not in those without diabetes.", 1},
		{"Does fencoxil relieve pain in women?", "Fencoxil relieved pain in men but not in women.", -1},
		{"Does fencoxil relieve pain in men?", "Fencoxil relieved pain in men but not in women.", 1},
		{"Does fencoxil relieve pain in women?", "Fencoxil relieved pain in men and not in women.", -1},
		{"Do high doses of vitamin Q cause kidney stones?", "High doses of vitamin Q, unlike low doses, caused kidney stones.", 1},
		{"Do low doses of vitamin Q cause kidney stones?", "High doses of vitamin Q, unlike low doses, caused kidney stones.", 0},
		{"Does torvin cure marnosis?", "Salvane, unlike torvin, cures marnosis.", -1},
		{"Does torvin cure marnosis?", "Unlike torvin, salvane cures marnosis.", -1},
		{"Does salvane cure marnosis?", "Unlike torvin, salvane cures marnosis.", 1},
		{"Should doctors use torvin for burns?", "Doctors should use torvin instead of salvane for burns.", 1},
		{"Should doctors use salvane for burns?", "Doctors should use torvin instead of salvane for burns.", -1},
		{"Do bees pollinate the thistle?", "The thistle is pollinated by the hawkmoth rather than by bees.", -1},
		{"Does the hawkmoth pollinate the thistle?", "The thistle is pollinated by the hawkmoth rather than by bees.", 1},
		{"Is torvin safe during pregnancy?", "Torvin is safe except during pregnancy.", -1},
		{"Does torvin lower cholesterol in smokers?", "Except in smokers, torvin lowered cholesterol.", -1},
		{"Does torvin cure ulcers in smokers?", "Torvin cures ulcers except in smokers.", -1},
		{"Does torvin cure ulcers?", "Torvin cures ulcers except in smokers.", 1},
		{"Is torvin safe?", "Torvin is safe unless it is given with alcohol.", 1},
		{"Does torvin cure ulcers in smokers?", "Torvin cured ulcers in smokers, but not so fast.", 1},
	})
}

func TestWhatWasMeasuredHoldsWithoutWhatIsSetApart(t *testing.T) {
	readAll(t, []pair{
		{"Torvin is as effective as salvane against marnosis.", "Unlike placebo, torvin and salvane differed in marnosis (p = 0.01).", -1},
		{"Torvin lowers mortality.", "Torvin, unlike salvane, lowered mortality (p = 0.6).", -1},
		{"Torvin reduces marnosis.", "Found none of the marnosis with torvin.", 0},
	})
}

func TestWithAndWithoutAreTwoCases(t *testing.T) {
	const hypothesis = "Handwashing lowers diarrhoea in households without piped water."
	readAll(t, []pair{
		{hypothesis, "Handwashing lowered diarrhoea in households with piped water.", 0},
		{hypothesis, "Handwashing lowered diarrhoea in households without piped water.", 1},
		{hypothesis, "Handwashing lowered diarrhoea in households with water from pipes.", 0},
		{hypothesis, "In households without piped water, handwashing had no effect on diarrhoea.", -1},
		{"Handwashing lowers diarrhoea in households with piped water.", "Handwashing lowered diarrhoea in households without piped water.", 0},
		{"The reaction is catalysed by zinc.", "The reaction is catalysed without zinc.", -1},
	})
}

func TestTwoPlacesHaveAChangeEach(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin lower mortality in men?", "Torvin lowered mortality in men and raised it in women.", 1},
		{"Does torvin lower mortality in women?", "Torvin lowered mortality in men and raised it in women.", -1},
		{"Did mortality rise in women?", "Mortality fell in men and rose in women.", 1},
		{"Did mortality rise in men?", "Mortality fell in men and rose in women.", -1},
		{"Did hospital admissions fall in Orlenia?", "Hospital admissions fell by 21 % in Orlenia and rose by 4 % in Pelmark.", 1},
	})
}
