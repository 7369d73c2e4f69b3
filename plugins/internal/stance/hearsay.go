package stance

import "math"

// hearsay returns how far the sentence that holds most of the hypothesis only tells what others believe, 0 to 1: it is 0 where another sentence
// that tells no belief holds as much, and nears 1 the less such sentences hold.
func (p *Pool) hearsay() float64 {
	told, own := 0.0, 0.0
	for _, v := range p.views {
		if v.Told {
			told = max(told, v.Cover)
		} else {
			own = max(own, v.Cover)
		}
	}
	return 1 - math.Exp(attend*min(0, own-told))
}
