package sentence

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// readAll checks what sentences say of hypotheses.
func readAll(t *testing.T, pairs []pair) {
	t.Helper()
	for _, p := range pairs {
		read := math.Round(float64(viewed(p.hypothesis, p.sentence).Features[fReads]))
		assert.InDelta(t, p.says, read, 1e-9, "%s: %s", p.hypothesis, p.sentence)
	}
}

func TestGoodAndHarmAreReadOutOfOutcomes(t *testing.T) {
	readAll(t, []pair{
		{"Do neonicotinoids harm bumblebees?", "Exposure to field levels of neonicotinoids reduces growth and queen production of bumblebee colonies.", 1},
		{"Do neonicotinoids harm bumblebees?", "Neonicotinoids reduced the survival of bumblebees.", 1},
		{"Do neonicotinoids harm bumblebees?", "Neonicotinoids increased the mortality of bumblebees.", 1},
		{"Do neonicotinoids harm bumblebees?", "Neonicotinoids did not reduce the survival of bumblebees.", -1},
		{"Do neonicotinoids harm bumblebees?", "Neonicotinoids improved the survival of bumblebees.", -1},
		{"Do neonicotinoids harm bumblebees?", "Neonicotinoids had no effect on bumblebees.", -1},
		{"Do neonicotinoids harm bumblebees?", "Neonicotinoids were found in the honey of bumblebees.", 0},
		{"Is torvin harmful to patients?", "Torvin lowered mortality in patients.", -1},
		{"Is torvin harmful to patients?", "Torvin raised mortality in patients.", 1},
		{"Is torvin harmful to patients?", "Torvin increased the risk of bleeding in patients.", 1},
		{"Is torvin harmful to patients?", "Torvin did not increase mortality in patients.", -1},
		{"Is torvin harmful to patients?", "Torvin lowered blood glucose in patients.", 0},
		{"Is torvin safe for patients?", "Torvin did not increase mortality in patients.", 1},
		{"Is torvin safe for patients?", "Torvin increased mortality in patients.", -1},
		{"Is torvin safe for patients?", "Torvin did not improve survival in patients.", 0},
		{"Is torvin safe for patients?", "Torvin was well tolerated by patients.", 1},
		{"Is torvin beneficial to patients?", "Torvin did not increase mortality in patients.", 0},
		{"Is torvin beneficial to patients?", "Torvin improved survival in patients.", 1},
		{"Is torvin beneficial to patients?", "Torvin did not improve survival in patients.", -1},
		{"Is torvin beneficial to patients?", "Torvin increased mortality in patients.", -1},
		{"Is torvin good for marnosis?", "Torvin reduced the symptoms of marnosis.", 1},
		{"Is torvin good for marnosis?", "Torvin reduced marnosis.", 0},
		{"Is torvin good for cancer?", "Torvin reduced the growth of the cancer.", 1},
		{"Is torvin good for cancer?", "Torvin increased the growth of the cancer.", -1},
		{"Is beta-carotene safe for smokers?", "The finding suggests that beta-carotene supplements will reduce the lung cancer risk of smokers who cannot or will not quit.", 1},
		{"Is beta-carotene safe for smokers?", "Beta-carotene raised the incidence of lung cancer in smokers.", -1},
		{"Is coffee bad for the heart?", "Coffee drinkers had a lower risk of heart failure.", -1},
		{"Is coffee bad for the heart?", "Coffee increased the risk of heart failure.", 1},
		{"Is coffee good for the heart?", "Coffee drinkers had a lower risk of heart failure.", 1},
		{"Is noise harmful to fish?", "Noise impaired foraging and growth of fish.", 1},
		{"Is noise harmful to fish?", "Fish avoided noise.", 0},
		{"Does shade benefit coffee plants?", "Shade increased the yield of coffee plants.", 1},
		{"Does shade benefit coffee plants?", "Shade reduced the growth of coffee plants.", -1},
		{"Do probiotics help infants?", "Probiotics reduced the duration of diarrhoea in infants.", 1},
		{"Do probiotics help infants?", "Probiotics did not reduce the duration of diarrhoea in infants.", -1},
		{"Is fasting dangerous for diabetics?", "Fasting reduced complications in diabetics.", -1},
	})
}

