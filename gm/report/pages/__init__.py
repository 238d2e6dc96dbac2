"""A page for each kind of mail: the values that its templates put into words."""
