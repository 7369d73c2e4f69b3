policy "p" {
  order = [one]
  order = [one]
}
