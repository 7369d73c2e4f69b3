package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhatOnlySeemsToTellIsNotRead(t *testing.T) {
	readAll(t, []pair{
		{"Can we rely on line sampling in performing clotting time?", "The next morning, line and venous blood samples were taken for clotting time in 49 randomly selected patients.", 0},
		{"Is marnavirus infection associated with hypertension?", "There were ethnic differences in the prevalence of marnavirus infection and hypertension.", 0},
		{"Is marnavirus infection associated with hypertension?", "Marnavirus infection and hypertension were correlated.", 1},
		{"Is marnavirus infection associated with hypertension?", "The prevalence of hypertension differed between people with and without marnavirus infection.", 1},
		{"Is fatigue linked with marnosis?", "The association and prevalence of fatigue and marnosis was recorded in a group of patients.", 0},
		{"Are blind pedestrians accurate at crossing?", "Blind pedestrians were accurate at crossing when using hearing or vision only (P>0.05).", 1},
		{"Is torvin effective for pain?", "Torvin was effective for pain (P<0.001).", 1},
		{"Does torvin improve survival?", "Torvin improved survival (P = 0.4).", -1},
		{"Does torvin cause non-syndromic delay?", "Torvin causes a non-syndromic delay.", 1},
		{"Is marnosis a viral infection of the skin?", "Marnosis is a viral infection of the skin.", 1},
		{"Is atenolol metabolized by MARN6?", "Atenolol is mainly eliminated by renal excretion, bisoprolol is in part excreted unchanged, whereas metoprolol and carvedilol are metabolised by MARN6.", 0},
		{"Does MARN5 have a role only in late development?", "MARN5 has a role in late embryonic and postnatal development.", 0},
		{"Does MARN5 have a role only in late development?", "MARN5 has a role in late development only.", 1},
		{"Torvin is associated with an increased risk of prostate cancer.", "Torvin was not associated with an increased risk of bladder cancer.", 0},
		{"Torvin is associated with an increased risk of prostate cancer.", "Torvin was not associated with an increased risk of prostate cancer.", -1},
		{"One in two trials are stopped early.", "One in five trials are stopped early.", -1},
		{"One in five trials are stopped early.", "One in five trials are stopped early.", 1},
		{"MARN16 impedes STING phosphorylation, resulting in reduced activation of STING.", "MARN16 is also required for the induced activation of STING, and interacts with STING to promote STING phosphorylation.", -1},
		{"Depletion of Th17 cells during infection decreases dissemination of Salmonella from the gut.", "Th17 cells were markedly depleted in infected macaques, resulting in blunted responses and increased dissemination of Salmonella.", -1},
		{"Are normally sighted, visually impaired, and blind pedestrians accurate and reliable at making street crossing decisions?", "We found that normally sighted and visually impaired pedestrians were accurate and reliable in their street crossing decision-making ability when using either vision plus hearing or vision only (P>0.05).", 1},
		{"Is human cytomegalovirus infection associated with hypertension?", "There were ethnic differences in the prevalence of HCMV infection (P<0.001) and hypertension (P<0.001).", 0},
		{"The annual methane flux from lakes is 55 g/m2.", "Because many traps remained empty, the annual methane flux from lakes was anywhere between 8 and 120 g/m2.", 0},
		{"The annual methane flux from lakes is 55 g/m2.", "The annual methane flux from lakes was 80 g/m2.", -1},
		{"Are impaired pedestrians accurate at crossing?", "Impaired pedestrians were accurate at crossing.", 1},
		{"Does tea cause reflux?", "Tea causes reflux, yet no data support this view.", -1},
		{"Does tea cause reflux?", "Tea causes reflux, yet no data support a ban.", 1},
	})
}

func TestAnotherKindIsTheContrary(t *testing.T) {
	for hypothesis, sentence := range map[string]string{
		"Is marnosis a viral infection of the skin?":     "Marnosis is a bacterial infection of the skin.",
		"Does torvin carry histones to leading strands?": "Torvin carries histones to lagging strands.",
		"Does torvin cause syndromic delay?":             "Torvin causes non-syndromic delay.",
	} {
		assert.Positive(t, viewed(hypothesis, sentence).saysContrary(), sentence)
	}
}

func TestWhatWasDoneCarriesNoLabel(t *testing.T) {
	for sentence, only := range map[string]bool{
		"The next morning, line and venous blood samples were taken for clotting time in 49 patients.": true,
		"The association of A with B was assessed in 49 patients.":                                     true,
		"Activated clotting times were taken in 49 patients.":                                          true,
		"Samples were taken, and clotting time was longer.":                                            false,
		"Samples were taken and showed nothing.":                                                       false,
		"Line and venous samples agree.":                                                               false,
	} {
		assert.Equal(t, only, viewed("Can we rely on line samples in activated clotting time?", sentence).OnlyTells(), sentence)
	}
}

func TestASentenceTellsHowFarItStatesWhatCameOut(t *testing.T) {
	for sentence, want := range map[string]float64{
		"Torvin reduced the growth of kelp.":                               1,
		"We investigated whether Torvin reduces the growth of kelp.":       describing * unasserted,
		"Tanks of kelp were randomly assigned to Torvin or to no Torvin.":  describing,
		"Torvin was once reported to reduce the growth of kelp.":           foreseen,
		"It has been suggested that Torvin reduces the growth of kelp.":    foreseen,
		"Does Torvin reduce the growth of kelp? A trial in forty tanks":    unasserted,
		"Does Torvin reduce the growth of kelp in forty tanks.":            unasserted,
		"The trials called the growth of kelp with Torvin into question":   foreseen,
		"The growth of kelp with Torvin is in question":                    foreseen,
		"Torvin is required for the growth of kelp.":                       1,
		"Further trials are required before Torvin reduces kelp's growth.": foreseen,
	} {
		assert.InDelta(t, want, viewed("Torvin reduces the growth of kelp.", sentence).States(), 1e-9, sentence)
	}
}

func TestWhatWasNotStudiedIsNotTold(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin reduce anxiety in adults?", "Torvin reduced anxiety in adolescents but was not studied in adults.", 0},
		{"Does torvin reduce anxiety?", "Torvin reduced anxiety but was not studied in adults.", 1},
		{"Does torvin improve mood?", "Torvin improved sleep but was not assessed for its effect on mood.", 0},
	})
	assert.True(t, viewed("Does torvin reduce anxiety in adults?", "Torvin reduced anxiety in adolescents but was not studied in adults.").Misses())
}

func TestNothingIsConcludedTooEarly(t *testing.T) {
	for _, sentence := range []string{
		"It is too early to conclude that torvin prevents gout.",
		"It cannot be concluded from these data that torvin prevents gout.",
		"There is insufficient evidence to conclude that torvin prevents gout.",
		"The study was not powered to detect whether torvin prevents gout.",
		"The study lacked power to detect an effect of torvin on gout.",
		"Torvin may prevent gout, but data are lacking.",
		"Torvin is being evaluated for the prevention of gout.",
		"The trial was underpowered to detect whether torvin prevents gout.",
	} {
		assert.True(t, viewed("Does torvin prevent gout?", sentence).Open, sentence)
	}
	for _, sentence := range []string{
		"We conclude that torvin prevents gout.",
		"Torvin of low power prevents gout.",
		"Despite being costly, torvin prevents gout.",
		"Torvin prevents gout, and data on smoking were missing.",
	} {
		assert.False(t, viewed("Does torvin prevent gout?", sentence).Open, sentence)
	}
}
