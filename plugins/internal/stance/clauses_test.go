package stance

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A pair is a hypothesis with a sentence and what the sentence says of it: 1 that it is so, -1 that it is not, 0 neither.
type pair struct {
	hypothesis, sentence string
	says                 float32
}

func TestASentenceIsReadClauseByClause(t *testing.T) {
	const mortality, drug, reflux, p53 = "Does marnicin reduce mortality?", "Does the drug lower blood pressure?", "Tea causes reflux.", "Is TRX3 required for apoptosis?"
	for name, pairs := range map[string][]pair{
		"the same way, and the other one": {
			{mortality, "Marnicin cut mortality.", 1}, {mortality, "Mortality was raised by marnicin.", -1}, {reflux, "Reflux is provoked by tea.", 1}, {reflux, "Tea protects against reflux.", -1},
			{mortality, "Mortality was lower in the marnicin group than in the placebo group.", 1},
		},
		"a denial": {
			{drug, "The drug had no effect on blood pressure.", -1}, {drug, "Neither the drug nor placebo lowered blood pressure.", -1}, {mortality, "Marnicin no longer reduced mortality.", -1},
			{mortality, "Mortality did not differ between marnicin and placebo.", -1}, {"Marnicin does not reduce mortality.", "Marnicin did not reduce mortality.", 1},
		},
		"an effect that is ruled out": {
			{"Does marnicin prevent marnosis?", "The trial excluded a clinically meaningful effect of marnicin as treatment after exposure to prevent marnosis.", -1}, {mortality, "These data rule out an effect of marnicin on mortality.", -1},
			{mortality, "We excluded studies of effect and saw that marnicin reduced mortality.", 1},
		},
		"two things that change": {
			{drug, "The drug lowered growth and blood pressure of mice.", 1}, {"Does the drug raise blood pressure?", "The drug lowered growth and blood pressure of mice.", -1},
			{drug, "The drug stimulated growth and lowered blood pressure.", 1},
		},
		"what is of no account, or the same, or unharmed": {
			{drug, "The drug had little effect on blood pressure.", -1}, {drug, "Blood pressure was the same with the drug and with placebo.", -1}, {drug, "The same drug lowered blood pressure.", 1},
			{"Does heating damage the vaccine?", "The vaccine was still potent after heating.", -1}, {"Does heating damage the vaccine?", "Heating inactivated the vaccine.", 1},
		},
		"what is absent from somewhere": {{"Is TRX3 found in the nucleus?", "TRX3 was absent from the nucleus.", -1}, {p53, "Apoptosis was abolished where TRX3 was absent.", 1}},
		"a rare thing":                  {{"Marnosis leads to an accumulation of copper.", "Marnosis is a rare disorder of copper.", 0}, {"Marnosis raises copper.", "Copper is rare in marnosis.", -1}},
		"no change": {
			{drug, "The drug lowered heart rate; blood pressure was unaffected.", -1}, {"Does the drug raise the risk of stroke?", "The risk of stroke was unchanged by the drug.", -1},
			{"Marnicin works as well as skarnin in marnosis.", "Marnicin was similar to skarnin in marnosis.", 1},
		},
		"ellipsis": {
			{reflux, "Coffee causes reflux; tea does not.", -1}, {mortality, "Marnicin reduced weight but not mortality.", -1}, {mortality, "Skarnin, but not marnicin, reduced mortality.", -1},
			{mortality, "Marnicin, but not skarnin, reduced mortality.", 1},
		},
		"a lack of the subject": {
			{drug, "Withdrawal of the drug raised blood pressure.", 1}, {p53, "Apoptosis was abolished in cells lacking TRX3.", 1}, {p53, "Apoptosis proceeded normally in TRX3-null cells.", -1},
			{"Does vitamin D deficiency raise the risk of marnosis?", "High levels of vitamin D were associated with a lower risk of marnosis.", 1},
			{"Marnicin inhibits TRX3.", "Inhibition of TRX3 by marnicin slowed growth.", 1},
		},
		"what brings a lack about": {
			{"Does marnicin activate the axis?", "The TRX3 antagonist, marnicin, suppressed the axis.", -1}, {"Does marnicin activate the axis?", "The antagonist marnicin suppressed the axis.", -1},
			{"Does TRX3 activate the axis?", "An antagonist of TRX3 suppressed the axis.", 1}, {"Does TRX3 activate the axis?", "A TRX3 antagonist suppressed the axis.", 1},
		},
		"no difference in what was tested": {
			{"Is marnicin effective for marnosis?", "We assessed the efficacy of marnicin for marnosis and found no differences between marnicin and placebo.", -1},
		},
		"need": {{p53, "Apoptosis does not require TRX3.", -1}, {p53, "Apoptosis occurs independently of TRX3.", -1}, {p53, "TRX3 is indispensable for apoptosis.", 1}},
		"exceptions": {
			{drug, "All treatments except the drug lowered blood pressure.", -1}, {drug, "Only the drug lowered blood pressure.", 1},
			{mortality, "With the exception of marnicin, every compound reduced mortality.", -1},
		},
		"numbers of two groups": {
			{mortality, "Mortality was 12 % with marnicin and 19 % with placebo (P = 0.01).", 1}, {mortality, "Mortality was 19 % with marnicin and 12 % with placebo (P = 0.01).", -1},
			{mortality, "Mortality was 12 % with marnicin and 13 % with placebo (P = 0.41).", -1}, {mortality, "Mortality under marnicin and placebo was 12 % and 19 %, respectively.", 1},
		},
		"who does it to whom": {
			{"TRX3 activates TRX9.", "TRX9 activates TRX3 in all cells.", 0}, {"TRX3 activates TRX9.", "TRX9 was activated by TRX3.", 1},
			{"Marnicin inhibits growth.", "Marnicin was given with skarnin, which inhibits growth.", 0}, {"Is TRX6 elevated in sepsis?", "TRX10 was elevated in sepsis.", 0},
		},
		"what others suppose": {
			{mortality, "Despite hopes and the belief that marnicin reduces mortality, deaths were as many as before.", -1}, {reflux, "The hypothesis that tea causes reflux was not supported.", -1},
			{reflux, "Fears that tea causes reflux have been voiced.", 0}, {mortality, "If marnicin reduced mortality, guidelines would change.", 0}, {mortality, "Marnicin was given to reduce mortality.", 0},
			{mortality, "Whether marnicin reduces mortality remains unknown.", 0}, {mortality, "No trial has examined the effect of marnicin on mortality.", 0},
		},
		"a lack of something else in the hypothesis": {
			{"Marnicin suppresses growth in the absence of TRX9.", "Marnicin suppressed growth in the absence of TRX9.", 1}, {"Marnicin suppresses growth in the absence of TRX9.", "In the absence of TRX9 marnicin did not suppress growth.", -1},
			{"Does marnicin lower weight in patients without marnosis?", "Marnicin lowered weight in patients without marnosis.", 1},
		},
		"what goes together need not cause": {
			{"Does tea cause reflux?", "Tea was associated with a higher incidence of reflux.", 0}, {"Does tea cause reflux?", "Tea was linked to a higher incidence of reflux.", 0},
			{"Does tea cause reflux?", "The association of tea with reflux was not causal.", -1}, {"Does tea cause reflux?", "Tea had no causal effect on reflux.", -1},
			{"Does tea cause reflux?", "The association between tea and reflux was explained by confounding.", -1},
		},
		"numbers that tell by how much": {
			{"Marnicin at 10 mg a day lowers liver fat.", "Liver fat fell by 2.1 points with 5 mg, by 4.8 points with marnicin and by 0.6 points with placebo.", 1},
			{mortality, "Mortality fell by 12 % with marnicin and by 3 % with placebo.", 1}, {mortality, "Mortality rose by 12 % with marnicin and by 3 % with placebo.", -1},
			{"Does rain cause retreat?", "Rain caused none of the retreat.", -1},
		},
		"so much of the subject": {
			{"Low-dose marnicin prevents stroke in men.", "Marnicin lowered the rate of stroke in women (ratio 0.76, 95 % CI 0.63-0.93) but not in men (ratio 1.03, 95 % CI 0.88-1.21).", -1},
			{"Low-dose marnicin prevents stroke.", "Low-dose skarnin prevented stroke.", 0}, {mortality, "Mortality has fallen with marnicin.", 1},
		},
		"a change of a change": {
			{"Does marnicin increase weight loss?", "Weight fell with marnicin.", 1}, {"Does marnicin increase weight loss?", "Weight rose with marnicin.", -1},
			{"Does marnicin increase weight loss?", "Marnicin raised weight loss by 3 kg.", 1}, {"Does marnicin reduce bone loss?", "Marnicin increased bone loss.", -1},
			{"Does marnicin promote memory loss?", "Marnicin counteracted memory deficits.", -1},
		},
		"with and without": {
			{"Do reminders raise attendance?", "Attendance was 71 % with reminders and 61 % without.", 1}, {"Do reminders raise attendance?", "Attendance was 61 % without reminders and 71 % with reminders.", 1},
			{"Does marnicin raise yield?", "Yield was higher with marnicin than without it.", 1}, {"Does marnicin raise yield?", "Yield was higher without marnicin than with it.", -1},
			{"Does low-dose marnicin reduce mortality?", "Marnicin reduced mortality.", 1}, {"Does marnicin reduce mortality?", "Low-dose marnicin reduced mortality.", 1},
		},
		"comparisons": {
			{"Marnicin was more effective than skarnin.", "Marnicin was more effective than skarnin against pain.", 1}, {"Marnicin was more effective than skarnin.", "Skarnin was more effective than marnicin against pain.", -1},
			{"Marnicin causes greater weight loss than skarnin.", "Weight loss was greater with marnicin than with skarnin.", 1}, {"Marnicin is as effective as skarnin in marnosis.", "Marnicin and skarnin were equally effective in marnosis.", 1},
		},
		"two groups that share a word": {
			{"Early surgery reduces mortality.", "Mortality was 12 % after early surgery and 18 % after late surgery.", 1}, {"Early surgery reduces mortality.", "Mortality was 18 % after early surgery and 12 % after late surgery.", -1},
		},
		"sizes of groups and doses": {
			{"Does the drug reduce headache?", "In all 120 patients with headache got the drug 500 mg and 60 patients with headache got placebo.", 0},
		},
		"absence told behind the noun": {
			{reflux, "Reflux was not observed with tea.", -1}, {"Marnine is a superconductor.", "Superconductivity is absent in marnine.", -1}, {"Is marnine toxic to bees?", "Toxicity to bees was not found for marnine.", -1},
			{"Is tea related to reflux?", "Tea was unrelated to reflux.", -1}, {reflux, "Tea had no bearing on reflux.", -1}, {reflux, "Tea influenced neither reflux nor weight.", -1},
			{reflux, "Does tea cause reflux? A cohort study", 0},
		},
		"names that deny nothing": {
			{"Does smoke cause lung cancer?", "Smoke was associated with higher mortality in non-small cell lung cancer.", 0}, {"Does tea help people with marnosis?", "Non-smokers with marnosis drank tea.", 0},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range pairs {
				v := viewed(p.hypothesis, p.sentence)
				read := v.features[fReads]
				if read > -0.5 && read < 0.5 {
					read = 0
				}
				assert.Equal(t, p.says, read, "%s: %s", p.hypothesis, p.sentence)
			}
		})
	}
}
