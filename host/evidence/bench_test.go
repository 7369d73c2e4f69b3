package evidence

import "testing"

func BenchmarkPassages(b *testing.B) {
	d := Document{ID: "d", Abstract: sampleAbstract}
	b.ReportAllocs()
	for b.Loop() {
		Passages(&d, 0, PassageOptions{})
	}
}

func BenchmarkParseDocument(b *testing.B) {
	line := []byte(`{"id":"1","title":"A title","abstract":"` + sampleAbstract + `","year":2015}`)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseDocument(line); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkClusterClaims(b *testing.B) {
	a, v := NewAnalyzer(Content), NewVocabulary()
	var sets [][]uint32
	for i := range 300 {
		text := sampleAbstract[i%40*20:]
		sets = append(sets, v.SetOf(a.Tokens(text[:150+i%7*20])))
	}
	b.ReportAllocs()
	for b.Loop() {
		ClusterClaims(sets, ByJaccard, 0.5)
	}
}
