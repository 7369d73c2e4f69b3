policy "p" {
  order = [one
}
