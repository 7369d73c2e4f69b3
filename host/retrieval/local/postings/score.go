package postings

import "math"

// slack widens bounds by far more than the rounding of some hundred additions, so that a bound that was summed
// in another order than a score is never under it.
const slack = 1 + 1e-9

// Scoring are the settings of BM25 (Robertson and Zaragoza 2009), which every search may choose anew.
type Scoring struct {
	K1         float64 // saturation of repeated terms, at least 0
	B          float64 // strength of length normalisation, 0..1
	TitleBoost float64 // weight of the title's score beside the whole's, at least 0
}

// shortText is the length in terms up to which normalisation is computed ahead.
const shortText = 2048

// A field scores terms by their frequency in texts of one kind.
type field struct {
	k1, b, mean float64
	norms       []float64 // by length
}

func newField(s Scoring, mean float64) *field {
	f := &field{k1: s.K1, b: s.B, mean: mean, norms: make([]float64, shortText)}
	for i := range f.norms {
		f.norms[i] = f.normOf(float64(i))
	}
	return f
}

// fields score whole texts and titles by settings.
type fields struct {
	scoring      Scoring
	whole, title *field
}

// fieldsOf returns the fields of the settings. Those of the last search are kept, because nearly all searches of an index share
// their settings, and the norms of two fields are 32 KB.
func (x *Index) fieldsOf(s Scoring) *fields {
	if f := x.fields.Load(); f != nil && f.scoring == s {
		return f
	}
	f := &fields{s, newField(s, x.totals.WholeMean()), newField(s, x.totals.TitleMean())}
	x.fields.Store(f)
	return f
}

// normOf is k1 × (1-b + b × length/mean). The conversion keeps processors that can from fusing it with
// additions, which would make scores depend on how code is inlined.
func (f *field) normOf(length float64) float64 { return float64(f.k1 * (1 - f.b + f.b*length/f.mean)) }

// saturation is freq × (k1+1) / (freq + norm).
func (f *field) saturation(freq, length uint32) float64 {
	var norm float64
	if uint64(length) < uint64(len(f.norms)) {
		norm = f.norms[length]
	} else {
		norm = f.normOf(float64(length))
	}
	return float64(freq) * (f.k1 + 1) / (float64(freq) + norm)
}

// A term is one of a query, ready to score: weight × idf in each field. The factor of the title is 0 where it does
// not count.
type term struct {
	whole, title             *field
	wholeFactor, titleFactor float64
	required                 bool // a hit holds at least one required term
}

func (t *term) wholeScore(freq, length uint32) float64 {
	return float64(t.wholeFactor * t.whole.saturation(freq, length))
}

func (t *term) titleScore(freq, length uint32) float64 {
	if t.titleFactor == 0 {
		return 0
	}
	return float64(t.titleFactor * t.title.saturation(freq, length))
}

// IDF is ln(1 + (N-df+0.5)/(df+0.5)), which is never negative, for a term that df of N documents hold.
func IDF(df, n uint64) float64 {
	return math.Log1p((float64(n) - float64(df) + 0.5) / (float64(df) + 0.5))
}

// Saturation is BM25's part of term frequency: freq × (k1+1) / (freq + k1 × (1-b + b × length/mean)).
func (s Scoring) Saturation(freq, length uint32, mean float64) float64 {
	f := field{k1: s.K1, b: s.B, mean: mean}
	return f.saturation(freq, length)
}
