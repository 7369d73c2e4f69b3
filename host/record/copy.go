package record

import (
	"errors"
	"io"
)

// WriteTo writes the record as self-contained JSON lines: the bytes that a [Folder]
// would have written for the same run. It implements [io.WriterTo].
func (r *Reader) WriteTo(w io.Writer) (int64, error) {
	var total int64
	for _, e := range r.entries {
		line, err := r.line(e)
		if err != nil {
			return total, err
		}
		n, err := w.Write(line)
		total += int64(n)
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

func (r *Reader) line(e entry) ([]byte, error) {
	if e.digest == "" {
		return eventLine(e.event.Seq, e.event.Kind, e.event.Data), nil
	}
	data, err := r.Blob(e.digest)
	if err != nil {
		return nil, err
	}
	return inline(e.digest, data)
}

// CopyTo writes the record into another sink, under the id of its run event.
// A partial record stays partial there.
func (r *Reader) CopyTo(s Sink) error {
	sum, err := r.Summary()
	if err != nil {
		return err
	}
	out, err := s.begin(sum.ID)
	if err != nil {
		return err
	}
	if err := r.copy(out); err != nil || r.Partial {
		return errors.Join(err, out.close())
	}
	return out.finish()
}

func (r *Reader) copy(out output) error {
	for _, e := range r.entries {
		if e.digest != "" {
			data, err := r.Blob(e.digest)
			if err != nil {
				return err
			}
			if err := out.blob(e.digest, data); err != nil {
				return err
			}
			continue
		}
		line, err := r.line(e)
		if err != nil {
			return err
		}
		if err := out.line(written{kind: e.event.Kind, line: line, data: e.event.Data}); err != nil {
			return err
		}
	}
	return nil
}