func TestWhatWorksIsReadOutOfTheIllThatItLessens(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin effective for migraine?", "Torvin significantly reduced the frequency of migraine attacks.", 1},
		{"Is torvin effective for migraine?", "Torvin did not reduce the frequency of migraine.", -1},
		{"Is torvin effective for migraine?", "In patients with migraine, torvin reduced monthly headache days.", 0},
		{"Is torvin effective for the treatment of migraine?", "Torvin reduced migraine more than placebo.", 1},
		{"Is torvin effective for the treatment of migraine?", "Patients with migraine had fewer attacks with torvin.", 0},
		{"Is torvin effective in the treatment of breast cancer?", "Torvin improved progression-free survival in breast cancer.", 1},
		{"Is torvin effective in the treatment of breast cancer?", "Torvin did not improve overall survival in patients with breast cancer.", -1},
		{"Is torvin effective in the treatment of breast cancer?", "No improvement in survival was seen with torvin in breast cancer.", -1},
		{"Is torvin effective in the treatment of breast cancer?", "Torvin was well tolerated in patients with breast cancer.", 0},
		{"Is torvin effective in the treatment of breast cancer?", "Torvin increased the response rate in patients with breast cancer.", 1},
		{"Is torvin effective in the treatment of breast cancer?", "Torvin inhibited the growth of breast cancer cells.", 1},
		{"Is torvin effective in the treatment of breast cancer?", "Torvin causes nausea in patients with breast cancer.", 0},
		{"Is torvin effective in the treatment of breast cancer?", "Torvin is expressed at a higher level in breast cancer.", 0},
		{"Is torvin effective in the treatment of breast cancer?", "Torvin treatment was associated with an increased risk of death in breast cancer.", -1},
		{"Is torvin effective in the treatment of breast cancer?", "Torvin showed lower survival than marvin in breast cancer.", -1},
		{"Is torvin effective in the treatment of breast cancer?", "Survival was longer with torvin than with placebo in breast cancer.", 1},
		{"Is torvin effective in the treatment of breast cancer?", "Survival was longer with placebo than with torvin in breast cancer.", -1},
		{"Is torvin effective for insomnia?", "Torvin improved sleep in adults with insomnia.", 1},
		{"Is torvin effective for insomnia?", "Insomnia severity was significantly lower in the torvin group.", 1},
		{"Is torvin effective for insomnia?", "The reduction in insomnia severity did not differ between torvin and placebo.", -1},
		{"Is torvin useful for depression?", "Torvin decreased depression scores.", 1},
		{"Is torvin useful for depression?", "Torvin users had more severe depression.", -1},
		{"Is torvin useful for depression?", "Depression scores fell in patients on torvin.", 1},
		{"Is torvin useful for depression?", "Torvin withdrawal increased depression.", 1},
		{"Is torvin useful in the diagnosis of sepsis?", "Torvin levels are increased in sepsis.", 0},
		{"Is torvin useful in the diagnosis of sepsis?", "Torvin reduced the mortality of sepsis.", 0},
		{"Are torvin vaccines effective against malaria?", "Torvin vaccines reduced the incidence of malaria by half.", 1},
		{"Are torvin vaccines effective against malaria?", "Torvin vaccines protected children against malaria.", 1},
		{"Are torvin vaccines effective against malaria?", "Torvin vaccines did not protect against malaria.", -1},
		{"Are torvin vaccines effective against malaria?", "Malaria decreased in villages given torvin vaccines.", 1},
		{"Is the torvin vaccine safe in pregnancy?", "No increase in miscarriage was seen after the torvin vaccine in pregnancy.", 0},
		{"Is the torvin vaccine safe in pregnancy?", "The torvin vaccine did not raise the risk of stillbirth in pregnancy.", 1},
		{"Is the torvin vaccine safe in pregnancy?", "The torvin vaccine was effective in pregnancy.", 0},
		{"Torvin is beneficial in heart failure.", "Torvin increased hospitalisation for heart failure.", -1},
		{"Torvin is beneficial in heart failure.", "Torvin lowered hospital admissions in heart failure.", 1},
		{"Torvin is harmful in heart failure.", "Torvin worsened heart failure.", 1},
		{"Does torvin help with pain?", "Torvin relieved pain.", 1},
		{"Does torvin help with pain?", "Torvin did not relieve pain.", -1},
		{"Does torvin help with pain?", "Pain was not relieved by torvin.", -1},
		{"Does torvin help with pain?", "Torvin increased pain.", -1},
		{"Does torvin help to prevent falls?", "Torvin reduced falls.", 1},
		{"Torvin is not effective for pain.", "Torvin reduced pain.", -1},
		{"Torvin is not effective for pain.", "Torvin did not reduce pain.", 1},
		{"Is torvin more effective than marvin for pain?", "Torvin reduced pain.", 0},
		{"Is torvin toxic to fish?", "Torvin impaired the growth of fish.", 1},
		{"Is torvin toxic to fish?", "Torvin is not toxic to fish.", -1},
		{"Is torvin toxic to fish?", "Torvin is poisonous to fish.", 1},
		{"Does torvin prolong survival in breast cancer?", "Survival was longer with torvin than with placebo in breast cancer.", 1},
		{"Does torvin prolong survival in breast cancer?", "Survival was longer with placebo than with torvin in breast cancer.", -1},
		{"Is torvin effective for breast cancer?", "Survival was longer with torvin than with placebo in breast cancer.", 1},
		{"Is torvin good for breast cancer?", "Survival was longer with torvin than with placebo in breast cancer.", 1},
		{"Is torvin good for breast cancer?", "In breast cancer, survival was longer with torvin than with placebo.", 1},
		{"Is torvin good for breast cancer?", "Torvin gave longer survival than marvin in breast cancer.", 1},
		{"Is torvin good for breast cancer?", "Torvin gave shorter survival than marvin in breast cancer.", -1},
	})
}

