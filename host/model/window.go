package model

// Fit makes a request fit a window: it asks for no more output than the model writes, and leaves out what it can leave out until the
// rest fits. Tokens are counted as in [TokensAtMost], so that a request that fits by count fits in truth. The second result says how often something
// was left out; a request that cannot be made to fit is returned as small as it can be, and the endpoint says what it makes of it.
func (w Window) Fit(r Request) (Request, int) {
	if w.Output > 0 && int64(r.OutputCap()) > w.Output {
		r.MaxOutput = int(w.Output)
	}
	cut := 0
	for w.Context > 0 && r.tokensIn()+int64(r.OutputCap()) > w.Context && r.Smaller != nil {
		smaller, ok := r.Smaller()
		if !ok {
			break
		}
		r.System, r.Messages, r.Smaller = smaller.System, smaller.Messages, smaller.Smaller
		cut++
	}
	return r, cut
}

// moreOutput multiplies the cap of an answer that was cut off and is asked for again.
const moreOutput = 4

// Longer returns the request with room for a longer answer; false: the model has no more room.
func (w Window) Longer(r Request) (Request, bool) {
	most := int64(r.OutputCap()) * moreOutput
	if w.Output > 0 {
		most = min(most, w.Output)
	}
	if w.Context > 0 {
		most = min(most, w.Context-r.tokensIn())
	}
	longer := r
	longer.MaxOutput = int(most)
	return longer, most > int64(r.OutputCap())
}
