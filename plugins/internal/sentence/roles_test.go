package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// readExactly checks what sentences say of hypotheses, and how far.
func readExactly(t *testing.T, pairs []pair) {
	t.Helper()
	for _, p := range pairs {
		assert.InDelta(t, p.says, viewed(p.hypothesis, p.sentence).Features[fReads], 1e-6, "%s: %s", p.hypothesis, p.sentence)
	}
}

func TestWhoDoesWhatToWhomIsRead(t *testing.T) {
	readExactly(t, []pair{
		{"Do sea urchins eat marl otters?", "Sea urchins are eaten by marl otters.", -BesideShare},
		{"Do marl otters eat sea urchins?", "Sea urchins are eaten by marl otters.", 1},
		{"Do marl otters eat sea urchins?", "Sea urchins are often eaten by marl otters.", 1},
		{"Are sea urchins eaten by marl otters?", "Marl otters eat sea urchins.", 1},
		{"Are sea urchins eaten by marl otters?", "Sea urchins eat marl otters.", -BesideShare},
		{"Do bees kill mites?", "Mites kill bees more often than neonil does.", -BesideShare},
		{"Do bees kill mites?", "Mites kill the bees.", -BesideShare},
		{"Does torvin bind KLP2?", "Torvin is bound by KLP2.", 1},
		{"Is depression linked to diabetes?", "Diabetes is linked to depression.", 1},
		{"Does torvin increase blood sugar?", "Blood sugar increased torvin.", -BesideShare},
		{"Is the liver damaged by torvin?", "The liver damaged torvin.", -BesideShare},
		{"Does torvin infect beans?", "Beans infect torvin.", -BesideShare},
		{"Does torvin bind KLP2?", "KLP2 binds torvin.", 1},
		{"Did torvin replace salvane?", "Salvane was replaced by torvin.", 1},
		{"Did torvin replace salvane?", "Salvane replaced torvin.", -BesideShare},
		{"Does coffee contain caffeine?", "Caffeine is contained in coffee.", 1},
		{"Does torvin cause marnosis?", "Marnosis causes torvin.", -BesideShare},
		{"Does torvin inhibit KLP2?", "Torvin is inhibited by KLP2.", -BesideShare},
		{"Does torvin inhibit KLP2?", "KLP2 inhibits torvin.", -BesideShare},
		{"Does torvin inhibit KLP2?", "KLP2 activates torvin.", 0},
		{"Does diabetes raise the risk of stroke?", "Stroke raises the risk of diabetes.", -BesideShare},
		{"Does diabetes raise the risk of stroke?", "Diabetes raises the risk of stroke.", 1},
		{"Do statins cause myopathy?", "Myopathy caused by statins is rare.", 1},
		{"Does severe marnosis cause smoking?", "Our findings suggest a causal effect of smoking on the risk of severe marnosis.", -BesideShare},
		{"Do foxes hunt hares?", "Foxes hunt hares, but hares do not hunt foxes.", 1},
		{"Do hares hunt foxes?", "Foxes hunt hares, but hares do not hunt foxes.", -1},
	})
}

func TestAPassiveQuestionAsksWhatTheDoerDoes(t *testing.T) {
	readExactly(t, []pair{
		{"Is marnosis caused by torvin?", "Torvin causes marnosis.", 1},
		{"Is marnosis caused by torvin?", "Marnosis is caused by torvin.", 1},
		{"Is marnosis caused by torvin?", "Torvin is caused by marnosis.", -BesideShare},
		{"Is KLP2 inhibited by torvin?", "Torvin inhibits KLP2.", 1},
		{"Is KLP2 inhibited by torvin?", "KLP2 inhibits torvin.", -BesideShare},
	})
}

func TestWithoutTheDoerNothingIsDone(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin cause tumours to grow?", "Despite treatment with torvin, tumours grew.", 0},
		{"Does torvin cause tumours to grow?", "In spite of torvin, tumours grew.", 0},
		{"Does torvin cause relapses?", "Patients resistant to torvin had more relapses.", 0},
		{"Does torvin cause relapses?", "Patients on torvin had more relapses.", 1},
		{"Does torvin reduce falls?", "Patients who stopped torvin had fewer falls.", -1},
		{"Does torvin stop falls?", "Torvin stopped the falls of patients.", 1},
		{"Does torvin cause weight loss?", "Body weight was reduced in comparison to torvin plus salvane.", 0},
		{"Does torvin cause weight loss?", "Body weight was reduced by torvin in comparison to salvane.", 1},
		{"Does marnosis cause obesity?", "A high prevalence of obesity in patients with marnosis was seen.", 0},
	})
}

