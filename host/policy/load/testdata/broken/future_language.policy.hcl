sparkhost { language = 2 }

policy "p" {
  telepathy { enabled = true }
}
