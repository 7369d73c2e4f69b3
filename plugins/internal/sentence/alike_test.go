package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

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

func TestComparisonsHaveTwoSides(t *testing.T) {
	readAll(t, []pair{
		{"Is torvin less effective than salvane at lowering blood pressure?", "Torvin was as effective as salvane in lowering blood pressure.", -1},
		{"Is torvin as effective as salvane at lowering blood pressure?", "Torvin was as effective as salvane in lowering blood pressure.", 1},
		{"Is torvin less toxic than salvane?", "Torvin is not as toxic as salvane.", 1},
		{"Is salvane more toxic than torvin?", "Torvin is not as toxic as salvane.", 1},
		{"Is torvin more toxic than salvane?", "Torvin is not as toxic as salvane.", -1},
		{"Is torvin more toxic than salvane?", "Torvin was no more toxic than salvane.", -1},
		{"Is salvane more toxic than torvin?", "Torvin was no more toxic than salvane.", 0},
		{"Is salvane less toxic than torvin?", "Torvin was no more toxic than salvane.", -1},
		{"Is torvin inferior to salvane?", "Salvane was inferior to torvin.", -1},
		{"Is torvin superior to salvane?", "Salvane was inferior to torvin.", 1},
		{"Seed set was lower in grazed plots than in fenced plots.", "Seed set was three times as high in fenced plots as in grazed plots.", 1},
		{"Seed set was higher in grazed plots than in fenced plots.", "Seed set was three times as high in fenced plots as in grazed plots.", -1},
		{"Torvin causes cough more often than salvane.", "Cough occurred in 3 % of patients with salvane and 17 % of those with torvin.", 1},
		{"Torvin causes cough more often than salvane.", "Cough occurred in 3 % of patients with torvin and 17 % of those with salvane.", -1},
	})
}

func TestAWordOfItsOwnWayIsNoDirection(t *testing.T) {
	readAll(t, []pair{
		{"Does smoke cause lung damage?", "Smoke causes lung injury.", 1},
		{"Does smoke cause lung damage?", "Smoke causes lung damage.", 1},
		{"RLM7 protects barley from rust.", "The gene RLM7 makes barley resistant to rust.", 1},
		{"Can cancer be inherited?", "Rare cancer syndromes are inherited.", 1},
		{"Is marn syndrome inherited?", "Marn syndrome is a rare inherited disorder.", 1},
		{"Does torvin increase blood sugar?", "Torvin prevented the increase in blood sugar.", -1},
		{"Does torvin increase blood sugar?", "Torvin prevented ulcers and increased blood sugar.", 1},
		{"Does torvin cause hair loss?", "Torvin reversed the loss of hair.", -1},
		{"Does torvin improve sleep?", "Torvin worsened sleep but improved mood.", -1},
		{"Does torvin worsen mood?", "Torvin worsened sleep but improved mood.", -1},
		{"Does torvin worsen sleep?", "Torvin worsened sleep but improved mood.", 1},
		{"Do some patients respond to torvin?", "Not all patients responded to torvin.", 1},
		{"Do all patients respond to torvin?", "Not all patients responded to torvin.", -1},
	})
}

func TestWhatIsOpenIsNotAsserted(t *testing.T) {
	for _, sentence := range []string{
		"It cannot be excluded that torvin causes marnosis.",
		"It cannot be ruled out that torvin causes marnosis.",
		"It is possible that torvin causes marnosis.",
		"The evidence that torvin causes marnosis is conflicting.",
		"It remains controversial that torvin causes marnosis.",
	} {
		v := viewed("Does torvin cause marnosis?", sentence)
		assert.True(t, v.Open, sentence)
		assert.Less(t, v.Features[fReads], float32(0.5), sentence)
		assert.Greater(t, v.Features[fReads], float32(-0.1), sentence)
	}
	assert.InDelta(t, -1, viewed("Does torvin cause marnosis?", "Previous work suggested that torvin causes marnosis; our results refute this.").Features[fReads], 1e-9)
}

func TestWhatHappensAsMuchWithoutTreatmentIsNoEffect(t *testing.T) {
	readAll(t, []pair{
		{"Torvin relieves pain.", "Torvin relieved pain as much as placebo.", -1},
		{"Torvin relieves pain.", "Torvin relieved pain twice as much as placebo.", 1},
		{"Torvin relieves pain.", "Torvin relieved pain as much as salvane.", 1},
		{"Torvin relieves pain.", "Torvin did not relieve pain as much as placebo.", -1},
		{"Torvin causes cough.", "Torvin caused cough as often as placebo.", -1},
		{"Torvin lowers blood pressure.", "Torvin lowered blood pressure no more than placebo.", -1},
		{"Torvin lowers blood pressure.", "Torvin lowered blood pressure more than placebo.", 1},
		{"Torvin lowers blood pressure.", "Torvin lowered blood pressure no more than salvane.", 1},
	})
}

func TestBothSidesOfAComparisonAreAsMuch(t *testing.T) {
	readAll(t, []pair{
		{"Do boys have more injuries than girls?", "Boys had as many injuries as girls.", -1},
		{"Do boys have more injuries than girls?", "Boys had twice as many injuries as girls.", 1},
		{"Do boys have more injuries than girls?", "Injuries were less frequent in girls than in boys.", 1},
		{"Do smokers have more wound infections than non-smokers?", "Wound infections were comparable in smokers and non-smokers.", -1},
		{"Do smokers have more wound infections than non-smokers?", "Wound infections were more frequent in smokers than in non-smokers.", 1},
		{"Do smokers have more wound infections than non-smokers after surgery?", "Wound infections after surgery were more frequent in smokers than in non-smokers (12% vs 4%, P = 0.01).", 1},
		{"Do boys have more injuries than girls?", "Boys did not have as many injuries as girls.", -1},
		{"Does torvin improve sleep quality?", "Sleep quality improved in both the torvin and placebo groups.", -1},
		{"Does torvin lower pain?", "Torvin lowered both pain and nausea compared with placebo.", 1},
		{"Does torvin lower pain?", "Pain fell with both torvin and salvane compared with placebo.", 1},
		{"Does torvin lower pain?", "Torvin lowered both pain and nausea, placebo neither.", 1},
		{"Does torvin lower pain?", "Pain was lowered equally with placebo and torvin.", -1},
		{"Does torvin improve sleep quality?", "Sleep quality improved equally with torvin and placebo.", -1},
		{"Does torvin lower pain?", "The decrease in pain was no greater in the torvin group than in the placebo group.", -1},
		{"Does torvin lower pain?", "With no side effects, torvin lowered pain more than placebo.", 1},
		{"Does tea lower the risk of gout?", "The risk of gout was no lower in tea drinkers than in non-drinkers.", -1},
		{"Does KLP2 promote tumour growth?", "Tumours grew more slowly in KLP2 knockout mice.", 1},
		{"Does KLP2 promote proliferation?", "Cells with KLP2 knockdown proliferated more slowly.", 1},
	})
}
