package reading

import "strings"

// doublets are words that mean nearly the same, one set a line: Latin and English names of organs, states and events.
// They are general, not taken from any set of questions.
const doublets = `heart cardiac myocardial
kidney renal nephric
liver hepatic
lung pulmonary
brain cerebral
skin dermal cutaneous
eye ocular ophthalmic
stomach gastric
gut intestine intestinal bowel enteric
muscle muscular
nerve neural neuronal
bone osseous skeletal
tooth teeth dental
mouth oral
nose nasal
ear auditory
breast mammary
womb uterus uterine
artery arterial
vein venous
vessel vascular
blood haematic serum plasma
sugar glucose
fat lipid adipose
salt sodium
water aqueous
mouse mice murine rodent
rat rodent
cow cattle bovine
pig swine porcine
horse equine
dog canine
cat feline
bird avian
fish piscine
woman women female
man men male
child children paediatric pediatric
baby infant newborn neonate neonatal
old elderly aged ageing
pregnant pregnancy gestation gestational maternal
mother maternal
birth delivery perinatal
death die dead dying mortality fatality fatal lethal
survival survive
illness disease disorder sickness
cancer tumour carcinoma malignancy neoplasm neoplastic
cut incision
drug medication medicine pharmaceutical
painkiller analgesic
pill tablet
shot injection
sedative sedation
teenager adolescent adolescence youth
vaccine vaccination immunisation
surgery surgical operation operative
doctor physician clinician
hospital inpatient
smoking tobacco cigarette
drinking alcohol ethanol alcoholic
obesity obese overweight
pain analgesia ache
fever febrile pyrexia
stroke cerebrovascular
flu influenza
clot thrombosis thrombus thrombotic
bleeding haemorrhage haemorrhagic
swelling oedema
itch itching pruritus
vomiting emesis
tiredness tired fatigue
breathing respiration respiratory
urine urinary
stool faecal faeces
hearing auditory
vision visual sight
thinking cognition cognitive
mood affective
spine spinal vertebral
joint articular
egg ovum oocyte
sperm spermatozoa semen
poison poisonous toxic toxicity toxin
allergy allergic hypersensitivity
fit seizure epileptic
depression depressive
sleep insomnia
hypertension hypertensive
diabetes diabetic
infection infected infectious
bacteria bacterial microbial microbe
virus viral
gene genetic genomic
heredity inherited hereditary inheritance heritable
mutation mutant variant
protein peptide
cell cellular
dose dosage
weight mass
size diameter
length long
height tall
depth deep
width wide breadth
thickness thick
speed velocity rate
heat temperature thermal
light optical
price cost expense
car vehicle automobile
child kid
food diet dietary nutrition
sea marine ocean
earth planet
worldwide global
yearly annual
daily day
weekly week
monthly month
percentage percent proportion share fraction
begin start onset initiate
end finish terminate
live alive living viable
kill death lethal
happen occur occurrence
frequency prevalence incidence frequent
spread transmission transmit contagious transmissible communicable
cure treat treatment therapy
avoid prevent prevention prophylaxis
make produce production secrete secretion synthesise synthesis
bind binding attach
place site location
kind type
help benefit aid
danger risk hazard
quick rapid fast
exist existence present
common prevalent
contain include comprise
live inhabit dwell habitat
eat feed consume ingest ingestion
stop halt cease cessation
recover recovery heal healing
relapse recurrence recur
cheap inexpensive
expensive costly
walk walking gait
drive driving driver
job work employment occupation occupational
farm farming agriculture agricultural
town city urban
village rural
forest woodland
rain rainfall precipitation
sun solar sunlight
moon lunar
star stellar
leaf foliar foliage
school pupil
language linguistic
money financial monetary
law legal
education educational
aircraft airplane aeroplane plane
iron ferric ferrous
gas gaseous
liquid fluid
electricity electric electrical`

// kin gives for the key of a word those of the words that mean nearly the same.
var kin = newKin()

func newKin() map[uint64][]uint64 {
	sets := map[uint64][]uint64{}
	for line := range strings.SplitSeq(doublets, "\n") {
		words := strings.Fields(line)
		for _, a := range words {
			for _, b := range words {
				if a != b {
					key := keyOf([]byte(a))
					sets[key] = append(sets[key], keyOf([]byte(b)))
				}
			}
		}
	}
	return sets
}
