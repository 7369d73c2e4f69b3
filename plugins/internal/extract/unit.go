package extract

import "strings"

// A dimension is what a quantity measures.
type dimension uint8

// The dimensions.
const (
	dimNone dimension = iota // a bare number
	dimPercent
	dimTime
	dimLength
	dimMass
	dimMolecular // kDa
	dimAmount    // mol
	dimMolar     // concentration by amount
	dimDensity   // concentration by mass
	dimVolume
	dimTemperature
	dimPressure
	dimEnergy
	dimFrequency
	dimVoltage
	dimSequence // base pairs, residues
	dimMoney
	dimDose // radiation
	dimAngle
	dimSpeed
	dimFold  // a multiple: "doubled"
	dimOther // another unit, such as mmol/g
)

// A unit is a dimension and the factor to its base unit.
type unit struct {
	dim    dimension
	factor float64
}

// unitWords lists units with their factors: names, then symbols. Symbols keep their case where case tells them apart.
var unitWords = []struct {
	dim    dimension
	factor float64
	words  string
}{
	{dimPercent, 1, `% percent pct percentage`},
	{dimTime, 1, `s sec secs second seconds`}, {dimTime, 1e-3, `ms millisecond milliseconds`}, {dimTime, 1e-6, `µs μs us microsecond microseconds`},
	{dimTime, 1e-9, `ns nanosecond nanoseconds`}, {dimTime, 60, `min mins minute minutes`}, {dimTime, 3600, `h hr hrs hour hours`},
	{dimTime, 86400, `d day days`}, {dimTime, 604800, `wk wks week weeks`}, {dimTime, 2629746, `mo month months`},
	{dimTime, 31556952, `y yr yrs year years`}, {dimTime, 315569520, `decade decades`}, {dimTime, 3155695200, `century centuries`},
	{dimTime, 31556952e6, `Ma Myr`}, {dimTime, 31556952e9, `Ga Gyr`},
	{dimLength, 1, `m metre metres meter meters`}, {dimLength, 1e3, `km kilometre kilometres kilometer kilometers`}, {dimLength, 1e-2, `cm centimetre centimetres centimeter centimeters`},
	{dimLength, 1e-3, `mm millimetre millimetres millimeter millimeters`}, {dimLength, 1e-6, `µm μm um micron microns micrometre micrometres`},
	{dimLength, 1e-9, `nm nanometre nanometres nanometer nanometers`}, {dimLength, 1e-10, `Å angstrom angstroms`}, {dimLength, 1609.344, `mile miles`},
	{dimLength, 0.3048, `ft foot feet`}, {dimLength, 0.0254, `inch inches`}, {dimLength, 3.0857e16, `pc parsec parsecs`}, {dimLength, 3.0857e22, `Mpc`}, {dimLength, 9.4607e15, `ly light-years`},
	{dimMass, 1, `g gram grams gramme grammes`}, {dimMass, 1e3, `kg kilogram kilograms kilogramme kilogrammes`}, {dimMass, 1e-3, `mg milligram milligrams`}, {dimMass, 1e-6, `µg μg ug mcg microgram micrograms`},
	{dimMass, 1e-9, `ng nanogram nanograms`}, {dimMass, 1e-12, `pg picogram picograms`}, {dimMass, 1e6, `t tonne tonnes ton tons`}, {dimMass, 1e15, `Gt`}, {dimMass, 453.592, `lb lbs pound pounds`},
	{dimMolecular, 1, `Da dalton daltons`}, {dimMolecular, 1e3, `kDa kilodalton kilodaltons kd`}, {dimMolecular, 1e6, `MDa`},
	{dimAmount, 1, `mol mole moles`}, {dimAmount, 1e-3, `mmol millimoles`}, {dimAmount, 1e-6, `µmol μmol umol micromoles`}, {dimAmount, 1e-9, `nmol`}, {dimAmount, 1e-12, `pmol`},
	{dimMolar, 1, `M molar`}, {dimMolar, 1e-3, `mM millimolar`}, {dimMolar, 1e-6, `µM μM uM microM micromolar`}, {dimMolar, 1e-9, `nM nanoM nanomolar`}, {dimMolar, 1e-12, `pM picomolar`},
	{dimVolume, 1, `l L litre litres liter liters`}, {dimVolume, 1e-3, `ml mL millilitre millilitres milliliter milliliters`}, {dimVolume, 1e-6, `µl μl µL μL ul microlitre microlitres`}, {dimVolume, 0.1, `dl dL`},
	{dimTemperature, 1, `°C ℃ celsius centigrade`}, {dimTemperature, 1, `K kelvin`}, {dimTemperature, 1, `°F fahrenheit`},
	{dimPressure, 1, `Pa pascal`}, {dimPressure, 1e3, `kPa`}, {dimPressure, 1e6, `MPa`}, {dimPressure, 1e9, `GPa`}, {dimPressure, 133.322, `mmHg`}, {dimPressure, 1e5, `bar`}, {dimPressure, 101325, `atm`},
	{dimEnergy, 1, `J joule joules`}, {dimEnergy, 1e3, `kJ`}, {dimEnergy, 4.184, `cal`}, {dimEnergy, 4184, `kcal`}, {dimEnergy, 1.602e-19, `eV`}, {dimEnergy, 1.602e-22, `meV`}, {dimEnergy, 1.602e-16, `keV`}, {dimEnergy, 1.602e-13, `MeV`}, {dimEnergy, 1.602e-10, `GeV`},
	{dimFrequency, 1, `Hz hertz`}, {dimFrequency, 1e3, `kHz`}, {dimFrequency, 1e6, `MHz`}, {dimFrequency, 1e9, `GHz`}, {dimFrequency, 1. / 60, `bpm rpm`},
	{dimVoltage, 1, `V volt volts`}, {dimVoltage, 1e-3, `mV`}, {dimOther, 1, `W watt watts ppm ppb dB T tesla IU U CFU copies fold-change`},
	{dimSequence, 1, `bp nt base-pairs nucleotide nucleotides residues aa amino-acids`}, {dimSequence, 1e3, `kb kbp`}, {dimSequence, 1e6, `Mb Mbp`},
	{dimMoney, 1, `dollar dollars USD euro euros EUR`}, {dimDose, 1, `Gy gray`}, {dimDose, 1e-2, `cGy`}, {dimDose, 1, `Sv`}, {dimDose, 1e-3, `mSv`},
	{dimAngle, 1, `° degree degrees deg`},
	{dimEnergy, 3600, `Wh watt-hour watt-hours`}, {dimEnergy, 3.6e6, `kWh kilowatt-hour kilowatt-hours`}, {dimEnergy, 3.6e9, `MWh`}, {dimEnergy, 3.6e12, `GWh`}, {dimEnergy, 3.6e15, `TWh`},
	{dimEnergy, 1e6, `MJ`}, {dimEnergy, 1e9, `GJ`}, {dimEnergy, 1e12, `TJ`}, {dimEnergy, 1e-3, `mJ`}, {dimPressure, 100, `hPa mbar`}, {dimPressure, 133.322, `Torr torr`}, {dimPressure, 6894.76, `psi`},
	{dimVoltage, 1e3, `kV`}, {dimVoltage, 1e-6, `µV μV`}, {dimMoney, 1, `GBP CHF JPY yen`}, {dimVolume, 1e-9, `nl nL`}, {dimMass, 31.1035, `oz ounce ounces`}, {dimMass, 1e15, `gigatonne gigatonnes`},
	{dimAmount, 1e-15, `fmol`}, {dimMolar, 1e-15, `fM`}, {dimFrequency, 1e12, `THz`}, {dimLength, 1e-12, `picometre picometres`}, {dimLength, 1.495979e11, `AU au`}, {dimLength, 0.9144, `yard yards`},
	{dimOther, 1, `kW MW GW TW mW µW μW kilowatt kilowatts megawatt megawatts gigawatt gigawatts Ah mAh mA µA μA nA ampere amperes Ω kΩ MΩ ohm ohms
		kN mN µN nN pN newton newtons mT µT μT nT mS µS μS nS Bq kBq MBq GBq mCi µCi lux lumen lumens hectare hectares acre acres
		byte bytes kB KB MB GB TB bit bits qubit qubits`},
}