func TestARoleThatWasExchangedCarriesNoLabel(t *testing.T) {
	const hypothesis = "Does torvin inhibit KLP2?"
	assert.True(t, viewed(hypothesis, "KLP2 inhibits torvin.").Exchanges())
	assert.Positive(t, viewed(hypothesis, "KLP2 inhibits torvin.").Denial())
	assert.False(t, viewed(hypothesis, "Torvin inhibits KLP2.").Exchanges())
	assert.Zero(t, viewed(hypothesis, "Torvin inhibits KLP2.").Denial())
}

func TestADeniedHypothesisIsBorneOutByNoOtherOrder(t *testing.T) {
	readAll(t, []pair{
		{"Smoking does not cause asthma.", "Asthma causes smoking.", 0},
		{"Torvin does not inhibit KLP2.", "KLP2 inhibits torvin.", 0},
		{"Smoking does not cause asthma.", "Smoking causes asthma.", -1},
		{"Vaccines do not cause autism.", "The notion that vaccines cause autism is a myth.", 1},
		{"Vaccines cause autism.", "The notion that vaccines cause autism is a myth.", -1},
	})
}

func TestAWorseIllIsMoreOfIt(t *testing.T) {
	readAll(t, []pair{
		{"Does stress worsen anxiety?", "Stress increases anxiety.", 1},
		{"Does stress worsen anxiety?", "Stress reduces anxiety.", -1},
		{"Does stress worsen anxiety?", "Stress worsened anxiety.", 1},
		{"Does stress worsen anxiety?", "Stress improved anxiety.", -1},
		{"Does stress worsen sleep?", "Stress reduces sleep.", 1},
		{"Does torvin improve anxiety?", "Torvin worsened anxiety.", -1},
	})
}

func TestNotEveryAsCompares(t *testing.T) {
	readAll(t, []pair{
		{"Does aspirin reduce pain as early as day two?", "Aspirin reduced pain on day two.", 1},
		{"Does aspirin reduce pain?", "As many as 40 % had less pain with aspirin.", 1},
	})
}

func TestComparisonsWithoutARelationAreRead(t *testing.T) {
	for _, hypothesis := range []string{"Surgery vs radiotherapy for cancer", "Dogs bark louder than cats.", "Cats rather than dogs", "than", "Cats vs"} {
		assert.NotPanics(t, func() { viewed(hypothesis, "Dogs bark louder than cats, and surgery cures cancer.") }, hypothesis)
	}
}

func TestAGroupIsNoOutcome(t *testing.T) {
	readAll(t, []pair{
		{"Torvin raises the risk of asthma in patients with diabetes.", "Torvin raised the risk of diabetes in patients with asthma.", 0},
		{"Torvin raises the risk of asthma in patients with diabetes.", "Torvin raised the risk of asthma in patients with diabetes.", 1},
		{"Torvin raises the risk of asthma in patients with diabetes.", "In patients with diabetes, torvin raised the risk of asthma.", 1},
	})
	assert.True(t, viewed("Torvin raises the risk of asthma in patients with diabetes.", "Torvin raised the risk of diabetes in patients with asthma.").Misses())
}

func TestASubjectThatIsOnlyNotedDoesNothing(t *testing.T) {
	readAll(t, []pair{
		{"Is marnosis caused by a parasite?", "Nets reduce marnosis to low levels (<1% parasite prevalence in all age groups).", 0},
		{"Torvin lowers blood pressure.", "Blood pressure was lower (by 8 mmHg with torvin and by 2 mmHg compared with placebo).", 1},
	})
}

func TestOneThingThatBothNameDoesNothingToEither(t *testing.T) {
	readAll(t, []pair{
		{"Is Marn's disease caused by amyloid?", "The amyloid of Marn's disease is similar in size to the scrapie-associated fibril.", 0},
		{"Is Marn's disease caused by amyloid?", "Amyloid causes Marn's disease.", 1},
		{"Is Marn's disease caused by amyloid?", "Salvane is required for the deposition of amyloid into the plaques characteristic of Marn's disease.", 0},
		{"Does zinc contribute to malaria?", "Zinc contributes to malaria resistance.", 0},
		{"Insulin lowers blood glucose.", "Torvin protects insulin from blood glucose.", 0},
		{"Torvin protects neurons.", "Torvin protects neurons from glucose.", 1},
	})
}

