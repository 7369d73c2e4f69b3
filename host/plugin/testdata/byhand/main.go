// Command byhand is a score plugin written from docs/plugin-abi.md alone: it imports nothing of
// sparkhost. It gives an item of n distinct tokens the score n/(n+half), and half of that if the item's year is
// not known.
//
// A test builds it with stock Go and holds it to the exchange on that page.
package main

import (
	"encoding/binary"
	"math"
	"strconv"
	"unsafe"
)

func main() {} // a plugin is a reactor: main never runs

// Buffers live in globals, so that what they hold stays where it is until the next call.
var request, answer []byte

//go:wasmexport spark_abi_1
func abi() int32 { return 1 }

//go:wasmexport spark_alloc
func alloc(size uint32) uint32 {
	request = make([]byte, max(size, 1))
	return uint32(uintptr(unsafe.Pointer(&request[0])))
}

//go:wasmexport spark_describe
func describe() uint64 { return give(manifest()) }

//go:wasmexport spark_score
func score(_, length uint32) uint64 {
	scores, err := scoresOf(request[:length])
	if err != "" {
		return give(text(nil, 1, err))
	}
	return give(message(nil, 2, doubles(nil, 1, scores)))
}

func give(b []byte) uint64 {
	answer = b
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b))))<<32 | uint64(len(b))
}

// manifest is the encoded Manifest.
func manifest() []byte {
	b := text(nil, 1, "byhand")
	b = text(b, 2, "1.0.0")
	b = number(b, 3, 1) // contract
	b = number(b, 4, 1) // kind: score
	b = message(b, 6, number(text(text(nil, 1, "items"), 2, "token_set"), 3, 2))
	b = message(b, 6, number(number(text(text(nil, 1, "items"), 2, "year"), 3, 1), 4, 1))
	value := double(number(nil, 1, 1), 2, 10)
	b = message(b, 7, double(message(number(text(nil, 1, "half"), 2, 1), 3, value), 4, 1))
	return message(b, 8, double(number(text(nil, 1, "score"), 2, 1), 5, 1))
}

// scoresOf answers an encoded Request, or says what is wrong with it.
func scoresOf(request []byte) (scores []float64, fault string) {
	half, contract := 10.0, uint64(0)
	var rows uint64
	var tokens, years column
	each(request, func(field int, n uint64, data []byte) {
		switch field {
		case 1:
			contract = n
		case 2:
			half = setting(data)
		case 3:
			rows, tokens, years = table(data)
		}
	})
	if contract != 1 {
		return nil, "the request is of contract " + strconv.FormatUint(contract, 10) + ", this plugin speaks contract 1"
	}
	scores = make([]float64, rows)
	for i := range scores {
		n := float64(tokens.offset(i+1) - tokens.offset(i))
		scores[i] = n / (n + half)
		if years.name == "" || !years.known(i) {
			scores[i] /= 2
		}
	}
	return scores, ""
}

// setting is the number of a Setting; this plugin has no others.
func setting(b []byte) (value float64) {
	each(b, func(field int, _ uint64, data []byte) {
		if field == 2 { // value
			each(data, func(field int, n uint64, _ []byte) {
				if field == 2 { // number
					value = math.Float64frombits(n)
				}
			})
		}
	})
	return value
}

// A column is what this plugin needs of a Column.
type column struct {
	name             string
	present, offsets []byte
}

func (c *column) offset(i int) uint32 { return binary.LittleEndian.Uint32(c.offsets[4*i:]) }

func (c *column) known(i int) bool { return len(c.present) == 0 || c.present[i/8]>>(i%8)&1 == 1 }

func table(b []byte) (rows uint64, tokens, years column) {
	each(b, func(field int, n uint64, data []byte) {
		switch field {
		case 2:
			rows = n
		case 3:
			if c := columnOf(data); c.name == "year" {
				years = c
			} else {
				tokens = c
			}
		}
	})
	return rows, tokens, years
}

func columnOf(b []byte) (c column) {
	each(b, func(field int, _ uint64, data []byte) {
		switch field {
		case 1:
			c.name = string(data)
		case 3:
			c.present = data
		case 5:
			c.offsets = data
		}
	})
	return c
}

// each calls do for every field of a message: n holds a number, data a field of bytes.
func each(b []byte, do func(field int, n uint64, data []byte)) {
	for len(b) > 0 {
		tag, size := binary.Uvarint(b)
		b = b[size:]
		switch tag & 7 {
		case 0:
			n, size := binary.Uvarint(b)
			do(int(tag>>3), n, nil)
			b = b[size:]
		case 1:
			do(int(tag>>3), binary.LittleEndian.Uint64(b), nil)
			b = b[8:]
		case 2:
			n, size := binary.Uvarint(b)
			do(int(tag>>3), 0, b[size:size+int(n)])
			b = b[size+int(n):]
		case 5:
			b = b[4:]
		}
	}
}

func number(b []byte, field int, n uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(field<<3)), n)
}

func double(b []byte, field int, v float64) []byte {
	b = binary.AppendUvarint(b, uint64(field<<3|1))
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
}

func message(b []byte, field int, body []byte) []byte {
	b = binary.AppendUvarint(b, uint64(field<<3|2))
	return append(binary.AppendUvarint(b, uint64(len(body))), body...)
}

func text(b []byte, field int, s string) []byte { return message(b, field, []byte(s)) }

func doubles(b []byte, field int, list []float64) []byte {
	var body []byte
	for _, v := range list {
		body = binary.LittleEndian.AppendUint64(body, math.Float64bits(v))
	}
	if len(body) == 0 {
		return b // an empty column is left out
	}
	return message(b, field, body)
}
