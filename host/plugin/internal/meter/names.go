package meter

import "encoding/binary"

// rewriteNames keeps the names of the module and of its functions, which stack traces show. A
// section that cannot be read is dropped: names are not part of what a module does.
func (m *module) rewriteNames() {
	r := &reader{b: m.names}
	var out []byte
	for r.err == nil && r.more() {
		id, body := r.byte(), r.take(r.u32())
		switch id {
		case 0:
			out = appendSized(append(out, id), body)
		case 1:
			out = appendSized(append(out, id), m.functionNames(r, body))
		}
	}
	m.names = out
	if r.err != nil {
		m.names = nil
	}
}

// functionNames gives the names their functions' new indices. Imported functions keep theirs,
// wrappers have none.
func (m *module) functionNames(outer *reader, body []byte) []byte {
	r := &reader{b: body}
	n := r.count()
	out := binary.AppendUvarint(make([]byte, 0, len(body)+n/2), uint64(n))
	for ; n > 0 && r.err == nil; n-- {
		i := r.u32()
		if int64(i) >= int64(len(m.imports)) {
			i++
		}
		out = appendSized(binary.AppendUvarint(out, uint64(i)), []byte(r.name()))
	}
	if err := r.end(); err != nil {
		outer.fail(err)
	}
	return out
}
