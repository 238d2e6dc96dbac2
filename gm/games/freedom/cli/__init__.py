"""What Freedom! adds to the command line."""