func TestHarmIsReadOutOfCausesRisksAndEffects(t *testing.T) {
	readAll(t, []pair{
		{"Is smoking bad for the lungs?", "Cigarette smoking is the leading cause of the development of various lung diseases including lung cancer.", 1},
		{"Is smoking bad for the lungs?", "Smoking is a risk factor for lung disease.", 1},
		{"Is smoking bad for the lungs?", "Smoking cessation improves the function of the lungs.", 1},
		{"Is smoking bad for the lungs?", "Smoking is not a risk factor for lung disease.", -1},
		{"Is torvin safe for the heart?", "Torvin was not associated with death from heart disease.", 1},
		{"Is torvin safe for the heart?", "Torvin was associated with death from heart disease.", -1},
		{"Is torvin dangerous for marnosis patients?", "In this cohort of marnosis patients, torvin use was not associated with worse clinical outcomes.", -1},
		{"Is torvin dangerous for marnosis patients?", "Torvin use was associated with worse outcomes in marnosis patients.", 1},
		{"Is torvin dangerous for marnosis patients?", "Torvin was associated with age in marnosis patients.", 0},
		{"Is torvin dangerous for marnosis patients?", "Marnosis patients had a high prevalence of torvin use.", 0},
		{"Is torvin effective for marnosis?", "Torvin affected marnosis.", 0},
		{"Is torvin effective for marnosis?", "Torvin had no effect on marnosis.", -1},
		{"Is torvin effective for marnosis?", "Marnosis was associated with torvin.", 0},
		{"Is torvin effective for marnosis?", "Torvin led to remission of marnosis.", 1},
		{"Is torvin effective for marnosis?", "Torvin resulted in fewer relapses of marnosis.", 1},
		{"Is torvin effective against marnosis?", "Torvin inhibits marnosis.", 1},
		{"Is sunlight harmful to skin?", "Patients with XPV are hypersensitive to sunlight and have greatly increased susceptibility to sunlight-induced skin cancer.", 1},
		{"Are masks effective against marnosis?", "We find that masks reduced the cumulative number of registered marnosis cases between 2 % and 13 %.", 1},
		{"Are antibiotics bad for gut bacteria?", "Antibiotics reduced the diversity of gut bacteria.", 1},
		{"Is air pollution harmful to lungs?", "Exposure to air pollution was associated with reduced lung function.", 1},
		{"Is air pollution harmful to lungs?", "The adverse effects of air pollution on lungs are well known.", 1},
		{"Is breast feeding good for infants?", "Breast feeding lowers the rate of infection in infants.", 1},
	})
}

