package markup

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestATitleSaysThatItsWorkIsRetracted(t *testing.T) {
	for title, want := range map[string]bool{
		"RETRACTED: Lemmings jump":                                        true,
		"Retracted Article: Lemmings jump":                                true,
		"[Retracted] Lemmings jump":                                       true,
		"WITHDRAWN: Lemmings jump":                                        true,
		"RETRACTED – Lemmings jump":                                       true,
		"** WITHDRAWN: Lemmings jump":                                     true,
		"RETRACTED ARTICLE：Lemmings jump":                                 true,
		"Lemmings jump [Retracted]":                                       true,
		"Lemmings jump (Retracted article. See vol. 388, pg. 2013, 2016)": true,
		"Lemmings jump (retracted)":                                       true,
		"Retracted-lemming counts: a survey":                              false,
		"Organs removed - a history":                                      false,
		"Removed":                                                         false,
		"Cells from tissue (removed from rats) in culture":                false,
		"Jumping of lemmings (withdrawn drugs)":                           false,
		"Retraction: Lemmings jump":                                       false,
		"Retraction notice to: Lemmings jump":                             false,
		"Retracted":                                                       false,
		"Retracted papers in ecology: counts":                             false,
		"":                                                                false,
	} {
		assert.Equal(t, want, Retracted(title), title)
	}
}

func TestATitleThatNobodyWouldWriteIsNotLookedThrough(t *testing.T) {
	for size, want := range map[int]string{4000: "retraction", 7 << 20: ""} {
		title := "Retraction: " + strings.Repeat("(", size)
		assert.Equal(t, want, NoticeOf(title).Kind)
		assert.Equal(t, want != "", Retracted("RETRACTED: "+title))
	}
}
