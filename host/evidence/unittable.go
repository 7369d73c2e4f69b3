package evidence

// unitSpellings lists every unit as it is written in a result, followed by the
// other spellings that mean it. Case counts: mM is not mm.
const unitSpellings = `
% percent
‰
nm nanometer nanometers nanometre nanometres
µm um micron microns microm micrometer micrometers micrometre micrometres
mm millimeter millimeters millimetre millimetres
cm centimeter centimeters centimetre centimetres
m meter meters metre metres
km kilometer kilometers kilometre kilometres
Å angstrom angstroms
kg kilogram kilograms
g gram grams
mg milligram milligrams
µg ug mcg microg microgram micrograms
ng nanogram nanograms
pg picogram picograms
t tonne tonnes
L l liter liters litre litres
mL ml milliliter milliliters millilitre millilitres
dL dl
µL ul µl microliter microliters microlitre microlitres
mol moles
mmol
µmol umol micromol
nmol
pmol
M
mM
µM uM
nM
pM
eV
keV
MeV
GeV
TeV
meV
K kelvin
°C ℃
°F ℉
° degree degrees
h hr hrs hour hours
min mins minute minutes
s sec secs second seconds
ms msec millisecond milliseconds
µs us usec microsecond microseconds
ns nanosecond nanoseconds
ps picosecond picoseconds
fs femtosecond femtoseconds
days day
weeks week wk wks
months month
years year yr yrs
fold times
Hz hertz
kHz
MHz
GHz
THz
Pa pascal pascals
kPa
MPa
GPa
hPa
bar
mbar
atm
mmHg
psi
J joule joules
mJ
kJ
MJ
cal
kcal
W watt watts
mW
µW uW
kW
MW
GW
kWh
V volt volts
mV
µV uV
kV
A ampere amperes
mA
µA uA
nA
pA
Ω ohm ohms
kΩ
MΩ
T tesla
mT
kDa
Da
bp
kb
Mb
Gy
mGy
Sv
mSv
Bq
MBq
IU
U
ppm
ppb
rpm
dB
mph
ly
pc
kpc
Mpc
AU
`
