"""What maps of any game need: pictures as pixels, where the lines of a TOML file stand, a folder of pictures."""
