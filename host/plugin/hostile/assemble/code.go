package assemble

import (
	"bytes"
	"encoding/binary"
)

// Opcodes.
const (
	Unreachable = 0x00
	Block       = 0x02
	Loop        = 0x03
	If          = 0x04
	End         = 0x0b
	Br          = 0x0c
	BrIf        = 0x0d
	BrTable     = 0x0e
	Return      = 0x0f
	Call        = 0x10
	CallTable   = 0x11
	Drop        = 0x1a
	LocalGet    = 0x20
	LocalSet    = 0x21
	LocalTee    = 0x22
	GlobalGet   = 0x23
	GlobalSet   = 0x24
	Load8       = 0x2d
	Store32     = 0x36
	Store8      = 0x3a
	MemoryGrow  = 0x40
	I32Eqz      = 0x45
	I32Add      = 0x6a
	I32Sub      = 0x6b
	I32DivU     = 0x6e
	I32Shl      = 0x74
	RefNull     = 0xd0
	Misc        = 0xfc // before CopyMemory, FillMemory, TableGrow
	CopyMemory  = 0x0a
	FillMemory  = 0x0b
	TableGrow   = 0x0f

	// Void is the type of a block without results.
	Void = 0x40
)

// Const32 is i32.const.
func Const32(v int32) []byte { return append([]byte{0x41}, sleb(int64(v))...) }

// Const64 is i64.const.
func Const64(v uint64) []byte { return append([]byte{0x42}, sleb(int64(v))...) }

// CallOf returns a call of the function with that index.
func CallOf(index int) []byte { return Join([]byte{Call}, Uleb(index)) }

// Forever repeats body without end. What follows is never reached, so it fits every result type.
func Forever(body ...byte) []byte {
	return Join([]byte{Loop, Void}, body, []byte{Br, 0, End, Unreachable})
}

// Pack returns the result of an entry point: an address and a length.
func Pack(at, n int) uint64 { return uint64(uint32(at))<<32 | uint64(uint32(n)) }

// Section returns a section of a vector of entries; nothing if there are none.
func Section(id byte, entries ...[]byte) []byte {
	if len(entries) == 0 {
		return nil
	}
	body := append(Uleb(len(entries)), bytes.Join(entries, nil)...)
	return Join([]byte{id}, Uleb(len(body)), body)
}

// Custom returns a custom section.
func Custom(name string, body []byte) []byte {
	b := Join(Name(name), body)
	return Join([]byte{0}, Uleb(len(b)), b)
}

// Name returns a string or any other vector of bytes.
func Name(s string) []byte { return append(Uleb(len(s)), s...) }

// Uleb returns an unsigned LEB128 number.
func Uleb[T int | uint32 | uint64](v T) []byte { return binary.AppendUvarint(nil, uint64(v)) }

func sleb(v int64) []byte {
	var b []byte
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// Join concatenates pieces of code.
func Join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// Bounds are flags and bounds of a memory in pages, or of a table behind its type. A most below 0 means none.
func Bounds(least, most int) []byte {
	if most < 0 {
		return Join([]byte{0}, Uleb(least))
	}
	return Join([]byte{1}, Uleb(least), Uleb(most))
}
