package synthetic

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"time"
)

// WriteCorpus writes the first documents as JSON lines to a file, unless it is there.
func (d *Documents) WriteCorpus(path string, documents int) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	f, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	lines := json.NewEncoder(w)
	for i := range documents {
		if err := lines.Encode(d.Document(i)); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// Measure asks a number of queries, each for one of so many documents, and returns the median and the 95th
// percentile of the time of search, and the share of queries whose document was among the ids that it returned.
func (d *Documents) Measure(documents, asked int, search func(text string) (ids []string, err error)) (p50, p95 time.Duration, found float64, err error) {
	took := make([]time.Duration, asked)
	for i := range took {
		q := d.Query(i * (documents / asked))
		start := time.Now()
		ids, err := search(q.Text)
		if err != nil {
			return 0, 0, 0, err
		}
		took[i] = time.Since(start)
		if slices.Contains(ids, q.Found) {
			found += 1 / float64(asked)
		}
	}
	slices.Sort(took)
	return took[asked/2], took[asked*95/100], found, nil
}