func TestOnlyOutcomesTellOfGoodAndHarm(t *testing.T) {
	readAll(t, []pair{
		{"Is ibuprofen dangerous for COVID-19 patients?", "In this cohort of COVID-19 patients, Ibuprofen use was not associated with worse clinical outcomes, compared to paracetamol or no antipyretic.", -1},
		{"Is ibuprofen dangerous for COVID-19 patients?", "In COVID-19 patients, ibuprofen use was not associated with worse outcomes.", -1},
		{"Is ibuprofen dangerous for COVID-19 patients?", "There is no clear evidence linking ibuprofen to worsening of COVID-19.", -1},
		{"Is smoking bad for the lungs?", "Cigarette smoke is the leading cause of the development of various lung diseases including lung cancer through triggering oxidant stress and inflammatory responses which contributed to the lesions of normal human bronchial epithelial (NHBE) cell.", 1},
		{"Is smoking bad for the lungs?", "Cigarette smoke is the leading cause of lung diseases.", 1},
		{"Is smoking bad for the lungs?", "Smoking causes lung cancer.", 1},
		{"Is hydroxychloroquine safe for the heart?", "Hydroxychloroquine prolonged the QT interval.", 0},
		{"Is vitamin C effective against COVID-19?", "The use of IV vitamin C in patients with moderate to severe COVID-19 disease may be feasible.", 0},
		{"Is vitamin D good for bones?", "Vitamin D deficiency exacerbates osteoporosis, causes osteomalacia, and increases the risk of fractures of bones.", 1},
		{"Is tamoxifen effective in breast cancer?", "The growth inhibitory effect of tamoxifen, which is used for the treatment of hormone receptor-positive breast cancer, is mediated by its metabolites, 4-hydroxytamoxifen and endoxifen.", 0},
		{"Is tamoxifen effective in breast cancer?", "Tamoxifen reduced breast cancer mortality.", 1},
		{"Is tamoxifen effective in breast cancer?", "Allocation to continue tamoxifen reduced the risk of breast cancer recurrence and reduced breast cancer mortality.", 1},
		{"Is metformin safe for patients with kidney disease?", "We have found lower risks of hyperglycaemia among patients prescribed dual therapy involving metformin.", 0},
		{"Is breast feeding good for infants?", "Breast feeding halved the rate of diarrhoea among infants.", 1},
		{"Is screening beneficial for women?", "Our results support an early reduction in mortality from breast cancer with annual mammography screening in women aged 40-49 years.", 1},
		{"Are antibiotics effective against viruses?", "Antibiotics do not work against viruses.", -1},
		{"Are antibiotics effective against viruses?", "Antibiotics have no activity against viruses.", -1},
		{"Is obesity bad for the heart?", "Obesity doubles the risk of heart failure.", 1},
		{"Is salt bad for blood pressure?", "Salt raises blood pressure.", 0},
		{"Is alcohol harmful to the liver?", "Heavy alcohol use leads to cirrhosis of the liver.", 0},
		{"Is alcohol harmful to the liver?", "Alcohol damages the liver.", 1},
		{"Is alcohol harmful to the liver?", "Alcohol induced liver injury.", 1},
		{"Is alcohol harmful to the liver?", "Alcohol-induced liver injury was reduced by zinc.", 1},
		{"Is alcohol harmful to the liver?", "Zinc protects the liver against alcohol.", 1},
		{"Is sleep loss bad for memory?", "Sleep loss impairs memory consolidation.", 1},
		{"Is stress bad for the immune system?", "Chronic stress suppresses the immune system.", 0},
		{"Is yoga good for back pain?", "Yoga reduced back pain.", 1},
		{"Is yoga good for back pain?", "Yoga was no better than exercise for back pain.", 0},
		{"Is acupuncture effective for pain?", "Pain scores did not differ between acupuncture and sham.", -1},
	})
}

