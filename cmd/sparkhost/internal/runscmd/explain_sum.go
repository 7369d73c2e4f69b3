package runscmd

import (
	"errors"
	"fmt"
	"io"

	"github.com/sparkhost/sparkhost/host/record"
)

// writeSums warns below the sum.
func writeSums(w io.Writer, s record.Sums) {
	for _, text := range s.Wrong {
		fmt.Fprintf(w, "WARNING: the sum does not add up: %s\n", text)
	}
	for _, text := range s.Unusual {
		fmt.Fprintf(w, "WARNING: exceeds weight × value: %s; unless the policy sets a floor, the record was changed\n", text)
	}
}

// sumsFail ends explain, which has told what is wrong, if a sum is.
func sumsFail(s record.Sums) error {
	if len(s.Wrong) == 0 {
		return nil
	}
	return errors.New("the sum does not add up: the record was changed or damaged")
}
