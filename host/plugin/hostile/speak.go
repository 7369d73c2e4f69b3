package hostile

import (
	"strings"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// speaking are modules whose words would harm who reads them.
func speaking() []Case {
	says := func(name, why, says, text string) Case {
		return Case{Name: name, Why: why, Phase: PhaseCall, Kind: "plugin", Says: says, build: changed(func(g *Guest) { g.Respond(contract.Response{Error: text}) })}
	}
	return []Case{
		says("its own error", "A plugin may have no opinion.", "no opinion", "no opinion"),
		says("an error that clears the screen", "Escape sequences command terminals.", "ready[2J]0;owned$", "ready\x1b[2J\x1b]0;owned\x07$"),
		says("an error that is written backwards", "Marks of direction make text say what it does not.", "exe.txt", "\u202eexe\u2066.\u200ftxt"),
		says("an error of many lines", "A log is read line by line.", "a fatal: forged", "a\nfatal: forged\r\n"),
		says("an error of Latin-1 controls", "They are escape sequences in one character.", "31mred", "\u009b31mred\u0085"),
		says("an error of 30 KB", "Who reads it has a screen.", "€€…", strings.Repeat("€", 10_000)),
		{Name: "an error that is not UTF-8", Why: "Text is text.", Phase: PhaseCall, Kind: "contract", Says: "text is not UTF-8", build: changed(func(g *Guest) { g.Answer([]byte("\x0a\x02\xff\xfe")) })},
		{Name: "an error of 8 MiB of escapes", Why: "Cutting it must not take longer than reading it.", Phase: PhaseCall, Kind: "plugin", Says: "[[[", Then: []string{"plugin"},
			Bound: Bound{Memory: 16 << 20, Output: 16 << 20, Fuel: 1 << 30}, build: changed(longError)},
		{Name: "a log of 60 MB", Why: "Only its end is kept, and the line that announced the failure.", Phase: PhaseCall, Kind: "trap", Says: "unreachable", Then: []string{"trap"},
			Bound: Bound{Fuel: 1 << 40}, Heavy: true, build: changed(func(g *Guest) { longLog(g) })},
	}
}

// longError answers with an error of 8 MiB, of escapes and brackets, that it makes as it runs.
func longError(g *Guest) {
	const size, body = 8 << 20, AnswerAt + 5
	g.Memory = a.Bounds(size>>16+2, -1)
	g.Put(AnswerAt, a.Join([]byte{0x0a}, a.Uleb(size), []byte("\x1b[\x1b["))) // the first two of its escapes
	doubling := []byte{}
	for n := int32(4); n < size; n *= 2 {
		doubling = a.Join(doubling, a.Const32(body+n), a.Const32(body), a.Const32(n), []byte{a.Misc, a.CopyMemory, 0, 0})
	}
	g.Score(a.Join(doubling, a.Const64(a.Pack(AnswerAt, 5+size)))...)
}

// longLog writes 64 KiB a thousand times, and traps.
func longLog(g *Guest) {
	write := g.Import("fd_write", a.I32+a.I32+a.I32+a.I32, a.I32)
	store := a.Join(a.Const32(4), a.Const32(64<<10), []byte{a.Store32, 2, 0})
	one := a.Join(a.Const32(2), a.Const32(0), a.Const32(1), a.Const32(16), a.CallOf(write), []byte{a.Drop})
	count := a.Join([]byte{a.LocalGet, 2}, a.Const32(1), []byte{a.I32Sub, 0x22, 2, a.BrIf, 0})
	g.Funcs[FuncScore].Locals = []byte{1, 1, 0x7f}
	g.Score(a.Join(store, a.Const32(1000), []byte{a.LocalSet, 2, a.Loop, a.Void}, one, count, []byte{a.End, a.Unreachable})...)
}
