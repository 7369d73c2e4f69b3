package policy

// State holds what conditions and calibration terms may read: metric path, such as
// "answer.support_coverage" or "rounds.primary.selected_quality", to a float64, bool
// or string. A path that the schema knows and the state lacks is null.
type State map[string]any
