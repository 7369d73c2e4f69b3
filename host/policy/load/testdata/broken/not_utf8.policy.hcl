policy "p" {
  description = "ÿ"
}