// unitTable maps units as written to what they mean.
func unitTable() map[string]unit {
	table := make(map[string]unit, 300)
	for _, list := range unitWords {
		for _, w := range strings.Fields(list.words) {
			table[w] = unit{list.dim, list.factor}
		}
	}
	return table
}

// unitOf looks a word up, as written and then in lower case if it is longer than a symbol.
func (x *Extractor) unitOf(s string) (unit, bool) {
	if u, is := x.units[s]; is {
		return u, true
	}
	if len(s) < 3 {
		return unit{}, false
	}
	u, is := x.units[strings.ToLower(s)]
	return u, is
}

// per returns the dimension of one unit for each of another, as in "480 ng/ml".
func per(over, under unit) unit {
	f := over.factor / under.factor
	switch {
	case over.dim == dimMass && under.dim == dimVolume:
		return unit{dimDensity, f}
	case over.dim == dimAmount && under.dim == dimVolume:
		return unit{dimMolar, f}
	case over.dim == dimLength && under.dim == dimTime:
		return unit{dimSpeed, f}
	}
	return unit{dimOther, f}
}

// labels says whether a number only names something, as in "type 2", "page 7", "protein-2" and "HLA-B*27:05".
func (l *line) labels(i int) bool {
	if i == 0 {
		return false
	}
	if l.before(i) == "*" || l.before(i) == ":" && i > 1 && l.before(i-1) == "*" {
		return true
	}
	if gap := l.before(i); gap != " " && gap != "-" {
		return false
	}
	switch strings.ToLower(l.at(i - 1)) {
	case "type", "phase", "stage", "grade", "figure", "fig", "table", "chromosome", "exon", "exons", "codon", "serine", "page", "day", "week", "group", "version", "chapter", "step", "class", "part", "no", "interleukin", "factor", "protein":
		return true
	}
	return false
}

