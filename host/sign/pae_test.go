package sign

import (
	"testing"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestWhatAnEnvelopeSignsIsThatOfTheReferenceLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := envelope{Payload: rapid.SliceOf(rapid.Byte()).Draw(t, "payload"), PayloadType: rapid.String().Draw(t, "type")}
		assert.Equal(t, dsse.PAE(e.PayloadType, e.Payload), e.pae())
	})
}
