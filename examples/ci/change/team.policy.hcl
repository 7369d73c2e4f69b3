# The same policy as a pull request would change it: answers must be surer, which looks harmless.
policy "team" {
  extends = [standard]

  gate "confident" {
    condition = answer.confidence >= 0.75
  }
}
