// Package answer drafts the answer: the best option, what models write, or sentences.
package answer

import "github.com/sparkhost/sparkhost/host/internal/run/confidence"

// A Run has the methods of this step and of all steps before it.
type Run struct{ confidence.Run }