func TestControlsTellNoOtherThing(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin effective for pain?", "Torvin was not superior to placebo for pain.", -1},
		{"Is torvin effective for pain?", "Torvin was superior to placebo for pain.", 1},
		{"Is torvin effective for pain?", "Torvin was no better than placebo for pain.", -1},
		{"Is torvin effective for pain?", "Torvin was no more effective than placebo for pain.", -1},
		{"Is torvin effective for pain?", "Torvin was more effective than placebo for pain.", 1},
		{"Does torvin work for pain?", "Torvin worked no better than placebo for pain.", -1},
		{"Does torvin work for pain?", "Torvin relieved pain.", 1},
		{"Does torvin work for pain?", "Torvin failed to relieve pain.", -1},
		{"Does torvin work against pain?", "Torvin is effective against pain.", 1},
		{"Does torvin work against pain?", "Torvin is ineffective against pain.", -1},
	})
}

func TestAJudgementNeedsNoObject(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin safe?", "Torvin was safe in all groups.", 1},
		{"Is torvin safe?", "Torvin was well tolerated.", 1},
		{"Is torvin safe?", "Torvin was not safe.", -1},
		{"Is torvin safe?", "Torvin doubled the risk of stroke.", -1},
		{"Is torvin safe?", "Torvin did not raise the risk of stroke.", 1},
		{"Is torvin safe?", "Torvin lowered glucose.", 0},
		{"Is torvin safe?", "Torvin was compared with marvin.", 0},
		{"Is torvin safe?", "Torvin was effective.", 0},
		{"Is torvin dangerous?", "Torvin is harmless.", -1},
		{"Is torvin dangerous?", "Torvin increased mortality.", 1},
		{"Is torvin dangerous?", "Torvin lowered mortality.", -1},
		{"Is torvin dangerous?", "Deaths were recorded in the torvin group.", 0},
		{"Is coffee bad for you?", "Coffee was associated with a lower risk of death.", -1},
		{"Is coffee bad for you?", "Coffee raised the risk of death.", 1},
		{"Is coffee good for you?", "Coffee was associated with a lower risk of death.", 1},
		{"Is coffee good for you?", "Coffee and tea were drunk daily.", 0},
		{"Is torvin effective?", "Torvin reduced mortality.", 1},
		{"Is torvin effective?", "Torvin did not reduce mortality.", -1},
		{"Is torvin effective?", "Torvin was effective.", 1},
		{"Is torvin effective?", "Torvin was ineffective.", -1},
		{"Does torvin work?", "Torvin reduced mortality.", 0},
		{"Is red meat unhealthy?", "Red meat raised the risk of colorectal cancer.", 1},
		{"Are vaccines harmful?", "No increase in deaths was seen with vaccines.", -1},
		{"Are vaccines harmful?", "Vaccines prevent deaths.", -1},
	})
}

func TestEffectsCountByTheirSign(t *testing.T) {
	readAll(t, []pair{
		{"Is smoking dangerous for COVID-19 patients?", "Male, older than 65, and smoking were risk factors for disease progression in patients with COVID-19.", 1},
		{"Is epidural analgesia safe?", "Subarachnoid or epidural sufentanil, in the doses used in this study, associated with local anesthetics, had the same effect on the duration of labor after analgesia and in the Apgar score of newborns.", 0},
		{"Is radiation dangerous?", "To clarify the information in the data regarding cancer risks of low radiation doses, we focus on survivors with doses less than 0.5 Sv.", 0},
		{"Is obesity harmful in COVID-19?", "We found that obesity represents the strongest predictor for Covid-19 followed by diabetes.", 0},
		{"Is torvin harmful to patients?", "Torvin had no effect on the survival of patients.", -1},
		{"Is torvin good for patients?", "Torvin had no effect on the survival of patients.", -1},
		{"Is torvin good for patients?", "Torvin had a beneficial effect on patients.", 1},
		{"Is torvin good for patients?", "Torvin had an adverse effect on patients.", -1},
		{"Is torvin safe for patients?", "Torvin had no adverse effect on patients.", 1},
	})
}

