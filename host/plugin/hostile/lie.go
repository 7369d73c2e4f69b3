package hostile

import (
	"math"

	a "github.com/sparkhost/sparkhost/host/plugin/hostile/assemble"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

var nan, inf = math.NaN(), math.Inf(1)

// lying are modules whose answers are not what they are said to be.
func lying() []Case {
	at := func(name, why, says string, at, n int) Case {
		return Case{Name: name, Why: why, Says: says, build: changed(func(g *Guest) { g.Score(a.Const64(a.Pack(at, n))...) })}
	}
	alloc := func(name, why, kind, says string, body ...byte) Case {
		return Case{Name: name, Why: why, Kind: kind, Says: says, build: changed(func(g *Guest) { g.Funcs[FuncAlloc].Body = body })}
	}
	scores := func(name, why, says string, v ...float64) Case {
		return Case{Name: name, Why: why, Says: says, build: changed(func(g *Guest) { g.Scores(v...) })}
	}
	answer := func(name, why, says string, r contract.Response) Case {
		return Case{Name: name, Why: why, Says: says, build: changed(func(g *Guest) { g.Respond(r) })}
	}
	part := contract.Part{Name: "bonus", Table: "items", Values: []float64{1}}
	list := []Case{
		at("an answer beyond memory", "A length is only a number.", "its answer is said to be 61440 bytes at 194560, outside of its memory of 196608 bytes", 190<<10, 60<<10),
		at("an answer whose end overflows 32 bits", "Address and length add up to something small.", "outside of its memory", math.MaxUint32, 2),
		at("an answer over the output limit", "It is refused before it is copied.", "its answer: 102400 bytes, over the limit of 65536 bytes", 0, 100<<10),
		at("an answer of 4 GiB", "So is one of any size.", "its answer: 4294967295 bytes, over the limit", 0, math.MaxUint32),
		at("an empty answer", "Nothing is not a result.", "0 results in one response", 0, 0),
		at("an answer that is no message", "It begins in the middle of one.", "response", AnswerAt+1, 3),
		alloc("an allocator that gives a place outside", "The host would write beyond memory.", "contract", "spark_alloc gave 4294967295", a.Const32(-1)...),
		alloc("an allocator that gives a place too small", "A request would run over the end.", "contract", "outside of its memory", a.Const32(3<<16-4)...),
		alloc("an allocator that gives nothing", "Zero is how C says that there is no memory.", "memory", "spark_alloc gave no memory", a.Const32(0)...),
		scores("a score that is not a number", "NaN spoils every sum and every order.", "score of table items, row 0: is not a number", nan),
		scores("an infinite score", "So does infinity.", "is infinite", inf),
		scores("a score below its range", "What a manifest promises is held.", "-1 is outside its range, 0 to 1", -1),
		scores("a score barely above its range", "By the last bit.", "is outside its range, 0 to 1", math.Nextafter(1, 2)),
		scores("two scores for one item", "Which of the two would count?", "2 values for 1 rows", 0.1, 0.2),
		scores("no score for an item", "Missing is not zero.", "0 values for 1 rows"),
		answer("a result of another kind", "A score plugin assesses.", "another kind", contract.Response{Assess: &contract.AssessResult{}}),
		answer("two results", "One call, one result.", "2 results", contract.Response{Score: &contract.ScoreResult{Scores: []float64{0.5}}, Assess: &contract.AssessResult{}}),
		answer("an error and a result", "It cannot have failed and not failed.", "an error and a result", contract.Response{Error: "no", Score: &contract.ScoreResult{Scores: []float64{0.5}}}),
		answer("a part that is not declared", "A policy could not have been checked against it.", "bonus of table items: the part is not declared",
			contract.Response{Score: &contract.ScoreResult{Scores: []float64{0.5}, Parts: []contract.Part{part}}}),
		{Name: "a message within a message without end", Why: "Lengths may lie at every level.", Says: "truncated", build: changed(func(g *Guest) { g.Answer([]byte("\x12\x7f\x0a\x7f")) })},
		{Name: "a number of eleven bytes", Why: "A varint may have more digits than a number.", Says: "varint too long", build: changed(func(g *Guest) {
			g.Answer([]byte("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"))
		})},
		{Name: "scores of four and a half numbers", Why: "A column may be cut off.", Says: "packed numbers are cut off", build: changed(func(g *Guest) { g.Answer([]byte("\x12\x06\x0a\x04abcd")) })},
		{Name: "parts without names in numbers", Why: "The shortest messages cost the host most memory for their bytes.", Says: "has no name", build: changed(func(g *Guest) {
			b := []byte{0x12, 0xc0, 0x9c, 1} // 20,032 bytes
			for range 20_032 / 2 {
				b = append(b, 0x12, 0)
			}
			g.Answer(b)
		})},
	}
	for i := range list {
		list[i].Phase, list[i].Kind = PhaseCall, orStandard(list[i].Kind, "contract")
	}
	return append(list, odd()...)
}

// odd are answers that are unusual and right.
func odd() []Case {
	fine := func(name, why string, v float64) Case {
		return Case{Name: name, Why: why, Phase: PhaseCall, Then: []string{"", ""}, build: changed(func(g *Guest) { g.Scores(v) })}
	}
	return []Case{
		fine("a score of negative zero", "It is within 0 to 1, and another number than zero.", math.Copysign(0, -1)),
		fine("a denormal score", "Some machines take it for zero.", math.SmallestNonzeroFloat64),
		{Name: "an allocator that gives the same place every time", Why: "A place is the guest's until the next.", Phase: PhaseCall, Then: []string{"", ""}, build: changed(func(*Guest) {})},
		{Name: "fields that nobody knows", Why: "A later contract may have them; they are skipped.", Phase: PhaseCall, Then: []string{""}, build: changed(func(g *Guest) {
			r := contract.Response{Score: &contract.ScoreResult{Scores: []float64{0.5}}}
			g.Answer(append(r.Marshal(nil), "\xa2\x06\x03new\xa8\x06\x01"...)) // fields 100 and 101
		})},
	}
}
