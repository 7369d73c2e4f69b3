package conformance

// A Status says how a check ended.
type Status string

// The statuses.
const (
	Passed  Status = "pass"
	Failed  Status = "fail"
	Skipped Status = "skip" // it does not apply, or could not be made; Detail says why
)

// A Figure is something that a check measured. Equal modules, subjects and options give equal figures.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// A Result holds what one check found.
type Result struct {
	ID      string   `json:"id"`   // stable: scripts and documents name it
	Asks    string   `json:"asks"` // what the check asks of a plugin, a sentence
	Status  Status   `json:"status"`
	Detail  string   `json:"detail,omitempty"` // what was found, or why it was skipped
	Fix     string   `json:"fix,omitempty"`    // what to do, if it failed
	Figures []Figure `json:"figures,omitempty"`
}

// A Report holds what the checks found, in the order of [Checks].
type Report struct {
	Name    string   `json:"name"` // of the manifest; the subject's if the host did not load the module
	Version string   `json:"version,omitempty"`
	Kind    string   `json:"kind,omitempty"` // score, assess or calibrate
	ABI     string   `json:"abi,omitempty"`  // spark or extism
	Digest  string   `json:"sha256"`
	Seed    uint64   `json:"seed"`
	Passed  int      `json:"passed"`
	Failed  int      `json:"failed"`
	Skipped int      `json:"skipped"`
	Results []Result `json:"results"`
}

// OK says that no check failed and at least one passed: nothing checked is not a success.
func (r *Report) OK() bool { return r.Failed == 0 && r.Passed > 0 }

func (r *Report) add(result Result) {
	switch result.Status {
	case Passed:
		r.Passed++
	case Failed:
		r.Failed++
	default:
		r.Skipped++
	}
	r.Results = append(r.Results, result)
}

// A finding is a result without the names.
type finding struct {
	status  Status
	detail  string
	figures []Figure
}
