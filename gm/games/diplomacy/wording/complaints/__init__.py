"""What is said of lines that cannot be read, or not for sure."""