func TestAChangeIsOfWhatItStandsWith(t *testing.T) {
	readAll(t, []pair{
		{"Does smoke raise the risk of marnosis?", "The risk of marnosis increases with exposure to smoke and decreases with time since quitting.", 1},
		{"Does quitting lower the risk of marnosis?", "The risk of marnosis increases with exposure to smoke and decreases with time since quitting.", 1},
		{"Does smoke lower the risk of marnosis?", "The risk of marnosis increases with exposure to smoke and decreases with time since quitting.", -1},
		{"Does torvin cause proteinuria?", "Torvin caused proteinuria.", 1},
		{"Does torvin reduce proteinuria?", "Torvin reduced protein loss in the urine.", 0},
		{"Does lowering blood pressure reduce stroke?", "Lowering blood pressure in people with hypertension reduced stroke.", 1},
		{"Does hypertension raise the risk of stroke?", "Lowering blood pressure in people with hypertension reduced stroke.", 0},
		{"Is hypertension a risk factor for stroke?", "Lowering blood pressure in people with hypertension reduced stroke.", 0},
		{"Does age raise the risk of marnosis?", "The risk of marnosis rises with age and falls with exercise.", 1},
		{"Does exercise raise the risk of marnosis?", "The risk of marnosis rises with age and falls with exercise.", -1},
		{"Does exercise lower the risk of marnosis?", "The risk of marnosis rises with age and falls with exercise.", 1},
		{"Does exercise lower the risk of marnosis?", "Exercise lowered and smoke raised the risk of marnosis.", 1},
		{"Does smoke lower the risk of marnosis?", "Exercise lowered and smoke raised the risk of marnosis.", -1},
	})
}

func TestEachConditionOfGoodAndHarmTells(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin work for pain?", "Torvin increased pain.", -1},
		{"Is torvin safe for patients?", "Torvin was feasible in patients.", 0},
		{"Is torvin dangerous for patients?", "Torvin was associated with a risk of death in patients.", 1},
		{"Is torvin toxic to fish?", "Torvin killed the fish.", 1},
		{"Is torvin effective against mites?", "Torvin had activity in mites.", 0},
		{"Is torvin effective against mites?", "Torvin was active against mites.", 1},
		{"Is torvin safe for patients?", "Torvin was given to patients with toxic shock.", 0},
		{"Is torvin good for patients?", "Torvin had toxic effects on patients.", -1},
		{"Is torvin bad for the lungs?", "Torvin lowered the risk of lung disease.", -1},
		{"Is torvin bad for the lungs?", "Torvin is a growth factor in the lungs.", 0},
		{"Is air pollution harmful to lungs?", "Medication reduces the effects of air pollution on lungs.", 0},
		{"Is yoga good for back pain?", "Yoga was better than exercise for back pain.", 1},
		{"Is yoga good for back pain?", "Yoga was no better for back pain.", -1},
		{"Is torvin harmful to patients?", "Torvin did not lower glucose in patients.", 0},
		{"Is torvin safe for patients?", "Torvin did not lower glucose in patients.", 0},
		{"Is torvin effective in patients?", "Torvin did not raise glucose in patients.", 0},
		{"Is torvin effective in yeast?", "Torvin lowered yeast counts.", 0},
		{"Is alcohol harmful to the liver?", "Zinc protects the liver from alcohol.", 1},
		{"Is torvin good for the liver?", "Torvin protects the liver against alcohol.", 1},
		{"Is torvin safe for patients?", "Patients on torvin did well.", 1},
		{"Is torvin good for patients?", "Survival in patients fell with torvin.", -1},
		{"Is torvin good for patients?", "Survival rose in patients on torvin.", 1},
		{"Is torvin good for patients?", "A rise in survival was seen in patients on torvin.", 1},
		{"Is torvin good for patients?", "Mortality was significantly lower in patients on torvin.", 1},
		{"Is torvin good for patients?", "Torvin lowered the dose of marvin in patients.", 0},
		{"Is torvin good for patients?", "Torvin lowered the intensity of pain in patients.", 1},
		{"Is torvin good for patients?", "Torvin lowered the final number of infections in patients.", 1},
	})
}

