// Package score adds up the linear scores that a policy declares: of documents, passages and options.
//
// An [Item] has features and what stages said of it; [Sum] weighs them by the policy's terms, each held to its bounds, and tells what
// each term added. [Spreads.WeighAll] does that for the items of one block, whose terms may ask that values be spread between the
// least and the greatest. An unknown value adds nothing. It knows nothing of runs.
package score
