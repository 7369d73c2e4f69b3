locals { x = "%{ if true }a%{ endif }" }
