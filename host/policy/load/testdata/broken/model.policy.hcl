model "plain" {
  endpoint = "openai"
  name     = "small"
  key      = "sk-1234567890"
}

model "wrong" {
  endpoint = "azure"
  timeout  = 20
  ceiling  = 0.05
  key      = secret("MY KEY")
}
