model "typo" {
  endpoint = "openai"
  name     = "small"
  flavor   = "ollama"
}

policy "p" {
  roles { planner = model.typo }
}
