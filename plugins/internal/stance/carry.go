package stance

// carry reads sentences that could not be read alone with what their works say beside them: those that hold a part of the object, and results
// that name no subject, "was similar in both groups", of works that name it earlier.
func (p *Pool) carry() {
	p.readBeside()
	for _, v := range p.views {
		if v.Dangles() && p.introduced(v) {
			v.Sight.Carry()
		}
	}
}

// readBeside reads sentences anew where other ones of their works hold what they lack of the object.
func (p *Pool) readBeside() {
	works := map[int]uint64{}
	for _, v := range p.views {
		works[v.sentence.Document] |= v.held
	}
	for _, v := range p.views {
		v.Sight.ReadBeside(works[v.sentence.Document])
	}
}

// introduced says whether an earlier sentence of the same work names the subject, and both together tell the object.
func (p *Pool) introduced(v *view) bool {
	for _, w := range p.views {
		if w.sentence.Document == v.sentence.Document && w.sentence.Place < v.sentence.Place && v.Follows(w.Sight) {
			return true
		}
	}
	return false
}
