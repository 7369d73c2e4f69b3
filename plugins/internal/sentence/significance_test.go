package sentence

import "testing"

func TestAPValueCountsWhereItWasMeasured(t *testing.T) {
	readAll(t, []pair{
		{"Does zinc lower CRP?", "Zinc lowered CRP (P = 0.4).", -1},
		{"Does zinc lower CRP?", "CRP was lower with zinc than with placebo; P = 0.4.", -1},
		{"Does zinc lower CRP?", "CRP was lower with zinc than with placebo (2 v 3 mg/l; P = 0.4).", -1},
		{"Does zinc lower CRP?", "Zinc lowered CRP by 3 mg/l, but this was not significant (P = 0.4).", -1},
		{"Does zinc lower CRP?", "Zinc lowered CRP, whereas IL-6 was lower by 3 % (P = 0.4).", 1},
		{"Does zinc lower CRP?", "Zinc lowered CRP; IL-6 changed little (P = 0.4).", 1},
		{"Does zinc lower CRP?", "CRP was lower with zinc, although weight did not differ between groups (P = 0.5).", 1},
		{"Does zinc lower CRP?", "Zinc, which was safe, lowered CRP readings (P = 0.4).", -1},
		{"Does zinc lower CRP?", "Zinc lowered CRP, but the true effect of zinc was insignificant.", -1},
		{"Does zinc lower CRP?", "Zinc lowered CRP, whereas weight in men was lower (2 v 3 kg; P = 0.4).", 1},
		{"Does zinc lower CRP?", "Zinc lowered CRP, whereas the men (of whom 12 slept) weighed less; P = 0.4.", 1},
		{"Does zinc lower CRP?", "Unlike placebo, zinc lowered CRP (P = 0.4); weight did not change significantly.", -1},
		{"Does zinc lower CRP?", "Unlike placebo, zinc lowered CRP, whereas IL-6 was lower (P = 0.4).", 1},
		{"Does zinc lower CRP?", "Zinc lowered IL-6 (P = 0.01) and CRP (P = 0.4).", -1},
		{"Does zinc lower CRP?", "Zinc lowered CRP (P = 0.01) and IL-6 (P = 0.4).", 1},
		{"Does zinc lower CRP?", "CRP was lower with zinc, a modest difference (P = 0.4).", -1},
		{"Does zinc lower CRP?", "Zinc lowered CRP by 3 mg/l relative to placebo (95% CI 0.5 to 5.5).", 1},
		{"Does zinc lower CRP?", "Zinc lowered CRP (difference 3, 95% CI -0.1 to 5.5; P = 0.04).", 1},
		{"Does zinc lower mortality?", "Zinc lowered mortality, whereas admissions fell less (OR 0.8, 95% CI 0.4 to 1.5).", 1},
		{"Is torvin better than salvane for pain?", "Torvin was better than salvane for pain (P = 0.4).", -1},
		{"Is torvin better than salvane for pain?", "Torvin was better than salvane for pain (P = 0.01).", 1},
		{"Does zinc lower mortality?", "Zinc lowered mortality, with a relative risk of 0.9 (95% CI 0.7 to 1.2).", -1},
	})
}
