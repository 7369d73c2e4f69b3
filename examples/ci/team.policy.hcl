# The team's policy on the main branch: what standard does, and nothing else.
policy "team" {
  extends = [standard]
}
