policy "p" {
  roles { synthesis = "model.x" }
}
