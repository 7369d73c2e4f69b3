pack "quickstart" {
  questions = "../quickstart/questions.jsonl"
  corpus    = ["../quickstart/corpus.jsonl"]
  role      = "dev"
}
