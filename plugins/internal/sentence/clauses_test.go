package sentence

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
			{"TRX3 activates TRX9.", "TRX9 activates TRX3 in all cells.", -BesideShare}, {"TRX3 activates TRX9.", "TRX9 was activated by TRX3.", 1},
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
		"the contrary kind": {
			{"Weakly invasive strains form aggregates.", "Highly invasive strains form aggregates.", 0}, {"Do male finches sing?", "Female finches sing.", 0}, {"Do male finches sing?", "Female and male finches sing.", 1},
			{"Does low-dose marnicin prevent stroke?", "High-dose marnicin prevented stroke.", 0}, {"Do smokers cough?", "Non-smokers cough.", 0}, {"Marnicin lowers stiffness.", "Marnicin increases stiffness.", -1},
			{"Whales have the smallest number of bones.", "Whales have the largest number of bones.", 0},
		},
		"what it is for and what against": {
			{"Editing selects for cells with TRX3.", "Editing leads to a selection against cells with TRX3.", -1}, {"Marnicin protects from flu.", "Marnicin protects against flu.", 1},
		},
		"a kind told behind a preposition": {
			{"Is the enzyme active at low pH?", "The enzyme is inactive at low pH.", -1}, {"Is the enzyme active at low pH?", "The enzyme is active at low pH.", 1}, {"Is mortality high in men?", "Mortality was high in men.", 1},
		},
		"any, and none": {
			{"Was any dye left when the gel was washed?", "When the gel was washed, nothing was left.", -1}, {"Did anyone die during surgery?", "Nobody died during surgery.", -1},
			{"Did anyone die during surgery?", "No one died during surgery.", -1}, {"Did any patient die during surgery?", "Two patients died during surgery.", 1},
		},
		"most, and few": {
			{"Were most cases children?", "Children made up 4 % of cases.", -1}, {"Were most cases children?", "Three of 40 cases were children.", -1}, {"Were most cases children?", "Of the cases 82 % were children.", 1},
			{"Do most strains carry the gene?", "Few strains carried the gene.", -1}, {"Do most strains carry the gene?", "Most strains carried the gene, 4 % of them twice.", 1},
		},
		"all, and a part": {
			{"Did all holes close?", "Only 40 % of the holes closed.", -1}, {"Did all holes close?", "All holes closed.", 1}, {"Do all finches sing?", "Most finches sing.", -1}, {"Does tea lower all-cause mortality?", "Tea lowered all-cause mortality by 12 %.", 1},
		},
		"neither, whose verb comes late": {{"Has sepsis fallen in hospitals?", "Neither sepsis nor the combined outcome of death or discharge to hospice care has fallen in hospitals.", -1}},
		"another kind of what is spoken of": {
			{"Does tea increase the risk of pancreatic cancer?", "Tea was associated with an increased risk of bladder cancer.", 0}, {"Does tea increase the risk of pancreatic cancer?", "Tea was associated with an increased risk of pancreatic cancer.", 1},
		},
		"kinds told by a suffix": {
			{"TRX3 regulates suppressive cells.", "TRX3 promotes the sorting of suppressive cells.", 1}, {"Is zinc a TRX3-independent signal?", "Zinc is a TRX3-independent signal.", 1},
		},
		"another amount": {
			{"The heart beats 52 times a minute.", "The heart beats 72 times a minute.", -1}, {"The heart beats over 52 times a minute.", "The heart beats 72 times a minute.", 0},
			{"The heart beats 52 times a minute.", "The heart does not beat 72 times a minute.", 0}, {"The heart beats about 70 times a minute.", "The heart beats 72 times a minute.", 0}, {"The heart beats 52 times a minute.", "The heart beats 72 times a minute, that of mice 500 times.", 0},
		},
		"what stays as it was": {
			{"Does tea lower weight?", "Weight remained stable with tea.", -1}, {"Does tea lower weight?", "Weight stayed constant with tea.", -1}, {"Does tea lower weight?", "Weight stayed the same with tea.", -1},
		},
		"what goes on, and what ends": {
			{"Do tumours persist after surgery?", "Tumours vanished after surgery.", -1}, {"Do tumours persist after surgery?", "Tumours did not disappear after surgery.", 1}, {"Do differences between lines survive passaging?", "Passaging abolishes the differences between lines.", -1},
			{"Do differences between lines survive passaging?", "The differences between lines persist after passaging.", 1},
		},
		"a second verb, and a second object": {
			{"Does marnicin slow the release of calcium?", "Marnicin slows the rate of calcium release and sensitizes muscle to calcium.", 1}, {"Does marnicin cause fibrosis?", "Marnicin leads to fibrosis and urinary protein loss.", 1}, {reflux, "Tea reduces scarring and causes reflux.", 1}, {reflux, "Tea reduces scarring and reflux.", -1},
			{"Does marnicin elicit antibodies in mice?", "Marnicin elicited antibodies in mice that gave complete protection.", 1},
		},
		"a list of predicates": {{"Are the strains stable in heat?", "The strains form aggregates, are conformationally unstable in heat, and kill.", -1}},
		"what was taken away": {
			{"Does charcoal remove arsenic?", "Charcoal removed little of the arsenic.", -1}, {"Does charcoal remove arsenic?", "Charcoal removed 99 % of the arsenic.", 1}, {"Does TRX3 lower weight?", "Weight rose in mice with TRX3 removed.", 1},
		},
		"another word in the place of one": {{"Marnus is a city in Marnia.", "Marnus is a river in Marnia.", 0}, {"Marnus lies in Marnia.", "Marnus lies in Marnia.", 1}, {"Is Marnus only a painter?", "Marnus is a painter and a poet.", 0}},
		"what is not significant": {
			{drug, "The drug had a non-significant effect on blood pressure.", -1}, {drug, "The drug had an insignificant influence on blood pressure.", -1}, {drug, "The drug lowered blood pressure nonsignificantly.", -1},
			{drug, "The drug lowered blood pressure significantly.", 1}, {drug, "The drug lowered blood pressure significantly, but its effect on growth was not significant.", 1},
			{"Does tea correlate with reflux?", "The correlation between tea and reflux was non-significant, whereas the relationship of milk with acne was significant.", -1},
		},
		"another group in the place of one": {
			{"Does heat lower milk yield in goats?", "Heat lowered milk yield in dairy cows.", 0}, {"Does heat lower milk yield in goats?", "In goats, heat lowered milk yield in contrast to shade.", 1},
			{"Does heat lower milk yield in goats?", "Heat lowered milk yield in a trial.", 1}, {"Does heat lower milk yield in goats?", "Heat lowered milk yield in contrast to shade.", 1},
			{"Does heat lower fresh milk yield?", "Heat lowered milk yield in dairy cows.", 1}, {"Tea is linked to acne in women.", "Tea was linked to acne only in men and not in women.", -1},
			{"Tea is linked to acne in men.", "Tea was linked to acne only in men and not in women.", 1},
		},
		"a contrary that is a judgement": {
			{"Is marnicin effective in children?", "Marnicin was ineffective in children.", -1}, {"Is marnicin safe in children?", "Marnicin was unsafe in children.", -1}, {"Are the strains stable in heat?", "The strains are unstable in heat.", -1},
		},
		"what differs": {
			{"Do the isomers differ in toxicity?", "The isomers were equally toxic.", -1}, {"Do the isomers differ in toxicity?", "The isomers differed in toxicity.", 1},
		},
		"a verb of no list": {
			{"Do finches recognise themselves in mirrors?", "Crows and apes recognise themselves in mirrors.", 0}, {"Do finches use tools?", "Finches and apes use tools.", 1}, {"Do finches fly?", "Finches lost the ability to fly.", -1},
			{"The reaction is catalysed by zinc.", "The reaction is catalysed without zinc.", -1}, {"Is the transition first order?", "The transition is second order instead of first order.", -1},
		},
		"what is against the subject": {
			{"Does TRX3 cause acne?", "Anti-TRX3 therapy reduced acne.", 1}, {"Does anti-TRX3 therapy reduce acne?", "Anti-TRX3 therapy reduced acne.", 1}, {"Does TRX3 prevent acne?", "Antibodies against TRX3 prevent acne.", -1},
			{"Does TRX3 prevent acne?", "Treatment with a neutralizing TRX3 receptor prevented acne.", -1}, {"Does TRX3 prevent acne?", "TRX3 prevents acne in women who argue against tea.", 1},
		},
		"those who failed":          {{"Does marnicin improve survival?", "Marnicin did not improve the survival of patients who failed on tea.", -1}, {mortality, "In no trial did marnicin fail to reduce mortality.", 1}},
		"what is still to come":     {{"Marnicin has yet to be sold in Marnia.", "Marnicin is sold in Marnia.", -1}, {"Is marnicin sold in Marnia?", "Marnicin has yet to be sold in Marnia.", -1}},
		"what is taken for granted": {{reflux, "It stands to reason that tea causes reflux.", 0}, {reflux, "Since tea causes reflux, we gave the men water.", 0}, {reflux, "Because tea was banned, men drank water.", 0}, {reflux, "Since 1990 tea has caused reflux.", 1}},
		"rather than":               {{"Does marnicin kill by necrosis?", "Marnicin killed by apoptosis rather than by necrosis.", -1}, {"Does marnicin kill by apoptosis?", "Marnicin killed by apoptosis rather than by necrosis.", 1}},
		"what comes about without": {
			{"Do peptides need ATP to bind to TAP?", "Peptides bind to TAP in the absence of ATP.", -1}, {p53, "Apoptosis was measured in cells lacking TRX3.", 0},
		},
		"one case of two": {
			{"Does marnicin lower weight at 10 mg?", "Marnicin lowered weight at 30 mg but not at 10 mg.", -1}, {"Does marnicin lower weight at 30 mg?", "Marnicin lowered weight at 30 mg but not at 10 mg.", 1},
		},
		"groups named ahead of their numbers": {
			{"Sodium cells kept more capacity than lithium cells.", "Lithium cells kept 94 % of their capacity and sodium cells 87 %.", -1}, {"Sodium cells kept more capacity than lithium cells.", "Lithium cells kept 84 % of their capacity and sodium cells 87 %.", 1},
		},
		"an effect that another strengthens": {{"Does humid air weaken the effect of heat?", "Humid air strengthened the negative effect of heat.", -1}, {"Does zinc lower growth?", "Zinc had a negative effect on growth.", 1}},
		"evidence that there is none of": {
			{"Zinc supplements reduce colds.", "Trials of purified zinc gluconate are required before supplements can be recommended to reduce colds.", 0}, {reflux, "Evidence that tea causes reflux is lacking.", 0},
			{"Is light needed for sprouting?", "Light is needed before sprouting can start.", 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range pairs {
				v := viewed(p.hypothesis, p.sentence)
				read := v.Features[fReads]
				if read > -0.5 && read < 0.5 {
					read = 0
				}
				assert.Equal(t, p.says, read, "%s: %s", p.hypothesis, p.sentence)
			}
		})
	}
}
