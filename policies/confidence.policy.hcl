sparkhost {
  language = 1
}

policy "confidence" {
  extends = [reader]
}
