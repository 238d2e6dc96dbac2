"""The rules of the Die: typed orders in, facts out."""
