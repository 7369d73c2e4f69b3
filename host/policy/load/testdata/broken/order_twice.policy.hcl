policy "p" {
  order   = [one, two, one]
  sources = [local, local]
}
