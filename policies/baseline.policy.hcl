# The engine that the five proposals assume (being written).