func TestARiseOfTheSubjectIsNotOneOfTheObject(t *testing.T) {
	readAll(t, []pair{
		{"Torvin lowers blood homocysteine.", "Serum torvin increased by 174% and was correlated with a decrease in plasma homocysteine.", 1},
		{"A deficiency of folate increases blood levels of homocysteine.", "Serum folate increased 174.3% and correlated with a decrease in plasma homocysteine of -19.9%.", 1},
		{"Torvin lowers homocysteine.", "Torvin increased homocysteine and was correlated with a decrease in folate.", -1},
		{"Does torvin raise the risk of fractures?", "Torvin was linked to the risk of fractures and falls.", 0},
		{"Does a swept wing delay the drag rise?", "Formulas for the lift and drag of flat swept wings.", 0},
		{"Does a swept wing increase drag?", "A swept wing lifts the drag.", 1},
		{"Does torvin reduce marnosis?", "Marnosis rises with age and falls with torvin.", 1},
	})
}

func TestWhatDiedIsLost(t *testing.T) {
	readAll(t, []pair{
		{"Is Marn's disease caused by loss of torvin neurons?", "Marn's disease depends upon degeneration of the torvin neurons.", 1},
		{"Is Marn's disease caused by loss of torvin neurons?", "Marn's disease results from the death of torvin neurons.", 1},
		{"Is Marn's disease caused by loss of torvin neurons?", "Marn's disease is not caused by the death of torvin neurons.", -1},
		{"Does torvin cause Marn's disease?", "Death of torvin neurons causes Marn's disease.", 1},
	})
}

func TestAnotherKindOfThingIsNotMeant(t *testing.T) {
	readAll(t, []pair{
		{"Is torvosis a viral infection that affects the skin?", "Torvosis is a highly contagious bacterial infection that affects the skin.", 0},
		{"Is torvosis a bacterial infection that affects the skin?", "Torvosis is a highly contagious bacterial infection that affects the skin.", 1},
		{"Is torvosis a viral infection that affects the skin?", "Torvosis is a viral infection that does not affect the skin.", -1},
		{"Is torvin an antibiotic that lowers fever?", "Torvin lowers fever.", 0},
		{"Does a diet that lowers CRP prevent gout?", "Diets which lower CRP prevent gout.", 1},
	})
	assert.True(t, viewed("Is torvosis a viral infection that affects the skin?", "Torvosis is a highly contagious bacterial infection that affects the skin.").Misses())
}

func TestWithoutItIsAnotherGroup(t *testing.T) {
	readAll(t, []pair{
		{"Are sheath tumours rare in patients with torvosis?", "Sheath tumours are extremely rare in patients without a history of torvosis.", 0},
		{"Are tumours more common in patients with torvosis?", "Tumours are more common in patients with torvosis than in patients without torvosis.", 1},
		{"Torvin lowers CRP in patients without asthma.", "Torvin lowered CRP in patients without asthma.", 1},
		{"Are sheath tumours rare in patients with torvosis?", "Sheath tumours are rare in patients with torvosis and without diabetes.", 1},
	})
	assert.True(t, viewed("Are sheath tumours rare in patients with torvosis?", "Sheath tumours are extremely rare in patients without a history of torvosis.").Misses())
}

func TestWhatTheSubjectDoesIsNotDoneToIt(t *testing.T) {
	readAll(t, []pair{
		{"Is KLP2 repressed in stem cells?", "Bmi1 is repressed by KLP2 in stem cells.", 0},
		{"Is KLP2 repressed in stem cells?", "KLP2 is repressed by Bmi1 in stem cells.", 1},
		{"Is KLP2 repressed in stem cells?", "KLP2 is repressed by KLP2-binding proteins in stem cells.", 1},
		{"Is Bmi1 repressed by KLP2?", "Bmi1 is repressed by KLP2 in stem cells.", 1},
	})
}

func TestACompoundTellsOfItsOwnFirstPart(t *testing.T) {
	readAll(t, []pair{
		{"Does Grhl2 overexpression cause fibrosis?", "Grhl2 was found in TGF-induced fibrosis.", 0},
		{"Does torvin alleviate marnosis?", "Torvin abated diabetes-accelerated marnosis.", 1},
		{"Does stress cause ulcers?", "Stress-induced ulcers are common.", 1},
	})
}

