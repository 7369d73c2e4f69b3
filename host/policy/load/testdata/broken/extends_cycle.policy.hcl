policy "a" { extends = [b] }
policy "b" { extends = [c] }
policy "c" { extends = [a] }
policy "self" { extends = [self] }
