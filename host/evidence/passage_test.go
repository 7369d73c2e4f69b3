package evidence

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestSectionClass(t *testing.T) {
	tests := map[string]string{
		"METHODS": SectionMethods, "Patients and methods": SectionMethods, "2.1 Materials & Methods": SectionMethods, "STUDY DESIGN": SectionMethods,
		"MAIN OUTCOME MEASURES": SectionMethods, "Methodological aspects": SectionOther, "DESIGN, SETTING, AND PARTICIPANTS": SectionMethods,
		"RESULTS": SectionResults, "Main results": SectionResults, "METHODS AND RESULTS": SectionResults, "Principal findings": SectionResults,
		"MEASUREMENTS AND MAIN RESULTS": SectionResults, "Results and discussion": SectionResults, "OUTCOMES": SectionResults,
		"Aims": SectionIntroduction, "BACKGROUND AND PURPOSE": SectionIntroduction, "SUMMARY OF BACKGROUND DATA": SectionIntroduction, "Study objectives": SectionIntroduction,
		"Discussion": SectionDiscussion, "LIMITATIONS": SectionDiscussion, "CONCLUSIONS": SectionConclusion, "Clinical significance": SectionConclusion,
		"Abstract": SectionAbstract, "UNLABELLED": SectionAbstract, "": SectionOther, "Acknowledgements": SectionOther,
	}
	for label, want := range tests {
		assert.Equal(t, want, SectionClass(label), label)
	}
}

func TestInlineHeadingsCutAnAbstract(t *testing.T) {
	tests := []struct {
		name, abstract string
		want           []string
	}{
		{"capitals and colons", "AIMS: To see. METHODS: We looked. RESULTS: We saw. CONCLUSION: Seen.",
			[]string{"introduction|To see.", "methods|We looked.", "results|We saw.", "conclusion|Seen."}},
		{"capitals alone", "OBJECTIVE The purpose was known. METHODS AND RESULTS In 30 men we looked. CONCLUSIONS It holds.",
			[]string{"introduction|The purpose was known.", "results|In 30 men we looked.", "conclusion|It holds."}},
		{"one capital and a colon", "Background: It is known. Patients and methods: Many.",
			[]string{"introduction|It is known.", "methods|Many."}},
		{"a numbered heading and a full stop", "1. METHODS. We looked.", []string{"methods|We looked."}},
		{"capitals inside a sentence", "We saw RESULTS In all.", []string{"abstract|We saw RESULTS In all."}},
		{"text before the first heading", "It is so. RESULTS: Yes.", []string{"abstract|It is so.", "results|Yes."}},
		{"capitals that are no heading", "DNA was cut. RNA: it was not. Results were good.", []string{"abstract|DNA was cut. RNA: it was not. Results were good."}},
		{"headings on lines of their own", "Introduction\nWe ask.\nMethods\nWe look.", []string{"introduction|We ask.", "methods|We look."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, p := range Passages(&Document{ID: "d", Abstract: tt.abstract}, 0, PassageOptions{}) {
				got = append(got, p.Section+"|"+p.Text)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestSectionsStandForTheAbstractTheyMakeUp(t *testing.T) {
	d := Document{ID: "d", Abstract: "We looked. We saw.", Sections: []Section{{"METHODS", "We looked."}, {"RESULTS", "We saw."}}}
	got := Passages(&d, 3, PassageOptions{})
	assert.Equal(t, []Passage{
		{ID: "d#sections/0:0-10", Document: 3, Field: "sections/0", Section: SectionMethods, Start: 0, End: 10, Text: "We looked."},
		{ID: "d#sections/1:0-7", Document: 3, Field: "sections/1", Section: SectionResults, Start: 0, End: 7, Text: "We saw."},
	}, got)

	d.Abstract = "METHODS: We looked. RESULTS: We saw."
	assert.Equal(t, got, Passages(&d, 3, PassageOptions{}), "also with the labels in the abstract")

	d.Abstract = "Something else."
	assert.Len(t, Passages(&d, 3, PassageOptions{}), 3, "other sections are read besides")
}

func TestPassagesHoldWholeSentencesUpToTheirSize(t *testing.T) {
	d := Document{ID: "d", Abstract: "First comes this one. Second comes that one. Third one is far too long to fit into a passage at all. Fourth comes now and ends."}
	var got []string
	for _, p := range Passages(&d, 0, PassageOptions{PassageChars: 45}) {
		got = append(got, p.Text)
	}
	assert.Equal(t, []string{"First comes this one. Second comes that one.", "Third one is far too long to fit into a passage at all.", "Fourth comes now and ends."}, got)
}

func TestNothingOverMaxCharsIsRead(t *testing.T) {
	d := Document{ID: "d", Abstract: "One is here. Two is cut off.", Text: "Never read."}
	got := Passages(&d, 0, PassageOptions{MaxChars: 20})
	assert.Len(t, got, 1)
	assert.Equal(t, "One is here.", got[0].Text, "a sentence cut off is left out")
	got = Passages(&d, 0, PassageOptions{MaxChars: 5})
	assert.Equal(t, "One i", got[0].Text, "unless it is all there is")
}

func TestFieldOfWhatIsNotThereIsEmpty(t *testing.T) {
	d := Document{Title: "t", Sections: []Section{{"", "s"}}}
	assert.Equal(t, []string{"t", "s", "", "", ""}, []string{Field(&d, "title"), Field(&d, "sections/0"), Field(&d, "sections/1"), Field(&d, "sections/-1"), Field(&d, "x")})
}

func TestPassagesAreExact(t *testing.T) {
	piece := rapid.SampledFrom([]string{"METHODS: ", "RESULTS ", "We found 5.2 mg. ", "e.g. this ", "αβγ δ. ", "\n\n", "No? ", "Yes! ", "日本。", "Methods\n", "et al. "})
	prose := rapid.Map(rapid.SliceOfN(rapid.OneOf(piece, rapid.String()), 0, 30), func(p []string) string { return strings.Join(p, "") })
	rapid.Check(t, func(t *rapid.T) {
		d := Document{ID: "d", Abstract: prose.Draw(t, "abstract"), Text: prose.Draw(t, "text"), Sections: []Section{{"AIMS", prose.Draw(t, "section")}}}
		opts := PassageOptions{MaxChars: rapid.IntRange(1, 400).Draw(t, "max"), PassageChars: rapid.IntRange(1, 200).Draw(t, "size")}
		read, ends := 0, map[string]int{}
		for _, p := range Passages(&d, 0, opts) {
			assert.Equal(t, Field(&d, p.Field)[p.Start:p.End], p.Text)
			assert.NotEmpty(t, strings.TrimSpace(p.Text))
			assert.GreaterOrEqual(t, p.Start, ends[p.Field], "no overlap")
			assert.True(t, utf8.ValidString(p.Text), "no character is cut")
			ends[p.Field] = p.End
			read += len(p.Text)
		}
		assert.LessOrEqual(t, read, opts.MaxChars)
	})
}
