package cli

import (
	"encoding/json"
	"io"

	"github.com/sparkhost/sparkhost/internal/visible"
)

// encoder writes JSON as [json.NewEncoder] does, with what a terminal would act on as escapes.
func encoder(w io.Writer) *json.Encoder { return json.NewEncoder(visible.JSON(w)) }
