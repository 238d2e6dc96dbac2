"""One line: cut into words, parsed by the grammars, and built into typed orders; canonical texts."""
