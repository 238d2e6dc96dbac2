"""What Irish Freedom adds to the command line."""
