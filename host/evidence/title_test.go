package evidence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestATitleStatesIfItHasAVerbOfItsOwn(t *testing.T) {
	for title, states := range map[string]bool{
		"Tobacco smoke induces CYP1A2 and shortens the half-life of caffeine": true,
		"Rapalogs inhibit the growth of yeast":                                true,
		"Sleep loss is linked to appetite":                                    true,
		"No effect of zinc on colds: a trial":                                 true,
		"Zinc and colds: supplements do not shorten illness":                  true,
		"Light controls flowering in barley":                                  true,
		"Light controls for microscopes":                                      false,
		"Increases in rainfall and the yield of barley":                       false,
		"A gene that controls flowering":                                      false,
		"How light controls flowering":                                        false,
		"Why hot water freezes faster":                                        false,
		"Does zinc shorten colds?":                                            false,
		"Zinc in the treatment of colds":                                      false,
		"":                                                                    false,
	} {
		assert.Equal(t, states, States(title), title)
	}
}

func TestATitleThatStatesSomethingIsAPassageOnRequest(t *testing.T) {
	doc := &Document{ID: "d", Title: " Zinc shortens colds. ", Abstract: "We gave zinc to 40 people."}
	assert.Len(t, Passages(doc, 0, PassageOptions{}), 1)
	ps := Passages(doc, 0, PassageOptions{Titles: true})
	assert.Len(t, ps, 2)
	assert.Equal(t, Passage{ID: "d#title:1-21", Field: "title", Section: SectionTitle, Start: 1, End: 21, Text: "Zinc shortens colds."}, ps[0])
	doc.Title = "Zinc and colds"
	assert.Len(t, Passages(doc, 0, PassageOptions{Titles: true}), 1)
}
