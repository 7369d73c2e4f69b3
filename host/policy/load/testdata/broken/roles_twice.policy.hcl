model "claude" {
  endpoint = "anthropic"
  name     = "claude"
}

policy "p" {
  roles {
    judge     = [model.claude, model.claude]
    synthesis = []
  }
}
