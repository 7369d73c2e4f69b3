package permit

import "time"

// Silent changes after how long without a sign a process counts as dead.
func (k *Keeper) Silent(d time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.silent = d
}

// Die ends the signs of life without a goodbye.
func (k *Keeper) Die() { k.stop() }
