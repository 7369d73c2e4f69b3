package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAQuestionOfWhichNothingHoldsTheNameIsUnnamed(t *testing.T) {
	for _, tt := range []struct {
		name, question, read string
		want                 float64
	}{
		{"a gene", "Has SIRT2 been associated with cervical cancer?", "Cervical cancer was associated with smoking.", 1},
		{"the gene is there", "Has SIRT2 been associated with cervical cancer?", "SIRT2 was associated with cervical cancer.", 0},
		{"a drug by its ending", "Does avelumab shrink bladder tumours?", "BCG shrinks bladder tumours.", 1},
		{"a drug at the beginning of a claim", "Olaparib shrinks tumours.", "Niraparib shrinks tumours.", 1},
		{"another drug by its ending", "Does ivermectin slow the growth of bees?", "Imidacloprid slows the growth of bees.", 1},
		{"an inhibitor of an enzyme by its ending", "Does batimastat slow tumours?", "Taxanes slow tumours.", 1},
		{"a place", "Do lynxes live in Estonia?", "Lynxes live in Slovakia.", 1},
		{"one of two names", "Does IRF3 bind TBK1 in neurons?", "TBK1 is found in neurons.", 0.5},
		{"a name that brackets repeat", "Is nivolumab (Opdivo) an antibody?", "Nivolumab is an antibody.", 0},
		{"a month", "Was the drug approved by Feb 2019?", "The drug was approved in spring.", 0},
		{"no name", "Do reminders raise attendance?", "Letters were sent.", 0},
		{"capitals of a title", "Do Wound Cultures Give Information About Severe Burns?", "Swabs were taken.", 0},
		{"a gene among the capitals of a title", "Does Overexpression of TIAM1 Drive Colorectal Cancer?", "ADAMTS18 Drives Colorectal Cancer.", 1},
		{"a short word that ends as a drug does", "Does a nib wear faster?", "Pens wear.", 0},
		{"a short abbreviation", "Does CT find metastases?", "Tomography finds metastases.", 0},
		{"another name that the works introduce", "Does TNFAIP3 slow gliomas?", "A20 (TNFAIP3) slows gliomas.", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, j := judged(tt.question, of(tt.read))
			assert.InDelta(t, tt.want, j.Unnamed, 0.05)
		})
	}
}

func TestANameInATitleIsThere(t *testing.T) {
	_, j := judged("Does avelumab shrink tumours?", []Sentence{{Text: "Tumours shrank.", Title: "Trial of avelumab"}})
	assert.Zero(t, j.Unnamed)
}

func TestHeldIsTheShareThatOneWorkHolds(t *testing.T) {
	for _, tt := range []struct {
		name      string
		read      []string
		low, high float64
	}{
		{"all of it", []string{"Marnicin cures baldness of otters."}, 0.95, 1},
		{"each work another part", []string{"Marnicin was given to otters.", "Baldness was cured."}, 0.4, 0.6},
		{"the same in one work", []string{"Marnicin was given to otters. Baldness was cured."}, 0.95, 1},
		{"a word of the family", []string{"Marnicin was a treatment of baldness in otters."}, 0.8, 0.99},
		{"nothing", []string{"Basalt cools."}, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var works []Sentence
			for i, text := range tt.read {
				works = append(works, Sentence{Text: text, Document: float64(i)})
			}
			_, j := judged("Does marnicin cure baldness of otters?", works)
			assert.GreaterOrEqual(t, j.Held, tt.low)
			assert.LessOrEqual(t, j.Held, tt.high)
		})
	}
}

func TestAWordOfTheFamilyIsHeldInPart(t *testing.T) {
	held := func(read string) float64 {
		_, j := judged("Does marnicin raise blood pressure?", of(read))
		return j.Held
	}
	whole, kin, none := held("Marnicin raised blood pressure."), held("Marnicin lowered blood pressure."), held("Marnicin and blood pressure.")
	assert.Less(t, kin, whole)
	assert.Less(t, none, kin)
}
