package tape

// Metrics of time do not depend on the question: a checkpoint leaves them out, and a replay takes
// them from where the record says that a condition read them.
const (
	MetricElapsed   = "run.elapsed_seconds" // since the run began
	MetricRemaining = "budget.remaining_s"  // of the policy's wall time
)

// OfTime says whether a metric is one of time.
func OfTime(path string) bool { return path == MetricElapsed || path == MetricRemaining }
