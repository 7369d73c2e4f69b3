// Package lexicon holds tables of words that the reading of questions and sentences shares: families of words for one thing or relation,
// and the verbs that studies use most.
package lexicon

import (
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/spelling"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// relations are families of words for one relation or attribute, whatever their part of speech. The list is closed:
// what every study tells of (change, cause, duration, size), not the subjects of a field.
var relations = []string{
	`kill die died dies dead death deaths mortality fatal fatality lethal lethality deadly succumb demise decease`,
	`survive survival survivor live lived alive outlive`,
	`cause induce induction trigger provoke elicit evoke due lead led produce bring generate responsible because owing attributable
		attribute drive driven underlie result`,
	`increase rise rises rising rose risen raise raised raises grow growth elevate elevation gain boost enhance enhancement augment heighten higher
		greater more upregulate improve improvement upregulation`,
	`decrease reduce reduction decline lower lowered lowering fall falls falling fell fallen drop diminish lessen attenuate attenuation less fewer curb shrink loss lose
		lost dampen downregulate downregulation minimise suppress suppression depress cut`,
	`inhibit inhibition inhibitor block blocker blockade antagonist antagonise antagonism suppress suppressor prevent prevention hinder impede stop halt
		silence repress repression abolish`,
	`activate activation activator stimulate stimulation agonist promote promotion promoter switch trigger turn enable facilitate`,
	`effect effects affect affects affected influence influenced impact act acts action`,
	`last lasts lasted duration long length period prolong prolonged persist persistence lifetime`,
	`weigh weighs weighed weight mass heavy heavier kilogram`,
	`hot warm warmth warming temperature heat heated cold cool cooling thermal celsius`,
	`fast speed velocity rapid rapidly quick quickly rate pace slow slowly`,
	`far distance away range kilometre`,
	`big large size sized diameter width wide radius small volume`,
	`old age aged older elderly`,
	`cost costs price expense expensive spend spent dollar dollars money payment financial economic`,
	`total overall altogether sum aggregate entire whole told`,
	`add added addition additional extra supplement supplementary supply supplied further`,
	`often frequency frequent frequently common commonly incidence prevalence prevalent rate occurrence abundant abundance`,
	`percentage percent proportion fraction share part portion`,
	`bind binds binding bound binder interact interaction interactor associate association partner complex contact contacts touch attach attachment
		dock anchor recruit couple conjugate`,
	`need needs needed require requires required requirement necessary essential depend depends dependent prerequisite crucial indispensable`,
	`find found discover discovery identify identification detect detection observe observation isolate isolation reveal`,
	`make makes made produce production synthesise synthesis generate generation create creation build form formation assemble assembly
		manufacture secrete secretion`,
	`carry carries carried carrier harbour bear transport deliver contain contains`,
	`spread transmit transmission pass transfer vector infect infection`,
	`use used using employ apply application`,
	`begin began begun start started onset initiate initiation initial first`,
	`end ended finish cease termination stop`,
	`approve approval license licence licensed authorise authorisation permit`,
	`measure measurement quantify quantification estimate determine determination`,
	`link linked tie tied associate associated association correlate correlation connect connection relate related relationship`,
	`differ difference different differ vary variation variability`,
	`damage harm injure injury hurt lesion impair impairment`,
	`protect protection protective spare sparing guard shield prevent`,
	`change changed alter alteration modify modification variant mutation mutate mutant substitution defect aberrant`,
	`help helps aid assist support benefit contribute`,
	`control regulate regulation regulator govern modulate modulation`,
	`test tested testing trial tried try investigate study examine evaluate`,
	`treat treated treatment therapy therapeutic medication drug medicine given administer administration received receive dose`,
	`move moved movement mobilise mobilisation mobility migrate migration shift slide motion translocate`,
	`remove removed removal clear clearance eliminate elimination eradicate withdraw excise`,
	`break broken cleave cleavage degrade degradation digest breakdown proteolysis`,
	`recover recovery heal healing repair restore restoration cure`,
	`relapse recur recurrence recurrent again repeat repeated`,
	`eat eats eaten ate feed feeds fed feeding diet dietary food consume consumption intake ingest`,
	`drink drinks drank drinking beverage`,
	`sleep asleep sleeping insomnia`,
	`believe belief thought think considered presume`,
	`best optimal optimum optimally ideal peak maximal maximum most`,
	`least minimum minimal lowest smallest`,
	`half fifty`,
	`belong member classify class type classed category`,
	`attract attraction lure chemotaxis`,
	`join fuse fusion merge unite combine combination together plus`,
	`resist resistance resistant refractory tolerance tolerant insensitive`,
	`sensitise sensitisation sensitive sensitivity vulnerable vulnerability susceptible susceptibility prone predispose predisposition`,
	`compare compared comparison versus relative than`,
	`release released secrete excrete excretion emit emission discharge`,
	`enter entry uptake absorb absorption import internalise`,
	`locate located location site position place lie situated reside map`,
	`encode encodes encoded encoding code codes`,
	`replace replaced replacement substitute exchange`,
	`switch convert conversion transform transformation turn become became`,
	`early soon prompt late later delayed delay`,
	`absent absence lack lacking without none missing null knockout deficient deficiency`,
	`enzyme kinase phosphatase protease peptidase hydrolase polymerase ligase transferase oxidase reductase synthase nuclease`,
	`shape form morphology structure structural conformation`,
	`answer respond response responder reaction react`,
	`predict prediction predictor predictive forecast foresee`,
	`aim target targets targeting`,
	`select selection choose choice chosen prefer preference`,
	`fail failure unsuccessful`,
	`success successful succeed achieve achieved achievement attain reach reached`,
	`visit attend attendance meet meets meeting met gather`,
	`fear anxiety anxious anxiogenic phobia afraid anxiolytic`,
	`pain painful analgesia analgesic nociception nociceptive ache`,
	`stay remain remained retain maintain maintenance keep kept`,
	`exceed surpass surpassed above over exceeded`,
}

// subjects pair the plain words for parts, ages and ailments of the body and for matter with those of Latin and Greek
// that studies use.
var subjects = []string{
	`heart cardiac cardio myocardial cardiovascular coronary`, `kidney renal nephro nephron`, `liver hepatic hepatocyte hepato`,
	`lung pulmonary respiratory breath breathing breathlessness dyspnoea`, `brain cerebral cerebrum encephalic intracranial`, `stomach gastric`,
	`gut bowel intestine intestinal enteric colon colonic colorectal`, `skin dermal cutaneous epidermal dermatologic`, `bone bones osseous skeletal osteo`,
	`muscle muscular myo myocyte`, `nerve nervous neural neuronal neuron neurone`, `blood haematologic haematological serum plasma circulating`,
	`vessel vascular artery arterial vein venous vasculature`, `eye ocular ophthalmic retinal`, `ear auditory otic hearing`, `mouth oral`, `tooth teeth dental`,
	`breast mammary`, `womb uterus uterine endometrial`, `bladder urinary vesical`, `spine spinal`, `marrow myeloid bone-marrow`, `fat adipose lipid`,
	`milk lactation lactating nursing breastfeeding`, `navel umbilical umbilicus`, `nose nasal`, `throat pharynx pharyngeal`, `tongue lingual`, `testis testicular`, `ovary ovarian`,
	`child children childhood paediatric pediatric toddler toddlers kid`, `newborn newborns neonate neonates neonatal`, `baby babies infant infants`, `teenager teenage adolescent adolescence youth`,
	`pregnant pregnancy gestation gestational prenatal`, `mother mothers maternal`, `father paternal`, `birth born delivery natal perinatal`,
	`man men male`, `woman women female`, `people persons individuals volunteers participants subjects patients patient adults adult`,
	`tumour tumor cancer carcinoma neoplasm malignancy malignant oncogenic`, `leukaemia leukemia`, `metastasis metastases metastatic secondary`,
	`clot thrombus thrombosis thrombotic embolus thrombectomy`, `scar scarring fibrosis fibrotic`, `swelling swollen oedema`, `inflammation inflammatory inflamed`,
	`faint fainting syncope`, `fever febrile pyrexia`, `itch itching pruritus`, `seizure convulsion epileptic epilepsy`, `vomit vomiting emesis nausea`,
	`obese obesity overweight`, `diabetes diabetic`, `sugar glucose`, `smoke smoking smoker smokers cigarette cigarettes tobacco nicotine abstinence`, `burn burns burned scald scalded`,
	`depression depressed depressive`, `dementia alzheimer`, `attack infarction`, `wound wounds wounded`, `poison poisonous toxic toxin toxicity venom cytotoxic`,
	`surgery surgical operation operative operated resection`, `radiation radiotherapy irradiation irradiated`, `vaccine vaccination vaccinated immunised immunisation`,
	`physician physicians doctor doctors clinician`, `hospital inpatient admission hospitalisation`, `screening screened screen mammogram mammography`,
	`germ microbe microbial bacterium bacteria bacterial`, `virus viral virion`, `fungus fungal fungi`, `yeast cerevisiae`, `mouse mice murine`, `rat rats`, `human humans people`, `dog canine`, `cow bovine cattle`,
	`pig porcine swine`, `sheep ovine`, `horse equine`, `cat feline`, `bird birds avian poultry`, `monkey monkeys primate primates macaque`, `plant plants`,
	`message mrna transcript messenger`, `tail utr`, `dna genome genomic`, `gene genes genetic`, `egg oocyte ovum`, `sperm spermatozoa`, `offspring progeny descendants`,
	`scavenger phagocyte phagocytes phagocytosis phagocytic macrophage engulf engulfment`, `suicide apoptosis apoptotic dying`, `acid acidic acidify acidification ph`,
	`sun solar`, `moon lunar`, `sea ocean marine`, `water aqueous aquatic`, `soil terrestrial`, `star stars stellar`, `north northern northeastern`, `south southern`, `east eastern`, `west western`,
	`country countries nation nations national`, `poor poorest`, `rich wealthy`, `year years yearly annual annually`, `month months monthly`, `week weeks weekly`, `day days daily`,
	`danger hazard risk risks dangerous`, `chance probability likelihood likely odds`, `memory remember recall`, `mind mental cognitive cognition intellectual`, `speech language`, `walk walking gait`,
	`wall walls`, `covering coat coating`, `carbohydrate saccharide`, `meal meals postprandial`, `food nutrition nutritional`, `young younger`, `unborn foetal fetal foetus`, `gum gums gingival periodontal`,
	`red-cell erythrocyte erythrocytes erythroid`, `platelet platelets thrombocyte`, `lifespan longevity`, `thin lean`, `tired tiredness fatigue`,
}

// Families numbers the families by the keys of their words; a word of several belongs to the first.
func Families() (table text.Table[uint16]) {
	id := uint16(0)
	for _, list := range [][]string{relations, subjects} {
		for _, words := range list {
			id++
			for _, w := range strings.Fields(words) {
				if of := table.At(text.Stem(spelling.Fold(nil, w))); *of == 0 {
					*of = id
				}
			}
		}
	}
	return table
}
