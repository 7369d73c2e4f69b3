package sentence

import "testing"

func TestWhichOfTwoIsBetterIsReadOutOfAComparison(t *testing.T) {
	readAll(t, []pair{
		{"Is rovalex better than diet at lowering cholesterol?", "Rovalex was better than diet at lowering cholesterol.", 1},
		{"Is diet better than rovalex at lowering cholesterol?", "Rovalex was better than diet at lowering cholesterol.", -1},
		{"Is torvin better than salvane for pain?", "Torvin was superior to salvane for pain.", 1},
		{"Is torvin better than salvane for pain?", "Torvin was inferior to salvane for pain.", -1},
		{"Is torvin better than salvane for pain?", "Torvin was not better than salvane for pain.", -1},
		{"Is torvin better than salvane for pain?", "Salvane was not better than torvin for pain.", 0},
		{"Is torvin better than salvane for pain?", "Pain relief did not differ between torvin and salvane.", -1},
		{"Is torvin better than salvane for pain?", "Torvin and salvane were equally effective for pain.", -1},
		{"Is physiotherapy better than torvin for pain?", "Pain was lower after physiotherapy than after torvin.", 1},
		{"Is torvin better than physiotherapy for pain?", "Pain was lower after physiotherapy than after torvin.", -1},
		{"Is basalt fibre better than glass fibre for flexural strength?", "Glass fibre gave smaller gains in flexural strength than basalt fibre.", 1},
		{"Is torvin better than salvane for pain?", "Torvin was given for pain.", 0},
		{"Is torvin better than salvane for pain?", "Torvin was worse than salvane for pain.", -1},
		{"Is torvin better than salvane for pain?", "Torvin was more worrying.", 0},
		{"Is torvin better than salvane for pain?", "Salvane was better than placebo for pain.", 0},
	})
}

func TestGroupsAreComparedOnlyInWhatIsAsked(t *testing.T) {
	readAll(t, []pair{
		{"Are headaches more frequent with torvin than with salvane?", "Headaches were less common with salvane than with torvin.", 1},
		{"Are side effects more frequent with torvin than with salvane?", "Side effects were more frequent with torvin than with salvane.", 1},
		{"Are headaches more frequent with torvin than with salvane?", "Migraine days decreased by 3.1 in the torvin group and by 3.3 in the salvane group.", 0},
		{"Does torvin prevent thrombosis better than heparin?", "Loss due to thrombosis did not differ between groups (9.2% with torvin, 8.7% with heparin).", -1},
		{"Is torvin as effective as salvane in lowering blood pressure?", "Blood pressure fell by 14.2 mmHg with torvin and by 13.9 mmHg with salvane.", 0},
		{"Does torvin relieve pain?", "Pain was lower after physiotherapy than after torvin.", 0},
		{"Does torvin lower weight more than placebo?", "Weight fell from 88 to 80 kg with torvin and from 87 to 86 kg with placebo.", 1},
		{"Does torvin lower weight more than placebo?", "Weight fell by 8 % with torvin and by 1 % with placebo.", 1},
		{"Does torvin lower weight more than placebo?", "Weight fell by 1 % with torvin and by 8 % with placebo.", -1},
		{"Did torvin lower migraine days more than placebo?", "Migraine days fell from 8.1 to 4.6 in the torvin group and from 8.0 to 6.9 in the placebo group (difference -2.4 days).", 1},
		{"Does torvin relieve pain?", "Pain was lower after placebo than after torvin.", -1},
		{"Were children burned less often in villages with stoves?", "Pneumonia was 15.8 per 100 children in stove villages and 15.6 in control villages.", 0},
	})
}