// inheritRatios makes a number a ratio that goes on with a list of ratios: "HRs of 0.41 (0.39-0.43) and 0.31".
func (l *line) inheritRatios(all []quantity) {
	last := -1
	for i := range all {
		q := &all[i]
		if q.role == rolePlain && q.unit.dim == dimNone && last >= 0 && all[last].role == roleRatio {
			if joined, _ := l.continues(&all[last], q); joined {
				q.role = roleRatio
			}
		}
		if q.role == rolePlain || q.role == roleRatio {
			last = i
		}
	}
}

// isWhole says whether a number is what another one is out of, with their share behind a comma: "3 of 64, 5%".
func (l *line) isWhole(q *quantity) bool {
	return q.first > 1 && strings.EqualFold(l.at(q.first-1), "of") && l.isNumber(q.first-2) && strings.HasPrefix(l.gap(q.end-1), ",")
}

// inheritUnits gives the first numbers of a range or list the unit of its last: "33 to 43 bp", "3.0, 4.1 and 5 mg".
func inheritUnits(l *line, all []quantity) {
	for k := len(all) - 2; k >= 0; k-- {
		a, b := &all[k], &all[k+1]
		if a.unit.dim != dimNone || b.unit.dim == dimNone || a.end > b.first || b.role != rolePlain || l.isWhole(a) {
			continue
		}
		between := b.first - a.end
		gap := strings.TrimSpace(l.gap(a.end - 1))
		word := ""
		if between == 1 {
			word = strings.ToLower(l.at(a.end))
		}
		if between == 0 && (gap == "-" || gap == "–" || gap == "," || gap == "—") || between == 1 && (word == "to" || word == "and" || word == "or" || word == "versus" || word == "vs") {
			a.unit, a.unitEnd, a.rate = b.unit, max(b.end, b.unitEnd), b.rate
		}
	}
}
