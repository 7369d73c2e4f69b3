// Package answer drafts the answer: the best option, what models write, or sentences.
package answer

import "github.com/sparkhost/sparkhost/host/internal/run/confidence"

// A Run is a run that this step can work on. What the steps before it can do, it can too.
type Run struct{ confidence.Run }
