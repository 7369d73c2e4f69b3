package stance

// RisingAnswers says of which features of a question a rise may only raise (+1) or lower (-1) the score of the answer head.
func RisingAnswers() map[int]int8 {
	return map[int]int8{qSide: 1, qBestSide: 1, qPoolSide: 1, qFor: 1, qAgainst: -1, qBalance: 1, qDenial: -1}
}

// RisingDecisions says the same of the heads that tell decided from open.
func RisingDecisions() map[int]int8 {
	return map[int]int8{qEvidence: 1, qSecond: 1, qMass: 1, qPoolEvidence: 1, qUnion: 1, qBest: 1, qMissing: -1}
}
