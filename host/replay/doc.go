// Package replay compares recorded runs with what they would be under another policy: [Compare] says
// what changed of one run and what changed it, [Report] adds many up, for reading ([Report.WriteText],
// [Report.WriteHTML]) and for programs (its JSON form).
//
// The runs are decided anew by [github.com/sparkhost/sparkhost/host.Replayer].
package replay
