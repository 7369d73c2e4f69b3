package plugin

import "encoding/binary"

// bounded returns the module with a maximum on each of its tables, because a table without one
// grows on the host's account, up to 2^32 entries. A module whose tables are bounded
// is returned as it is. Compilers rarely give the maximum: stock Go does not.
func bounded(wasm []byte, m *Module) []byte {
	tables := binary.AppendUvarint(nil, uint64(len(m.Tables)))
	change := false
	for i, t := range m.Tables {
		if !t.HasMax || t.Max > maxTableEntries {
			t.Max, change = max(t.Min, maxTableEntries/maxTables), true
		}
		tables = append(tables, m.tableTypes[i], 1)
		tables = binary.AppendUvarint(tables, t.Min)
		tables = binary.AppendUvarint(tables, t.Max)
	}
	if !change {
		return wasm
	}
	return replaceSections(wasm, map[byte][]byte{sectionTable: tables})
}

// replaceSections returns the module with other bodies for the sections in with that it has.
func replaceSections(wasm []byte, with map[byte][]byte) []byte {
	out := append(make([]byte, 0, len(wasm)+len(wasm)/8), wasmHeader...)
	r := &sectionReader{b: wasm[len(wasmHeader):]}
	for len(r.b) > 0 {
		id, body := r.byte(), r.take(r.u32())
		if other, ok := with[id]; ok {
			body = other
		}
		out = appendUint(append(out, id), uint64(len(body)))
		out = append(out, body...)
	}
	return out
}

// entries writes a vector.
func entries[T any](list []T, one func([]byte, T) []byte) []byte {
	b := appendUint(nil, uint64(len(list)))
	for _, v := range list {
		b = one(b, v)
	}
	return b
}

func appendUint(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

func appendName(b []byte, s string) []byte { return append(appendUint(b, uint64(len(s))), s...) }
