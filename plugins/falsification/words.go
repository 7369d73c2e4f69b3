package main

// negations returns the tokens of U17, "cannot" added; "does not" holds "not".
func negations() []string {
	return []string{
		"no", "not", "never", "without", "fail*", "lack*", "absence", "unable",
		"neither", "nor", "contrary", "refut*", "n't", "cannot",
	}
}

// refutations are phrases that deny outright what stands near them.
func refutations() []string {
	return []string{
		"no evidence", "no effect", "no significant", "no association", "no correlation", "no difference",
		"not associated", "not correlated", "not support*", "not significant*", "not confirm*", "not affect*",
		"did not", "failed to", "fails to", "fail to", "lack of evidence", "contrary to", "contradict*",
		"inconsistent with", "conflict* with", "in contrast to", "refut*", "disprov*", "debunk*", "rebut*",
		"falsif*", "ruled out", "incorrect*", "erroneous*", "not reproduc*", "not replicat*",
	}
}

// exceptions hold a negation but deny nothing.
func exceptions() []string {
	return []string{"not only", "not just", "not merely", "no doubt", "without doubt", "without a doubt"}
}
