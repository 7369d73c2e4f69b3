package batch

// settle deals out the upgrades of the batch (S3-19): in the order of the questions it looks at each first result, and
// has a worker ask the question again that may be upgraded. Without a cap first results are the results. When the
// user ends the batch, questions in work have their second turn, too: what is handed out is as if nobody had. Nobody is
// asked again after a failure, which ends the batch.
func (p *pipe) settle() {
	defer close(p.settled)
	defer close(p.tickets)
	failed := false
	for t := range p.ordered {
		if t.withheld {
			out := <-t.result
			failed = failed || out.err != nil
			if failed || !p.upgrades.Grant(out.result) {
				t.result <- out
			} else {
				t.withheld, t.first = false, out.result
				p.tickets <- t
			}
		}
		p.settled <- t
	}
}
