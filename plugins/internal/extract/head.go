package extract

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// A form is the shape of answer that a question asks for.
type form uint8

// The forms.
const (
	formAny        form = iota // whatever noun phrase
	formQuantity               // a number, with the dimension if known
	formCount                  // a number of things
	formPercent                // a share
	formRatio                  // odds ratio and its kind
	formDate                   // a year or month
	formEntity                 // a name of some kind
	formPlace                  // where
	formMethod                 // how
	formCause                  // why
	formEffect                 // what happens, in which direction
	formOrder                  // in which order
	formDefinition             // what is X
)

// formNames are the names of the forms for people.
var formNames = [...]string{"phrase", "quantity", "count", "percentage", "ratio", "date", "entity", "place", "method", "cause", "effect", "order", "definition"}

// A kind is the sort of entity that is asked for.
type kind uint8

// The kinds.
const (
	kindAny kind = iota
	kindGene
	kindProtein
	kindDrug
	kindOrganism
	kindDisease
	kindPlace
	kindPerson
	kindMethod
	kindPart // of a body or cell
)

// A head is what a noun behind "which" or "what" asks for.
type head struct {
	form form
	dim  dimension // of a quantity; dimNone: any
	kind kind
}

// headWords lists nouns by what they ask for.
var headWords = []struct {
	head  head
	words string
}{
	{head{form: formPercent, dim: dimPercent}, `percentage percent proportion fraction share prevalence incidence rate survival probability chance likelihood efficiency yield
		accuracy sensitivity specificity heritability homology identity similarity penetrance adherence mortality`},
	{head{form: formRatio}, `ratio odds hazard risk or hr rr`},
	{head{form: formQuantity, dim: dimTemperature}, `temperature`},
	{head{form: formQuantity, dim: dimMolar}, `affinity kd km ic50 ec50 ki molarity`},
	{head{form: formQuantity, dim: dimDensity}, `density`},
	{head{form: formQuantity, dim: dimVolume}, `volume`},
	{head{form: formQuantity, dim: dimVoltage}, `voltage`},
	{head{form: formQuantity, dim: dimOther}, `conductivity resistivity diffusivity viscosity permeability permittivity susceptibility flux luminosity irradiance modulus hardness`},
	{head{form: formQuantity}, `constant concentration dose dosage level amount quantity value threshold score ph pka median mean average measure size magnitude pressure
		energy frequency energy capacity cutoff limit number-needed difference change reduction increase titre titer abundance strength intensity
		resolution load r0 auc bmi iq`},
	{head{form: formQuantity, dim: dimTime}, `duration time period age half-life interval lifetime lifespan latency delay follow-up onset halflife`},
	{head{form: formQuantity, dim: dimMass}, `weight mass`},
	{head{form: formQuantity, dim: dimLength}, `length diameter radius width height depth distance thickness wavelength wingspan span circumference`},
	{head{form: formQuantity, dim: dimMoney}, `cost price sum money budget expense expenditure`},
	{head{form: formQuantity, dim: dimSpeed}, `speed velocity`},
	{head{form: formCount}, `number count`},
	{head{form: formDate}, `year date month decade century season`},
	{head{form: formOrder}, `order sequence succession`},
	{head{form: formEntity, kind: kindGene}, `gene locus allele mutation variant polymorphism snp transcript mrna microrna mirna rna lncrna oncogene promoter plasmid chromosome haplotype`},
	{head{form: formEntity, kind: kindProtein}, `protein enzyme kinase phosphatase receptor factor transporter carrier antigen antibody hormone cytokine peptide channel hydrolase
		subunit ligand partner chaperone protease ligase polymerase regulator cofactor chemokine molecule marker biomarker target complex adaptor histone helicase nuclease integrin
		collagen neurotransmitter interleukin sensor effector pump isoform domain motif residue pathway antagonist agonist activator repressor inhibitor mediator`},
	{head{form: formEntity, kind: kindDrug}, `drug compound chemical agent medication medicine vaccine substance carcinogen antibiotic metabolite acid element metal solvent gas vitamin poison
		toxin supplement pesticide treatment therapy steroid lipid sugar ion mineral material reagent dye catalyst nutrient hallucinogen anaesthetic blocker analogue
		immunosuppressant antidepressant antipsychotic anticoagulant diuretic statin opioid analgesic anticonvulsant antiviral antifungal antimalarial sedative
		stimulant contraceptive antiseptic insecticide herbicide fungicide additive preservative`},
	{head{form: formEntity, kind: kindOrganism}, `species organism bacterium bacteria virus vector pathogen parasite animal plant fungus host strain microbe tick insect bird fish genus
		mammal predator crop yeast nematode worm fly mosquito reservoir prey tree`},
	{head{form: formEntity, kind: kindDisease}, `disease disorder syndrome condition illness cancer tumour infection complication symptom problem ailment malignancy defect disability
		abnormality injury deficiency sign phenotype indication`},
	{head{form: formEntity, kind: kindPlace}, `country city region place site location continent ocean island state area planet`},
	{head{form: formEntity, kind: kindPart}, `organ tissue cell compartment organelle layer nucleus`},
	{head{form: formEntity, kind: kindPerson}, `scientist author researcher physician inventor people population group cohort`},
	{head{form: formEntity, kind: kindMethod}, `method technique approach procedure assay test tool strategy intervention technology algorithm model instrument device software scale questionnaire
		reaction design`},
	{head{form: formEffect}, `effect effects influence impact consequence outcome role fate difference result`},
	{head{form: formCause}, `cause reason explanation mechanism`},
}

// headTable maps keys of nouns to what they ask for; the first list that has one counts.
func headTable() map[uint64]head {
	table := make(map[uint64]head, 400)
	for _, list := range headWords {
		for _, w := range strings.Fields(list.words) {
			key := text.Hash(singular(spelling.Fold(nil, w)))
			if _, has := table[key]; !has {
				table[key] = list.head
			}
		}
	}
	return table
}

// compounds are nouns of two words that ask for something else than the second one alone.
var compounds = []struct {
	head        head
	first, noun string
}{
	{head{form: formQuantity, dim: dimTime}, "half shelf service", "life"},
	{head{form: formQuantity, dim: dimTemperature}, "melting boiling freezing flash dew triple critical softening curie pour ignition", "point"},
	{head{form: formQuantity, dim: dimLength}, "deepest highest lowest", "point"},
}

// compound returns what word i asks for together with the one ahead of it.
func (l *line) compound(i int) (head, bool) {
	if i == 0 {
		return head{}, false
	}
	first, noun := strings.ToLower(l.at(i-1)), strings.ToLower(l.at(i))
	for _, c := range compounds {
		if noun == c.noun && strings.Contains(" "+c.first+" ", " "+first+" ") {
			return c.head, true
		}
	}
	return head{}, false
}

// singular cuts a plural's ending; a noun keeps its derivation, so that "mutation" is not "mutate".
func singular(w []byte) []byte {
	n := len(w)
	switch {
	case n > 4 && string(w[n-3:]) == "ies":
		return append(w[:n-3], 'y')
	case n > 3 && w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i':
		return w[:n-1]
	}
	return w
}
