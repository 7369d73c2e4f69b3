package shell

import (
	"encoding/json"
	"io"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/atomicfile"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// ReplacePublic replaces a file that others may read, whole or not at all.
func ReplacePublic(path string, write func(io.Writer) error) error {
	return atomicfile.Write(path, 0o644, write)
}

// WriteJSON writes one value, indented.
func WriteJSON(w io.Writer, v any) error {
	e := Encoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// WriteLine writes one value as a line of JSON.
func WriteLine(w io.Writer, v any) error {
	line, err := record.Canonical(v)
	if err != nil {
		return err
	}
	_, err = visible.JSON(w).Write(append(line, '\n'))
	return err
}

// Encoder writes JSON as [json.NewEncoder] does, with what a terminal would act on as escapes.
func Encoder(w io.Writer) *json.Encoder { return json.NewEncoder(visible.JSON(w)) }
