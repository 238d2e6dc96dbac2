"""What The Triumphs of Turlough adds to the command line."""