func TestWhatEvidenceSupportsWorks(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin effective against marnosis?", "The evidence does not support the use of torvin for marnosis.", -1},
		{"Is torvin effective against marnosis?", "These data support the use of torvin for marnosis.", 1},
		{"Is torvin effective against marnosis?", "The evidence does not support the use of torvin for treatment or prevention of marnosis outside of well-designed trials.", -1},
		{"Is torvin effective against marnosis?", "Torvin was given for prevention of marnosis.", 0},
		{"Is torvin effective against marnosis?", "Well-designed trials of torvin in marnosis are few.", 0},
	})
}

func TestWhatIsDoneToTheSubjectTellsNothingOfTheObject(t *testing.T) {
	readAll(t, []pair{
		{"Does raising the head of the cot reduce how often babies regurgitate?", "Parents are commonly advised to raise the head of the cot when babies regurgitate.", 0},
		{"Does raising the head of the cot reduce how often babies regurgitate?", "Raising the head of the cot reduced how often babies regurgitate.", 1},
		{"Does lowering blood pressure reduce stroke?", "Lowering blood pressure did not reduce stroke.", -1},
	})
}

func TestASentenceBearsOutItself(t *testing.T) {
	for _, claim := range []string{
		"Patients lacked vitamin D.",
		"Use of torvin increased time to the first event but did not increase survival.",
		"The reversal was caused by lower energy expenditure.",
		"We newly produced specific antibody without cross-reaction.",
	} {
		readAll(t, []pair{{claim, claim, 1}})
	}
	readAll(t, []pair{{"Patients lacked vitamin D.", "Patients lacked vitamin D receptors.", -1}})
}

func TestNoNeedNotDeny(t *testing.T) {
	readAll(t, []pair{
		{"Torvin increases NO production.", "Torvin increased NO production in rats.", 1},
		{"Torvin increases NO production.", "Torvin increased no production in rats.", 0},
		{"Torvin reduces the risk of death.", "No trial showed that torvin reduces the risk of death.", -1},
		{"Torvin reduces the risk of death.", "One trial showed that torvin reduces the risk of death.", 1},
		{"Torvin is associated with gout.", "Torvin was associated with gout (OR 1.5; 95% CI 1.1, 2.4; p = 0.6 for heterogeneity).", 1},
		{"Torvin improves overall survival.", "Torvin improved response rate (45% vs 20%, p = 0.002) and progression-free survival (p = 0.01), while overall survival did not differ (p = 0.8).", -1},
	})
}

func TestARiskOfSomethingNamesNoGroup(t *testing.T) {
	readAll(t, []pair{
		{"Sutured repair carries a lower risk of recurrence than mesh repair.", "Recurrence had occurred in 4% of the mesh group and 13% of the suture group (p = 0.005).", -1},
		{"Older patients have a lower risk of gout.", "Younger patients had a lower risk of gout than older patients.", 0},
		{"Mesh repair carries a lower risk of recurrence than suture repair.", "Recurrence had occurred in 4% of the mesh group and 13% of the suture group (p = 0.005).", 1},
	})
}

func TestANumberOfTheWholeIsNoGroup(t *testing.T) {
	readAll(t, []pair{
		{"Do nets prevent malaria?", "Of the 47 % of travellers with malaria, 75 % knew of nets.", 0},
		{"Does torvin cause marnosis?", "Hazard ratios associated with torvin for all cause mortality and marnosis were estimated.", 0},
		{"Does torvin cause lung damage?", "Salvane followed by torvin was the likely cause of the high lung toxicity.", 1},
	})
	assert.True(t, viewed("Does torvin prevent marnosis?", "The dose of torvin that prevents marnosis requires further investigation.").Open)
}

func TestWhatFailedOrIsRefractoryToOthers(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin effective for Marn's disease?", "The failure of torvin in two large trials questions the value of inhibitors in treating Marn's disease.", -1},
		{"Is torvin effective for Marn's disease?", "Torvin was effective for Marn's disease in spite of the failure of salvane.", 1},
		{"Is torvin effective for lymphoma?", "Torvin showed efficacy against relapsed or refractory lymphoma.", 1},
		{"Is torvin effective for lymphoma?", "Torvin was approved for the treatment of refractory large lymphoma.", 0},
	})
}
