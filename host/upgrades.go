package host

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/record"
)

// Upgrades deal out the upgrades that the questions of one batch may have together (S3-19). Ask each question with its upgrade withheld;
// in the order of the questions, whatever order they were answered in, hand each result to [Upgrades.Grant]; and where that says
// so, ask the question again without withholding and let that result take the place of the first one. Package batch does this; one at a time:
//
//	u := h.Upgrades()
//	for _, q := range questions {
//		result, err := h.AskWith(ctx, q, host.AskOptions{WithholdUpgrade: true})
//		if err == nil && u.Grant(result) {
//			result, err = h.AskWith(ctx, q, host.AskOptions{})
//		}
//	}
//
// What is dealt out depends on the first results alone, so neither on concurrency nor on interruptions. Upgrades are
// used by one goroutine.
type Upgrades struct{ max, wanted, granted int }

// Upgrades returns those of a new batch. Under a policy without a cap there is nothing to deal out, and withholding has no effect.
func (h *Host) Upgrades() *Upgrades { return &Upgrades{max: h.policy.UpgradesPerBatch()} }

// NewUpgrades returns those of a batch whose policy has that cap; 0: none. It is for who deals them out away from the host.
func NewUpgrades(max int) *Upgrades { return &Upgrades{max: max} }

// Max returns the cap; 0: none.
func (u *Upgrades) Max() int { return u.max }

// Capped says whether the policy names a cap.
func (u *Upgrades) Capped() bool { return u.max > 0 }

// Grant says whether the question of a first result is asked again, and counts it.
func (u *Upgrades) Grant(first *record.Result) bool {
	if !first.QualityGates.UpgradeWithheld {
		return false
	}
	u.wanted++
	if u.granted >= u.max {
		return false
	}
	u.granted++
	return true
}

// Resume counts a result that an earlier process of the batch has left, in the order of the questions. The error says that this
// batch would have dealt otherwise. withheld tells that the result's upgrade was withheld, again that its question was asked again.
func (u *Upgrades) Resume(withheld, again bool) error {
	switch {
	case again && u.granted >= u.max:
		return fmt.Errorf("it was asked again for an upgrade, after %d others", u.granted)
	case withheld && u.granted < u.max:
		return fmt.Errorf("its upgrade was withheld, after %d of %d", u.granted, u.max)
	case again:
		u.granted++
	}
	if again || withheld {
		u.wanted++
	}
	return nil
}

// String tells how many questions wanted an upgrade, and how many had it.
func (u *Upgrades) String() string {
	return fmt.Sprintf("questions on which sources disagree: %d; upgraded, and asked a second time: %d (max_per_batch = %d)", u.wanted, u.granted, u.max)
}
