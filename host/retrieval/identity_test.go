package retrieval

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestADOIHasOneFormHoweverItWasWritten(t *testing.T) {
	for in, want := range map[string]string{
		"10.1000/ABC":                     "10.1000/abc",
		" DOI: 10.1000/abc ":              "10.1000/abc",
		"https://dx.doi.org/10.1000/abc":  "10.1000/abc",
		"doi:https://doi.org/10.1000/abc": "10.1000/abc",
		"https://doi.org/doi:10.1000/abc": "10.1000/abc",
		"10.1000%2Fabc%28d%29":            "10.1000/abc(d)",
		"10.1000/abc.":                    "10.1000/abc",
		"10.1002/(SICI)1(19960815)78:4&lt;773::AID-C&gt;3.0.CO;2-Q": "10.1002/(sici)1(19960815)78:4<773::aid-c>3.0.co;2-q",
		"10.1000/":  "",
		"10./abc":   "",
		"10.1000":   "",
		"n/a":       "",
		"11.1000/a": "",
		"":          "",
	} {
		assert.Equal(t, want, NormalizeDOI(in), in)
	}
}

func TestAnArXivIdentifierHasOneFormAndWhatIsNoneHasNone(t *testing.T) {
	for in, want := range map[string]string{
		"arXiv:2101.00001v3":                   "2101.00001",
		"http://arxiv.org/abs/2101.00001":      "2101.00001",
		"https://arxiv.org/html/2101.00001v1":  "2101.00001",
		"https://arxiv.org/pdf/2101.00001.pdf": "2101.00001",
		"hep-th/9901001v2":                     "hep-th/9901001",
		"math.GT/0309136v1":                    "math/0309136",
		"cond-mat.mes-hall/9901001":            "cond-mat/9901001",
		"N/A":                                  "",
		"None":                                 "",
		"https://example.org/2101.00001":       "",
		"":                                     "",
	} {
		assert.Equal(t, want, NormalizeArXiv(in), in)
	}
}

func TestAPubMedIdentifierIsFoundInOldAddresses(t *testing.T) {
	for in, want := range map[string]string{
		"https://www.ncbi.nlm.nih.gov/pubmed/29456894": "29456894",
		"https://pubmed.ncbi.nlm.nih.gov/29456894/":    "29456894",
		"PMID: 007": "7",
		"None":      "",
	} {
		assert.Equal(t, want, NormalizePMID(in), in)
	}
}
