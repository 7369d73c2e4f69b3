package policy

// DigestOf is the digest (see [Policy.Digest]) of a policy that need not have come from [Load], such
// as a copy with parts left out: two policies that agree in the rest have equal ones.
func DigestOf(p *Policy) string { return digest(p) }