func TestAnotherAgentIsNotTheSubject(t *testing.T) {
	readAll(t, []pair{
		{"Does lead exposure lower IQ in children?", "Mercury exposure lowers IQ in children.", 0},
		{"Does lead exposure lower IQ in children?", "Lead exposure lowers IQ in children.", 1},
		{"Does lead exposure lower IQ in children?", "Chronic exposure to lead lowers IQ in children.", 1},
		{"Does lead exposure lower IQ in children?", "Exposure lowers IQ in children.", 1},
		{"Does parental warmth reduce aggression?", "Parental monitoring reduced aggression.", 0},
		{"Does shift work increase the risk of gout?", "Shift workers had an increased risk of gout.", 1},
		{"Does statin treatment reduce mortality?", "Statin users had lower mortality.", 1},
		{"Does high salt intake raise blood pressure?", "High potassium intake lowers blood pressure.", 0},
		{"Does KLP2 enzyme alter actin dynamics?", "KLP2 utilizes its redox activity to alter actin dynamics.", 1},
		{"Does torvin treatment reduce mortality?", "Torvin pills reduced mortality.", 1},
		{"Do sugary drinks increase the risk of gout?", "Sugar-sweetened beverages increased the risk of gout.", 1},
	})
	assert.True(t, viewed("Does lead exposure lower IQ in children?", "Mercury exposure lowers IQ in children.").Misses())
	assert.False(t, viewed("Does coffee consumption lower blood pressure?", "Coffee drinking lowered blood pressure.").Misses())
}

func TestAnotherOutcomeIsNotTheObject(t *testing.T) {
	readAll(t, []pair{
		{"Do blockers reduce mortality after infarction?", "Blockers reduced angina after infarction.", 0},
		{"Does bullying increase the risk of suicide in adolescents?", "Bullying increased the risk of dropout in adolescents.", 0},
		{"Does bullying increase the risk of suicide in adolescents?", "Bullying increased the risk of suicide in adolescents.", 1},
		{"Does hypoxia induce HIF-1alpha expression?", "HIF-1alpha was downregulated by hypoxia.", -1},
	})
}

func TestWhoGotATreatmentTellsNothingOfWhatItDoes(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin shorten the hospital stay?", "Patients with a longer hospital stay were more likely to receive torvin.", 0},
		{"Does torvin shorten the hospital stay?", "Patients on torvin were more likely to have a shorter hospital stay.", 1},
		{"Does benzene exposure increase the risk of leukaemia?", "Patients with leukaemia were more likely than controls to have been exposed to benzene.", 1},
		{"Is obesity a risk factor for asthma?", "Asthma is a risk factor for obesity.", 0},
		{"Is obesity a risk factor for asthma?", "Obesity is a risk factor for asthma.", 1},
		{"Is obesity a risk factor for asthma?", "The odds of asthma were 1.5 times higher in obese than in non-obese adults.", 1},
		{"Does gut inflammation alter the microbiome?", "Gut inflammation alters the microbiome.", 1},
	})
	assert.InDelta(t, -BesideShare, viewed("Does gut inflammation alter the microbiome?", "The microbiome alters gut inflammation.").Features[fReads], 1e-6)
	assert.True(t, viewed("Does torvin shorten the hospital stay?", "Patients with a longer hospital stay were more likely to receive torvin.").Misses())
}

func TestALetterIsPartOfAName(t *testing.T) {
	readAll(t, []pair{
		{"Does vitamin D reduce fractures?", "Treatment with 5 mg/d of torvin decreased fractures by 41 %.", 0},
		{"Does vitamin D reduce fractures?", "B-vitamin supplements reduced fractures.", 0},
		{"Does vitamin D reduce fractures?", "Vitamin D reduced fractures.", 1},
		{"does vitamin d reduce fractures?", "Vitamin D reduced fractures.", 1},
		{"does vitamin d reduce fractures?", "Vitamins at 5 mg/d reduced fractures.", 0},
		{"Do T cells cause arthritis?", "T cells cause arthritis.", 1},
		{"Is malaria caused by a parasite?", "Parasites causing severe malaria were less selective.", 1},
	})
	assert.True(t, viewed("Does vitamin D reduce fractures?", "B-vitamin supplements reduced fractures.").Misses())
}
